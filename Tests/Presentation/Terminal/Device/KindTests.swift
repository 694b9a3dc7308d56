import Foundation
import TenonTesting
import Testing

@Suite("Terminals of all kinds", .serialized)
struct KindTests {
    @Test("can be used", arguments: ["xterm-256color", "screen", "linux", "tmux-256color"])
    func used(_ term: String) async throws {
        let tmux = try await Tmux(
            "conformance-terminal", ["--open=conformance:list"], environment: ["TERM": term])
        try await tmux.see("A fruit called Cherry", "q Quit")
        try await tmux.press("Down", "Down")
        try await tmux.press("Enter")
        try await tmux.see("1 done, last: Cherry was chosen.")
        try await tmux.press("Escape")
        try await tmux.see("Sample chart")
        try await tmux.type("q")
        #expect(try await tmux.end() == 0, "\(tmux.errors())")
        // With the last sequence the record is complete.
        try await tmux.wrote("\u{1B}[?1049l")
        #expect(tmux.output().contains("1000h") == (term != "linux"))
        #expect(!tmux.output().contains("38;2;"))
    }

    @Test("are refused with advice when nothing can be placed on them", arguments: ["dumb", ""])
    func refused(_ term: String) async throws {
        let tmux = try await Tmux("conformance-terminal", environment: ["TERM": term])
        #expect(try await tmux.end() == 69, "\(tmux.errors())")
        #expect(tmux.errors().contains("the line-based program"))
        #expect(!tmux.output().contains("\u{1B}[?1049h"))
    }

    @Test("get full colour when they say that they can, and none where it is not wanted")
    func colors() async throws {
        for (environment, sign, other) in [
            (["COLORTERM": "truecolor"], ";38;2;", nil), ([:], "\u{1B}[0;1;36m", ";38;2;"),
            (["NO_COLOR": "1", "COLORTERM": "truecolor"], "\u{1B}[0;7m", "[0;3"),
        ] as [([String: String], String, String?)] {
            let tmux = try await Tmux(
                "conformance-terminal", ["--open=conformance:list"], environment: environment)
            try await tmux.see("A fruit called Cherry")
            try await tmux.wrote(sign)
            if let other { #expect(!tmux.output().contains(other)) }
        }
    }

    @Test("have what was chosen, light or dark")
    func schemes() async throws {
        for (scheme, color) in [("light", "48;2;245;246;244"), ("dark", "48;2;16;22;20")] {
            let tmux = try await Tmux(
                "conformance-terminal", ["--theme=\(scheme)"],
                environment: ["COLORTERM": "truecolor"])
            try await tmux.see("Sample chart")
            try await tmux.wrote(color)
        }
    }
}
