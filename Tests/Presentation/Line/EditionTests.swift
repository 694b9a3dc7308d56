import TestSupport
import Testing

@Suite("The line front end of an edition")
struct EditionTests {
    @Test("says first that it is one, which the flavour of tests is and that of a release is not")
    func banner() async throws {
        func output(_ flavour: String) async throws -> String {
            try await Program(
                built: "conformance-line", environment: ["LANG": "C", "TENON_FLAVOUR": flavour]
            ).run([], input: "").output
        }
        let test = try await output("test")
        #expect(
            test.split(separator: "\n").first?.hasSuffix("Conformance (test)") == true, "\(test)")
        let release = try await output("release")
        #expect(
            release.split(separator: "\n").first?.hasSuffix("Conformance") == true, "\(release)")
    }

    @Test("says so without a sign of a brand as well")
    func withoutSign() async throws {
        func output(_ edition: String) async throws -> String {
            try await Program(built: "added-language", environment: ["LANG": "C"])
                .run(["--edition", edition], input: "").output
        }
        #expect(try await output("next").contains(" (next)\n"))
        #expect(try await !output("").contains(" (next)"))
    }
}
