import BoundaryRules
import Foundation
import TestSupport
import Testing

@Suite("A check that checks nothing")
struct NothingCheckedTests {
    @Test("No targets and no files are a finding, not a success")
    func emptyRepository() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        let manifest = try Manifest(
            dumped: Data(#"{"targets": [], "swiftLanguageVersions": ["6"]}"#.utf8))
        let tree = try ProjectTree(folder: folder.path)
        let findings = try Inspection(manifest: manifest, tree: tree).findings
        #expect(findings.filter { $0.rule == .nothingChecked }.count == 2)
    }

    @Test("A target without files is a finding")
    func emptyTarget() async throws {
        var sample = SampleRepository()
        sample.files["Modules/Presentation/Web/Web.swift"] = nil
        #expect(try await sample.places() == ["Package.swift:12: nothing-checked"])
    }

    @Test("Files that import nothing at all are a finding")
    func noImports() async throws {
        var sample = SampleRepository()
        for path in sample.files.keys where path.hasSuffix(".swift") { sample.files[path] = "" }
        #expect(try await sample.inspect().findings.map(\.rule).contains(.nothingChecked))
    }

    @Test("What is no dumped manifest is an error", arguments: ["", "{}", "error: no such file"])
    func noManifest(text: String) {
        #expect(throws: BoundaryError.self) { try Manifest(dumped: Data(text.utf8)) }
    }

    @Test("A folder that cannot be read is an error")
    func noFolder() {
        #expect(throws: BoundaryError.self) { try ProjectTree(folder: "/nowhere/at/all") }
    }

    @Test("A file that ends within a string is an error that names the file")
    func brokenFile() async throws {
        var sample = SampleRepository()
        sample.files["Modules/UI/Screen.swift"] = "import TenonCore\nlet a = \"\"\"\n"
        let error = await #expect(throws: BoundaryError.self) { try await sample.inspect() }
        #expect(
            error?.description
                == "Modules/UI/Screen.swift: The string that starts in line 2 has no end.")
    }
}
