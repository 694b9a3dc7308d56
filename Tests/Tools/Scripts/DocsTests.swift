import TestSupport
import Testing

@Suite("tools/docs")
struct DocsTests {
    @Test("Explains itself")
    func help() async throws {
        let result = try await Checkout.script("docs").run("--help")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Usage: tools/docs"))
        #expect(result.errors == "")
    }

    @Test("Refuses an unknown word before it builds anything")
    func unknownWord() async throws {
        let result = try await Checkout.script("docs").run("TenonCore")
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("tools/docs: 'TenonCore' is not known here"))
    }
}
