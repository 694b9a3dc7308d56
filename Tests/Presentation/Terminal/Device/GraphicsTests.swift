import TenonTesting
import Testing

@testable import TenonTerminal  // Other modules see the front end only.

@Suite("A terminal that is asked what pictures it shows", .serialized)
struct GraphicsTests {
    private func start(
        _ kind: AnsweringTerminal.Kind, having parts: [String],
        environment: [String: String] = [:]
    ) async throws -> (AnsweringTerminal, seen: String) {
        // The first picture is to be seen, and not yet the same one further down.
        let terminal = try AnsweringTerminal(
            kind, at: "conformance:image", rows: 20, environment: environment)
        return (terminal, try await terminal.output(having: parts, from: 0) {})
    }

    private func quit(_ terminal: AnsweringTerminal) async throws {
        let seen = try await terminal.output(having: ["\u{1B}[?1049l"]) { terminal.type("q") }
        #expect(try await terminal.end() == 0)
        #expect(seen.hasSuffix("\(ControlSequence.leaveWithPictures)"))
    }

    @Test("gets pictures as kitty does, places them, and takes them away")
    func kitty() async throws {
        let (terminal, first) = try await start(
            .kitty, having: ["Ga=p,", "Two bees on a comb."])
        // 24 columns, since a pixel is at most a column wide.
        let place = try #require(first.firstMatch(of: /Ga=p,q=2,i=(\d+),C=1,y=0,h=160,c=24,r=8/))
        let data = "\u{1B}_Ga=t,q=2,i=\(place.1),f=32,s=240,v=160,c=24,r=8,m=1\u{1B}\\"
        #expect(first.contains(data))
        #expect(!first.contains("\u{1B}P"))
        // Below a dialog there is none; behind it, it comes back.
        let covered = try await terminal.output(having: ["d=I,i=\(place.1)"]) {
            terminal.type("?")
        }
        #expect(!covered.contains("a=p"))
        _ = try await terminal.output(having: ["Ga=t,q=2,i=\(place.1),", "Ga=p,q=2,i=\(place.1),"])
        {
            terminal.type("\u{1B}")
        }
        // The wheel moves three lines: nothing is sent again, and what is beyond the edge is cut.
        let moved = try await terminal.output(having: ["Ga=p,q=2,i=\(place.1),C=1,y="]) {
            for _ in 0..<2 { terminal.type("\u{1B}[<65;5;5M") }
        }
        #expect(!moved.contains("a=t,q=2,i=\(place.1),"))
        let part = try #require(
            moved.matches(of: /Ga=p,q=2,i=(\d+),C=1,y=(\d+),h=(\d+),c=24,r=(\d+)/).last)
        let (top, height) = (try #require(Int(part.2)), try #require(Int(part.3)))
        #expect(top > 0 && top + height == 160)
        // Another size draws everything again.
        _ = try await terminal.output(having: ["Ga=d,q=2,d=A", "Ga=t,", "Ga=p,"]) {
            terminal.resize(columns: 70, rows: 28)
        }
        try await quit(terminal)
    }

    @Test("gets sixels, whole ones only, and symbols where they are cut")
    func sixels() async throws {
        let (terminal, first) = try await start(
            .sixels, having: ["\u{1B}P", "Two bees on a comb."])
        #expect(first.contains("\"1;1;240;156"))
        #expect(!first.contains("a=t") && !first.contains("a=p"))
        let covered = try await terminal.output(having: ["┌─"]) { terminal.type("?") }
        #expect(!covered.contains("\u{1B}P"))
        _ = try await terminal.output(having: ["\u{1B}P"]) { terminal.type("\u{1B}") }
        let cut = try await terminal.output(having: ["8;2;250;200;0"]) {
            for _ in 0..<2 { terminal.type("\u{1B}[<65;5;5M") }
        }
        #expect(!cut.contains("\"1;1;240;156"))
        let whole = try await terminal.output(having: ["\"1;1;240;156"]) {
            for _ in 0..<2 { terminal.type("\u{1B}[<64;5;5M") }
        }
        // On a busy machine each turn of the wheel is a frame, and in the first one the picture is cut.
        let frame = try #require(
            whole.split(separator: "\u{1B}[?25l").first { $0.contains("\"1;1;240;156") })
        #expect(!frame.contains("8;2;250;200;0"))
        try await quit(terminal)
    }

    @Test(
        "gets symbols when it does not answer, in the colours that it has",
        arguments: [
            (["COLORTERM": "truecolor"], "8;2;250;200;0"), (["COLORTERM": ""], "8;5;220"),
        ])
    func silent(_ environment: [String: String], _ color: String) async throws {
        let (terminal, first) = try await start(
            .silent, having: [color, "Two bees on a comb."], environment: environment)
        #expect(!first.contains("\u{1B}P") && !first.contains("a=t") && !first.contains("a=p"))
        try await quit(terminal)
    }

    @Test("gets words when it has too few colours, and is asked nothing when it shall have none")
    func words() async throws {
        for (environment, isAsked) in [(["TERM": "xterm"], true), (["NO_COLOR": "1"], false)] {
            let (terminal, first) = try await start(
                .silent, having: ["Two bees on a comb."],
                environment: ["COLORTERM": ""].merging(environment) { $1 })
            #expect(!first.contains("8;2;250") && !first.contains("8;5;"))
            #expect(first.contains(ControlSequence.askAttributes) == isAsked)
            #expect(first.contains(ControlSequence.askKitty) == isAsked)
            terminal.type("q")
            #expect(try await terminal.end() == 0)
        }
    }

    @Test("is not asked for kitty's pictures where tmux or screen stand between")
    func shared() async throws {
        for environment in [["TERM": "tmux-256color"], ["TMUX": "/tmp/tmux,1,0"], ["STY": "1.a"]] {
            let (terminal, first) = try await start(
                .silent, having: ["Two bees on a comb."], environment: environment)
            #expect(!first.contains("\u{1B}_"))
            #expect(first.contains(ControlSequence.askAttributes))
            let last = try await terminal.output(having: ["\u{1B}[?1049l"]) { terminal.type("q") }
            #expect(try await terminal.end() == 0)
            #expect(!last.contains("\u{1B}_"))
        }
    }
}
