import Testing

@testable import BoundaryRules

@Suite("Imports found in Swift source")
struct SwiftSourceTests {
    private func imports(_ source: String) throws -> [String] {
        try SwiftSource(source).imports.map { "\($0.module):\($0.line)" }
    }

    @Test(
        "Every form of import is found",
        arguments: [
            "import A", "import A.B", "import struct A.B", "import func A.b", "import class A.B",
            "public import A", "package import struct A.B", "internal import A",
            "@testable import A", "@_exported import A", "@preconcurrency public import A",
            "@_spi(Inner) import A", "@testable @_spi(Inner) import A", "import A // why",
            "import A; let a = 1", "import/* so */A", "import `A`", "  import A\r",
        ])
    func forms(source: String) throws {
        #expect(try imports(source) == ["A:1"])
    }

    @Test("Attributes may stand on lines of their own")
    func attributes() throws {
        let source = try SwiftSource("@_exported\n\n@_spi(Inner)\nimport A\n")
        #expect(source.imports.map(\.line) == [4])
        #expect(source.imports.first?.attributes == ["_exported", "_spi"])
        #expect(source.imports.first?.isReexport == true)
    }

    @Test("Both branches of a condition count")
    func conditions() throws {
        let source = """
            #if canImport(Glibc)
                import Glibc
            #elseif os(Windows)
                import WinSDK
            #endif
            import A; import B
            """
        #expect(try imports(source) == ["Glibc:2", "WinSDK:4", "A:6", "B:6"])
    }

    @Test("Comments hold no imports")
    func comments() throws {
        let source = """
            // import A
            /* import B
               /* import C */
            import D */
            /// import E
            import F
            """
        #expect(try imports(source) == ["F:6"])
    }

    @Test("Literals hold no imports, whatever is inside them")
    func literals() throws {
        let source = #####"""
            let a = """
                import A
                \("""
                    import B
                    """)
                \"""
                """
            let b = #"\"#
            let c = ##"""
                "# import C \(1) \##(["import D", ")"].count)
                import E
                """##
            let d = "\("/*")"
            let e = #"""#
            let f = #/ " /* /#
            import F
            """#####
        #expect(try imports(source) == ["F:16"])
    }

    @Test(
        "What only looks like an import is none",
        arguments: [
            "let a = b.import\n", "func a(\n    import file: Int) {}", "a(import: b)",
            "let `import` = 1", "case .import:\n", "// import A", "let a = important",
        ])
    func lookalikes(source: String) throws {
        #expect(try imports(source) == [])
    }

    @Test("A quotation mark in a bare regular expression hides nothing beyond its line")
    func bareRegularExpression() throws {
        #expect(try imports("let a = /\"/\nimport A\n") == ["A:2"])
    }

    @Test("Comments are found with their lines")
    func commentLines() throws {
        let source = try SwiftSource("let a = \"// no\"\n\n/// Yes.\nlet b = 1  // and\n")
        #expect(source.comments.map(\.line) == [3, 4])
        #expect(source.comments.map(\.text) == ["/// Yes.", "// and"])
    }
}
