import TestSupport
import Testing

@Suite("tools/test, tools/lint and tools/bench")
struct CheckingScriptTests {
    @Test("Explain themselves on standard output", arguments: ["test", "lint", "bench"])
    func help(name: String) async throws {
        let result = try await Checkout.script(name).run("--help")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Usage: tools/\(name)"))
        #expect(result.errors == "")
    }

    @Test("Refuse an unknown word before they do anything", arguments: ["test", "lint", "bench"])
    func unknownWord(name: String) async throws {
        let result = try await Checkout.script(name).run("--fliter")
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("tools/\(name): '--fliter' is not known here"))
    }

    @Test("A filter needs a name")
    func filterWithoutName() async throws {
        let result = try await Checkout.script("test").run("--filter")
        #expect(result.status == 64)
        #expect(result.errors == "tools/test: --filter needs the name of a test or a suite.\n")
    }
}
