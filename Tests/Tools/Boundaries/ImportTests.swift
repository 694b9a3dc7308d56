import BoundaryRules
import Foundation
import TestSupport
import Testing

@Suite("Imports found in Swift source")
struct ImportTests {
    private static let manifest = """
        {"targets": [{"name": "TenonCore", "type": "regular", "path": "Modules/Core",
        "dependencies": [], "exclude": [], "settings": []}], "swiftLanguageVersions": ["6"]}
        """

    /// The lines on which a file of Core imports what Core may not know.
    private func lines(_ source: String) throws -> [Int] {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write(source, to: "Modules/Core/Sample.swift")
        let manifest = try Manifest(dumped: Data(Self.manifest.utf8))
        let tree = try ProjectTree(folder: folder.path)
        return try Inspection(manifest: manifest, tree: tree).findings
            .filter { $0.rule == .layer }.map(\.line)
    }

    @Test(
        "Every form of import is found",
        arguments: [
            "import A", "import A.B", "import struct A.B", "import func A.b", "import class A.B",
            "public import A", "package import struct A.B", "internal import A",
            "@testable import A", "@_exported import A", "@preconcurrency public import A",
            "@_spi(Inner) import A", "@testable @_spi(Inner) import A", "import A // why",
            "import `A`", "  import A\r",
        ])
    func forms(source: String) throws {
        #expect(try lines(source) == [1])
    }

    @Test("Both branches of a condition count")
    func conditions() throws {
        let source = """
            #if canImport(Glibc)
                import Glibc
            #elseif os(Windows)
                import WinSDK
            #endif
            """
        #expect(try lines(source) == [2, 4])
    }

    @Test("Comments and literals hold no imports")
    func literals() throws {
        let source = #####"""
            // import A
            /// import B
            let a = """
                import C
                """
            let b = "import D"
            let c = ##"""
                import E
                """##
            import F
            """#####
        #expect(try lines(source) == [10])
    }

    @Test(
        "What only looks like an import is none",
        arguments: [
            "let a = b.import\n", "func a(\n    import file: Int) {}", "a(import: b)",
            "let `import` = 1", "case .import:\n", "// import A", "let a = important",
        ])
    func lookalikes(source: String) throws {
        #expect(try lines(source) == [])
    }
}
