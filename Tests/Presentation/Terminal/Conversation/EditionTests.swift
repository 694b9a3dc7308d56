import TenonTesting
import Testing

@Suite("The terminal front end of an edition")
struct EditionTests {
    @Test("says in the corner of every screen that it is one")
    func banner() async throws {
        let tmux = try await Tmux(
            "conformance-terminal", ["--open=conformance:home"],
            environment: ["TENON_FLAVOUR": "test"])
        try await tmux.wait("it is there") { $0.contains("^P Commands") }
        #expect(try await tmux.screen().prefix { $0 != "\n" }.contains("Conformance (test)"))
    }
}
