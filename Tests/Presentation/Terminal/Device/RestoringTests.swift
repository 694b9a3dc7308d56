import Foundation
import TenonTesting
import Testing

@Suite("A terminal is as it was", .serialized)
struct RestoringTests {
    private func start(isJob: Bool = false) async throws -> Tmux {
        let tmux = try await Tmux(
            "conformance-terminal", ["--open=conformance:list"], isJob: isJob)
        try await tmux.see("A fruit called Banana", "q Quit")
        #expect(try await tmux.value("alternate_on") == "1")
        return tmux
    }

    private func expectRestored(_ tmux: Tmux, status: Int32) async throws {
        #expect(try await tmux.end() == status, "\(tmux.errors())")
        let screen = try await tmux.see("THE END")
        #expect(!screen.contains("Banana"), "\(screen)")
        #expect(tmux.attributesAfter() == tmux.attributesBefore())
        #expect(try await tmux.value("alternate_on") == "0")
        #expect(try await tmux.value("cursor_flag") == "1")
        #expect(try await tmux.value("mouse_any_flag") == "0")
    }

    @Test("after quitting")
    func quitting() async throws {
        let tmux = try await start()
        try await tmux.type("q")
        try await expectRestored(tmux, status: 0)
    }

    @Test("after Ctrl-C")
    func interrupted() async throws {
        let tmux = try await start()
        try await tmux.press("C-c")
        try await expectRestored(tmux, status: 128 + SIGINT)
    }

    @Test(
        "after a signal that ends the program, and after a crash",
        arguments: [
            SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
        ])
    func ended(_ signal: Int32) async throws {
        let tmux = try await start()
        let process = try #require(tmux.program())
        kill(process, signal)
        try await expectRestored(tmux, status: 128 + signal)
    }

    @Test("while the program is stopped, and the program is as it was afterwards")
    func stopped() async throws {
        let tmux = try await start(isJob: true)
        try await tmux.press("Down")
        try await tmux.press("C-z")
        let left = try await tmux.see("STOPPED")
        #expect(!left.contains("Banana"), "\(left)")
        #expect(try await tmux.value("alternate_on") == "0")
        #expect(try await tmux.value("mouse_any_flag") == "0")
        try await tmux.press("Enter")
        try await tmux.see("A fruit called Banana")
        #expect(try await tmux.value("alternate_on") == "1")
        try await tmux.press("Enter")
        try await tmux.see("1 done, last: Banana was chosen.")
        try await tmux.type("q")
        #expect(try await tmux.end() == 0, "\(tmux.errors())")
    }
}
