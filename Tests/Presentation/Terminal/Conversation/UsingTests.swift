import Foundation
import TenonTesting
import TenonUI
import TestSupport
import Testing

@Suite("The full screen in use", .serialized)
struct UsingTests {
    private func start(
        _ sample: String, columns: Int = 80, rows: Int = 24, _ arguments: [String] = []
    ) async throws -> Tmux {
        let tmux = try await Tmux(
            "conformance-terminal", ["--open=conformance:\(sample)"] + arguments,
            columns: columns, rows: rows)
        try await tmux.wait("it is there") { $0.contains("^P Commands") }
        return tmux
    }

    @Test("reaches everything on a small terminal", arguments: [(40, 10), (80, 24)])
    func small(_ columns: Int, _ rows: Int) async throws {
        let tmux = try await start("form", columns: columns, rows: rows)
        var seen = try await tmux.screen()
        for _ in 0..<12 {
            let before = try await tmux.look()
            try await tmux.press("Tab")
            let next = try await tmux.find("the focus moves") { look -> String? in
                look == before ? nil : look.text
            }
            seen += next
        }
        for text in ["Your name", "Several sizes", "A file", "Save the form"] {
            #expect(DriverText.contains(seen, text), "\(text) is not in:\n\(seen)")
        }
    }

    @Test(
        "has the sign and name of the product in the frame, and its colours",
        arguments: [
            ("light", ConformanceBrand.accents.light), ("dark", ConformanceBrand.accents.dark),
        ])
    func brand(_ scheme: String, _ accent: RGBColor) async throws {
        let tmux = try await Tmux(
            "conformance-terminal", ["--open=conformance:home", "--theme=\(scheme)"],
            environment: ["COLORTERM": "truecolor"])
        try await tmux.wait("it is there") { $0.contains("^P Commands") }
        let frame = try await tmux.screen().prefix { $0 != "\n" }
        #expect(frame.contains("\(ConformanceBrand.sign) Conformance"))
        try await tmux.wrote(";2;\(accent.red);\(accent.green);\(accent.blue)")
    }

    @Test("shows the list beside what was opened where there is room")
    func panes() async throws {
        let tmux = try await start("home", columns: 200, rows: 50)
        try await tmux.press("Down", "Down", "Down")
        try await tmux.press("Enter")
        try await tmux.see("Sample chart", "Rows read by file")
        try await tmux.resize(columns: 70, rows: 20)
        try await tmux.wait("there is no room for the list") {
            $0.contains("Rows read by file") && !$0.contains("Sample chart")
        }
        try await tmux.press("Escape")
        try await tmux.see("Sample chart")
        #expect(try await tmux.cursorRow() > 0)
    }

    @Test("shows what the list beside has become since something was opened")
    func livePanes() async throws {
        let tmux = try await start("home", columns: 200, rows: 50)
        try await tmux.press("Down", "Down", "Down")
        try await tmux.press("Enter")
        try await tmux.see("Rows read by file", "Samples, 1 seen")
        try await tmux.press("Escape")
        try await tmux.wait("the list is alone") { !$0.contains("Rows read by file") }
        try await tmux.press("Enter")
        try await tmux.see("Rows read by file", "Samples, 2 seen")
    }

    @Test("finds commands by their words")
    func commands() async throws {
        let tmux = try await start("actions")
        try await tmux.press("C-p")
        try await tmux.see("what to do, or a location")
        try await tmux.type("obvious")
        try await tmux.press("Enter")
        try await tmux.see("1 done, last: primary.")
        try await tmux.type(":")
        try await tmux.see("what to do, or a location")
        try await tmux.type("conformance:table")
        try await tmux.press("Enter")
        try await tmux.see("Rows read by file")
    }

