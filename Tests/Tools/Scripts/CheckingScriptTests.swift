import TestSupport
import Testing

@Suite("tools/test, tools/lint, tools/bench, tools/fuzz and tools/torture")
struct CheckingScriptTests {
    @Test(
        "Explain themselves on standard output",
        arguments: ["test", "lint", "bench", "fuzz/run", "torture/run"])
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

    @Test("A fuzz target that there is not is refused, and so is none")
    func fuzzTarget() async throws {
        let unknown = try await Checkout.script("fuzz/run").run("jsn")
        #expect(unknown.status == 64)
        #expect(unknown.errors.hasPrefix("tools/fuzz/run: there is no target 'jsn'"))
        #expect(try await Checkout.script("fuzz/run").run("--seconds", "5").status == 64)
    }

    @Test("A filter needs a name")
    func filterWithoutName() async throws {
        let result = try await Checkout.script("test").run("--filter")
        #expect(result.status == 64)
        #expect(result.errors == "tools/test: --filter needs the name of a test or a suite.\n")
    }

    @Test(
        "What is built once has neither coverage nor a sanitizer",
        arguments: [["--once", "--coverage"], ["--once", "--sanitize=thread"]])
    func once(arguments: [String]) async throws {
        let result = try await Checkout.script("test").run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("tools/test: --once is for a run of all tests"))
    }

    @Test(
        "A sanitizer is one of two, and has no coverage",
        arguments: [["--sanitize"], ["--sanitize=memory"], ["--sanitize", "thread", "--coverage"]])
    func sanitizer(arguments: [String]) async throws {
        let result = try await Checkout.script("test").run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.contains("--sanitize"))
    }
}