    @Test("goes to a place by its letter, by its name among the commands, and by mouse")
    func places() async throws {
        let tmux = try await start("text", columns: 110)
        try await tmux.see("▸ f Front door", "Small museum 7", "Tools")
        try await tmux.type("r")
        try await tmux.see("Rows read by file", "▸ r Reading list")
        try await tmux.press("C-p")
        try await tmux.see("Places", "10,000", "▸ Reading list")
        try await tmux.type("museum")
        try await tmux.press("Enter")
        try await tmux.see("Further facts")
        let lines = try await tmux.screen().split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("Front door") }) + 1
        try await tmux.type("\u{1B}[<0;6;\(row)M\u{1B}[<0;6;\(row)m")
        try await tmux.see("Sample chart", "▸ f Front door")
    }

    @Test("asks before a place is gone to and what was typed is lost")
    func losingForPlace() async throws {
        let tmux = try await start("form", columns: 110)
        try await tmux.press("Tab")
        try await tmux.type("notes")
        try await tmux.press("M-r")
        try await tmux.see("Discard what you typed?")
        try await tmux.type("y")
        try await tmux.see("Rows read by file")
    }

    @Test("explains its keys, those that were given others as well")
    func help() async throws {
        let tmux = try await start("list", rows: 50, ["--keys=help=f2"])
        try await tmux.press("F2")
        try await tmux.see(
            "What you can type", "Peel", "There is no knife.", "(page-down)", "F2", "Places",
            "Front door")
    }

    @Test("is used by mouse where that helps")
    func mouse() async throws {
        let tmux = try await start("list")
        // The second row is pressed: it gets the focus; pressed again, it is chosen.
        try await tmux.see("Banana")
        let lines = try await tmux.screen().split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("Banana") }) + 1
        try await tmux.type("\u{1B}[<0;10;\(row)M\u{1B}[<0;10;\(row)m")
        try await tmux.wait("it has the focus") { _ in try await tmux.cursorRow() == row - 1 }
        try await tmux.type("\u{1B}[<0;10;\(row)M\u{1B}[<0;10;\(row)m")
        try await tmux.see("1 done, last: Banana was chosen.")
    }

    @Test("asks before what was typed is lost")
    func losing() async throws {
        let tmux = try await start("form")
        try await tmux.press("Tab")
        try await tmux.type("notes")
        try await tmux.press("C-q")
        try await tmux.see("Discard what you typed?")
        try await tmux.press("Escape")
        try await tmux.wait("the question is gone") { !$0.contains("Discard what you typed?") }
        try await tmux.see("notes")
        try await tmux.press("C-q")
        try await tmux.see("Discard what you typed?")
        try await tmux.type("y")
        #expect(try await tmux.end() == 0, "\(tmux.errors())")
    }

    @Test("offers to stay, to discard and to save, in this order, before what was typed is lost")
    func leaving() async throws {
        let tmux = try await start("draft", rows: 50)
        try await focus("First line", in: tmux)
        try await tmux.type("x")
        try await tmux.press("C-q")
        try await tmux.see("Esc Stay y Discard 1 Send the letter")
        try await tmux.type("y")
        #expect(try await tmux.end() == 0, "\(tmux.errors())")
    }

    @Test("ends at the second key for it, though what was typed is lost")
    func losingTwice() async throws {
        let tmux = try await start("form")
        try await tmux.press("Tab")
        try await tmux.type("notes")
        try await tmux.press("C-q")
        try await tmux.see("Discard what you typed?")
        try await tmux.press("C-q")
        #expect(try await tmux.end() == 0, "\(tmux.errors())")
    }

    @Test("asks before half a path is lost")
    func losingPath() async throws {
        let tmux = try await start("form", rows: 60)
        try await focus("A file", in: tmux)
        try await tmux.type("/tm")
        try await tmux.wait("the path") { Self.isMarked("A file /tm", in: $0) }
        try await tmux.press("C-q")
        try await tmux.see("Discard what you typed?")
        try await tmux.press("Escape")
        try await tmux.wait("the path is there still") { seen in
            !seen.contains("Discard what you typed?") && Self.isMarked("A file /tm", in: seen)
        }
        try await tmux.press("C-q")
        try await tmux.see("Discard what you typed?")
        try await tmux.type("y")
        #expect(try await tmux.end() == 0, "\(tmux.errors())")
    }

    @Test("begins a form in its first field, where letters are text")
    func firstField() async throws {
        let tmux = try await start("form")
        try await tmux.wait("the focus in the name") { Self.isMarked("Your name", in: $0) }
        try await tmux.press("C-u")
        try await tmux.type("qb/U")
        try await tmux.wait("the letters in the name") { seen in
            Self.isMarked("Your name", in: seen) && DriverText.contains(seen, "qb/U")
        }
    }

    @Test("has the caret in the field that is wrong by now, not in the one that was")
    func wrongByNow() async throws {
        let tmux = try await start("draft", rows: 50)
        try await focus("Stamp", in: tmux)
        try await tmux.type("f0rged")
        try await tmux.press("C-s")
        try await tmux.wait("the stamp is wrong") { seen in
            seen.contains("It is forged.") && Self.isMarked("Stamp", in: seen)
        }
        try await focus("Seal", in: tmux)
        try await tmux.type("br0ken")
        try await tmux.wait("the seal") { Self.isMarked("••••••", in: $0) }
        try await focus("First line", in: tmux)
        try await tmux.press("C-u")
        try await tmux.type("Dear everybody")
        try await tmux.press("C-s")
        // The screen is drawn with what was wrong before, while the question is open.
        try await tmux.see("Write to everybody?")
        try await tmux.type("y")
        try await tmux.wait("the seal is wrong") { seen in
            seen.contains("It is broken.") && Self.isMarked("Seal", in: seen)
        }
    }

    /// Moves to the field with a label.
    private func focus(_ label: String, in tmux: Tmux) async throws {
        for _ in 0..<20 {
            if try await Self.isMarked(label, in: tmux.screen()) { return }
            let before = try await tmux.look()
            try await tmux.press("Tab")
            _ = try await tmux.find("the focus moves") { look in look == before ? nil : true }
        }
    }

    /// Whether the line with the focus begins with some words.
    private static func isMarked(_ words: String, in screen: String) -> Bool {
        screen.split(separator: "\n").contains { line in
            line.hasPrefix("▌") && DriverText.contains(String(line), words)
        }
    }

    @Test("tells at once what is no number, no day and no file, and sends nothing")
    func problems() async throws {
        let tmux = try await start("form")
        for (keys, text) in [(3, "12,x"), (1, "2026-02-30")] {
            for _ in 0..<keys { try await tmux.press("Tab") }
            try await tmux.type(text)
        }
        try await tmux.press("C-s")
        try await tmux.see("Type a number, such as 12.50.", "Type a day as year-month-day")
        #expect(try await !tmux.screen().contains("What was saved"))
    }

    @Test("puts pasted text where it belongs, and a pasted secret nowhere else")
    func pasting() async throws {
        let tmux = try await start("form", rows: 50)
        try await tmux.press("Tab", "Tab")
        try await tmux.type("\u{1B}[200~pasted-7Xy\n\u{1B}[201~")
        try await tmux.see("••••••••••")
        try await tmux.press("C-s")
        try await tmux.see("10 bytes")
        #expect(!tmux.output().contains("7Xy"))
    }

    @Test("makes, conceals and clears a secret by keys while it is typed, which the help names")
    func secretKeys() async throws {
        let tmux = try await start("secret", rows: 50)
        try await tmux.see("^O Make a short one", "^N Make a long one")
        try await tmux.press("C-o")
        try await tmux.see("m4de-short", "^R Conceal", "^X Clear")
        try await tmux.press("C-r")
        try await tmux.wait("it is concealed") {
            $0.contains("^R Reveal") && !$0.contains("m4de-short")
        }
        try await tmux.press("F1")
        try await tmux.see("What you can type", "^X")
        try await tmux.press("Escape")
        try await tmux.wait("the help is gone") { !$0.contains("What you can type") }
        try await tmux.press("C-x")
        try await tmux.wait("it is cleared") { !$0.contains("••••") && !$0.contains("^X Clear") }
    }

    @Test("draws only what changed, and nothing while nothing happens")
    func economy() async throws {
        let tmux = try await start("many")
        try await tmux.see("Item #1.")
        let output = try await rest(tmux)
        let before = try await tmux.cursorRow()
        try await tmux.press("Down")
        try await tmux.wait("the focus moved") { _ in
            try await tmux.cursorRow() == before + 1 && tmux.output().utf8.count > output
        }
        // Two rows of 80 columns, with how they look.
        #expect(try await rest(tmux) - output < 400)
    }

    @Test("goes through 100,000 rows by every key")
    func many() async throws {
        let tmux = try await start("many")
        try await tmux.see("Item #1.", "100,000 rows")
        try await tmux.press("End")
        try await tmux.see("Item #100000.")
        try await tmux.press("PageUp", "PageUp", "PageUp")
        try await tmux.wait("pages before") { !$0.contains("Item #100000.") }
        try await tmux.press("Home")
        try await tmux.see("Item #1.")
        for _ in 0..<60 { try await tmux.press("Down") }
        try await tmux.see("Item #61.")
        try await tmux.type("/")
        try await tmux.type("#7777")
        try await tmux.see("Item #7777.", "Item #77779.")
        try await tmux.press("Escape")
        try await tmux.see("Item #1.")
    }

    @Test("shows a list from the row on that it begins with, and says to the row where one reads")
    func place() async throws {
        let tmux = try await start("place")
        try await tmux.wait("the row") { Self.firstPage(of: $0) == 121 }
        // The rows above it are there as well, and move nothing.
        try await tmux.press("Up")
        try await tmux.wait("the row above") { Self.firstPage(of: $0) == 120 }
        try await tmux.press("PageDown", "PageDown")
        // Until the list has come to rest, a former row may be told.
        try await tmux.wait("the row in sight is told") { seen in
            guard let page = Self.firstPage(of: seen), page > 130 else { return false }
            if DriverText.contains(seen, "The place is \(page).") { return true }
            try await tmux.type("t")
            return false
        }
    }

    /// Waits until the program has put out nothing and not used the processor for three seconds.
    ///
    /// - Returns: How many bytes it has put out.
    private func rest(_ tmux: Tmux) async throws -> Int {
        let process = try #require(tmux.program())
        var now = (output: -1, time: -1)
        try await until("three seconds in which nothing is done") {
            let before = now
            now = (tmux.output().utf8.count, try Self.processorTime(of: process))
            if now == before { return true }
            // Time: nothing tells that a program is at rest.
            try await Task.sleep(for: .seconds(3))
            return false
        }
        return now.output
    }

    private static func firstPage(of seen: String) -> Int? {
        seen.firstMatch(of: /Page #(\d+)\./).flatMap { Int($0.1) }
    }

    /// What a process has used of the processor, in ticks.
    private static func processorTime(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }
}
