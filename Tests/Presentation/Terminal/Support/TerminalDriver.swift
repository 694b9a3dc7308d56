import Foundation
import Synchronization
import TenonTesting
import TenonUI
import TestSupport

/// Uses the full screen as somebody who reads and presses keys, in a real terminal that is so high
/// that every page is seen at once; unless it is narrow, it has the places beside the page.
final class TerminalDriver: FrontEndDriver {
    private let tmux = Mutex<Tmux?>(nil)
    private let language: String
    private let program: String
    private let environment: [String: String]

    /// Makes a driver of the conformance application, or of another program.
    init(
        language: String = "en", program: String = "conformance-terminal",
        environment: [String: String] = [:]
    ) {
        self.language = language
        self.program = program
        self.environment = environment
    }

    func start(at location: String, isNarrow: Bool) async throws {
        try await finish()
        let tmux = try await Tmux(
            program, ["--open=\(location)", "--language=\(language)"],
            columns: isNarrow ? 40 : 110, rows: isNarrow ? 1600 : 700, environment: environment)
        self.tmux.withLock { $0 = tmux }
        let quit = Localizer(language: language)(UIText.quit)
        try await tmux.wait("the front end is there") {
            Self.contains($0, "^Q \(quit)", "q \(quit)")
        }
    }

    func see() async throws -> String {
        let tmux = try terminal
        let (places, lines) = Self.panes(of: try await tmux.screen())
        let seen = (lines.prefix(1) + places + lines.dropFirst()).joined(separator: "\n")
        // tmux keeps 21 bytes of a character and drops the rest of a longer one, which was put out.
        let (whole, rest) = ("👩‍👩‍👧‍👦", "👩‍👩‍👧\u{200D}")
        guard seen.contains(rest), tmux.output().contains(whole) else { return seen }
        return seen.replacing(rest, with: whole)
    }

    func everything() async throws -> String { try terminal.output() }

    func scan() async throws -> [String]? {
        try await CodeReader.texts(inTerminal: try await see())
    }

    func choose(_ title: String, on label: String?) async throws {
        let tmux = try terminal
        if let label { try await focus(label) }
        let name = NSRegularExpression.escapedPattern(for: title)
        let key = try await tmux.find("\(title) can be chosen") { seen -> String? in
            if label == nil, let key = try Self.placeKey(for: title, in: seen.text) { return key }
            guard !seen.text.contains("┌─") else { return nil }
            let pattern = "(?:^ |   )(Enter|Alt-\\S|F[0-9]+|\\^\\S|\\S) \(name)(?=   |$)"
            if let match = try Self.matches(pattern, in: seen.text).last { return match[0] }
            // What is not available has the reason behind it.
            guard try Self.matches("(?:^ |   )(?:\\S+ )?\(name) \\(", in: seen.text).isEmpty else {
                throw TestingError.cannot("choose \(title)", seen: seen.text)
            }
            return nil
        }
        try await press(key, in: tmux)
    }

    /// Opens the commands, which the places are below, where they are not beside the page.
    func showPlaces() async throws {
        let tmux = try terminal
        let seen = try await tmux.screen()
        guard Self.panes(of: seen).places.isEmpty, !seen.contains("┌─") else { return }
        try await tmux.press("C-p")
        try await tmux.wait("the commands are there") { $0.contains("┌─") }
    }

    func follow(_ text: String) async throws {
        let tmux = try terminal
        for _ in 0..<100 {
            let look = try await tmux.look()
            let lines = look.text.split(separator: "\n", omittingEmptySubsequences: false)
            guard let row = lines.firstIndex(where: { $0.contains(text) }) else { break }
            // The cursor stands at the beginning of what has the focus.
            if look.row == row, look.text.contains("Enter Open") {
                return try await tmux.press("Enter")
            }
            try await moveFocus(by: "Tab", in: tmux)
        }
        throw TestingError.cannot("follow \(text)", seen: try await tmux.screen())
    }

    func go(to title: String) async throws {
        let tmux = try terminal
        let key = try await tmux.find("the place \(title) is there") { seen -> String? in
            try Self.placeKey(for: title, in: seen.text) ?? (seen.text.contains("┌─") ? "" : nil)
        }
        guard key.isEmpty else { return try await press(key, in: tmux) }
        try await tmux.type(title)
        try await tmux.press("Enter")
    }

    /// The letter that the places beside the page have for a title, with Alt, as where one writes;
    /// `nil` when the title is not there.
    private static func placeKey(for title: String, in screen: String) throws -> String? {
        let places = panes(of: screen).places.joined(separator: "\n")
        let name = NSRegularExpression.escapedPattern(for: title)
        return try matches("^[▸ ] (\\S) \(name)(?= |$)", in: places).first.map { "Alt-\($0[0])" }
    }

    func undo() async throws {
        let tmux = try terminal
        guard try await tmux.screen().contains("[U] Undo") else {
            throw TestingError.cannot("undo", seen: try await tmux.screen())
        }
        try await press("U", in: tmux)
    }

    func currentPlace() async throws -> String? {
        let (places, lines) = Self.panes(of: try await terminal.screen())
        let line = places.first { $0.hasPrefix("▸ ") } ?? lines.first { $0.hasPrefix(" ▸ ") } ?? ""
        return try Self.matches(
            "^ ?▸ \\S (.+?)(?=   .*$| +[0-9,]+ *$| *$)", in: line
        ).first?[0]
    }

    /// The places beside the page, and the lines without them.
    private static func panes(of screen: String) -> (places: [String], lines: [String]) {
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        var places: [Substring] = []
        var page: [Substring] = []
        for line in lines.dropFirst() {
            guard let end = line.unicodeScalars.prefix(40).firstIndex(of: "│") else { break }
            places.append(line[..<end])
            page.append(line[end...].dropFirst())
        }
        // The line beside them goes from the top to the footer.
        let all = lines.map(String.init)
        guard page.count >= 100 else { return ([], all) }
        let named = places.filter { place in place.utf8.contains { $0 != UInt8(ascii: " ") } }
        return (
            named.map(String.init), [all[0]] + page.map(String.init) + all[(1 + page.count)...]
        )
    }

    func fill(_ label: String, with value: DriverValue) async throws {
        let tmux = try terminal
        let line = try await focusField(label)
        switch value {
        case .text(let text):
            try await tmux.press("C-e", "C-u")
            for (number, part) in text.split(
                separator: "\n", omittingEmptySubsequences: false
            ).enumerated() {
                if number > 0 { try await tmux.press("Enter") }
                try await tmux.type(String(part))
            }
        case .secret(let text), .number(let text), .date(let text), .month(let text),
            .file(let text):
            try await tmux.press("C-e", "C-u")
            try await tmux.type(text)
        case .tokens(let tokens):
            try await tmux.press("C-e", "C-u")
            try await tmux.type(tokens.joined(separator: ", "))
        case .toggle(let isOn):
            if line.contains("[x]") != isOn { try await tmux.press("Space") }
        case .choice(let title):
            try await tmux.press("Enter")
            try await tmux.wait("the options are there") { $0.contains("┌─") }
            try await tmux.type(title)
            try await tmux.press("Enter")
            try await tmux.wait("the option is chosen") { $0.contains("‹ \(title) ›") }
        case .choices(let titles):
            try await tmux.press("Enter")
            let seen = try await tmux.wait("the options are there") { $0.contains("Space Mark") }
            try await tmux.press("Home")
            for match in try Self.matches("│ \\[(.)\\] (.*?) *│", in: seen) {
                if (match[0] == "x") != titles.contains(match[1]) { try await tmux.press("Space") }
                try await tmux.press("Down")
            }
            try await tmux.press("Enter")
            try await tmux.wait("the options are gone") { !$0.contains("Space Mark") }
        }
    }

    func answer(_ answer: DriverAnswer) async throws {
        let tmux = try terminal
        try await tmux.wait("a question is open") { $0.contains("┌─") }
        switch answer {
        case .cancel:
            try await escape(tmux)
        case .confirm:
            try await tmux.type("y")
        case .choice(let title):
            let name = NSRegularExpression.escapedPattern(for: title)
            let key = try await tmux.find("\(title) can be chosen") { seen -> String? in
                try Self.matches("([0-9]) \(name)", in: seen.text).last?[0]
            }
            try await press(key, in: tmux)
        case .text(let text):
            try await tmux.press("C-u")
            try await tmux.type(text)
            try await tmux.press("Enter")
        }
    }

    func search(_ text: String) async throws {
        let tmux = try terminal
        try await tmux.press("/")
        try await tmux.press("C-e", "C-u")
        try await tmux.type(text)
        try await tmux.press("Enter")
    }

    func select(_ titles: [String]) async throws {
        let tmux = try terminal
        if try await tmux.screen().contains(" chosen: ") { try await escape(tmux) }
        for title in titles {
            try await focus(title)
            try await tmux.press("Space")
            // The focus goes on to the next row.
            try await tmux.wait("\(title) is chosen") { seen in
                Self.line(of: title, in: seen)?.text.dropFirst().hasPrefix("*") == true
            }
        }
    }

    func filter(_ filter: String, by options: [String]) async throws {
        let tmux = try terminal
        let pattern = "\\[(.)\\] (.+?) [0-9,]+(?=  |$)"
        let page = Self.panes(of: try await tmux.screen()).lines
        let start = page.firstIndex { $0.contains("\(filter)  ") } ?? 0
        let before = try Self.matches(pattern, in: page[..<start].joined(separator: "\n")).count
        let rest = page[start...].prefix { $0.contains("[ ]") || $0.contains("[x]") }
        let lines = rest.prefix(1) + rest.dropFirst().prefix { $0.dropFirst(2).hasPrefix("  ") }
        for (place, match) in try Self.matches(pattern, in: lines.joined(separator: "\n"))
            .enumerated()
        where (match[0] == "x") != options.contains(match[1]) {
            try await tmux.press("F")
            for _ in 0..<before + place { try await tmux.press("Right") }
            try await tmux.press("Enter")
            let mark = match[0] == "x" ? "[ ]" : "[x]"
            try await tmux.wait("\(mark) \(match[1])") { $0.contains("\(mark) \(match[1]) ") }
        }
    }

    /// Goes back; while rows are chosen the first press releases them, as the footer says.
    func back() async throws {
        let tmux = try terminal
        if try await tmux.screen().contains(" chosen: ") { try await escape(tmux) }
        try await escape(tmux)
    }

    func showMore(of list: String) async throws { try await terminal.press("PageDown") }

    func close() async throws { try await terminal.press("C-q") }

    func reload() async throws { try await terminal.press("C-l") }

    /// Closes the terminal, and waits until the program has ended.
    func hangUp() async throws {
        try await terminal.hangUp()
        tmux.withLock { $0 = nil }
    }

    func finish() async throws {
        guard let tmux = tmux.withLock({ $0 }) else { return }
        self.tmux.withLock { $0 = nil }
        let status = try await end(tmux)
        guard status == 0 else {
            throw TestingError.unmet("it ends well", seen: "status \(status), \(tmux.errors())")
        }
    }

    private func end(_ tmux: Tmux) async throws -> Int32 {
        if tmux.status() == nil { try await tmux.press("C-q") }
        try await tmux.wait("it ends") { seen in
            // What was typed and not sent is given up.
            if seen.contains("Discard what you typed?") { try await tmux.type("y") }
            return tmux.status() != nil
        }
        return tmux.status() ?? -1
    }

    // MARK: - Finding

    private var terminal: Tmux {
        get throws {
            guard let tmux = tmux.withLock({ $0 }) else {
                throw TestingError.cannot("use the terminal", seen: "no program")
            }
            return tmux
        }
    }

    private static func contains(_ text: String, _ parts: String...) -> Bool {
        parts.contains { text.contains($0) }
    }

    private static func matches(_ pattern: String, in text: String) throws -> [[String]] {
        let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
        return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).map {
            match in
            (1..<match.numberOfRanges).map { group in
                Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
            }
        }
    }

    /// The line that begins with a label, and its row; `nil` when there is none.
    private static func line(of label: String, in screen: String) -> (text: String, row: Int)? {
        let lines = panes(of: screen).lines
        let row = lines.firstIndex { $0.dropFirst(2).hasPrefix(label) }
        return row.map { (lines[$0], $0) }
    }

    // MARK: - Pressing

    func press(_ accelerator: Accelerator) async throws -> Bool {
        try await terminal.type(accelerator.letter ?? "")
        return true
    }

    private func press(_ key: String, in tmux: Tmux) async throws {
        switch key {
        case "Enter": try await tmux.press("Enter")
        case _ where key.hasPrefix("Alt-"): try await tmux.press("M-\(key.dropFirst(4))")
        case _ where key.hasPrefix("^"): try await tmux.press("C-\(key.dropFirst().lowercased())")
        case _ where key.count == 1: try await tmux.type(key)
        default: try await tmux.press(key)
        }
    }

    /// Presses Escape, and waits for what it does: a key behind it would be taken for one with Alt.
    private func escape(_ tmux: Tmux) async throws {
        let before = try await tmux.screen()
        try await tmux.press("Escape")
        try await tmux.wait("Escape does something") { $0 != before }
    }

    /// Moves to the row or fact with a label, with the arrows.
    private func focus(_ label: String) async throws {
        let tmux = try terminal
        for _ in 0..<100 {
            let (row, target) = try await tmux.find("to find \(label)") { seen -> (Int, Int)? in
                Self.line(of: label, in: seen.text).map { (seen.row, $0.row) }
            }
            guard row != target else { return }
            try await moveFocus(by: row < target ? "Down" : "Up", in: tmux)
        }
        throw TestingError.cannot("reach \(label)", seen: try await tmux.screen())
    }

    /// Moves to the field with a label, with the tabulator, and returns its line.
    private func focusField(_ label: String) async throws -> String {
        let tmux = try terminal
        for _ in 0..<40 {
            let line = try await tmux.find("to find \(label)") { seen -> String? in
                Self.line(of: label, in: seen.text)?.text
            }
            if line.hasPrefix("▌") { return line }
            try await moveFocus(by: "Tab", in: tmux)
        }
        throw TestingError.cannot("reach \(label)", seen: try await tmux.screen())
    }

    /// Presses a key that moves the focus, and waits until it has: a key that is still under way
    /// would be followed by one too many.
    private func moveFocus(by key: String, in tmux: Tmux) async throws {
        let before = Self.focus(in: try await tmux.look(), for: key)
        try await tmux.press(key)
        _ = try await tmux.find("the focus moves by \(key)") { seen -> Bool? in
            Self.focus(in: seen, for: key) == before ? nil : true
        }
    }

    /// Where the focus is: in the field that is marked, whatever is typed, else at the cursor.
    private static func focus(in look: Tmux.Look, for key: String) -> [Int] {
        let lines = panes(of: look.text).lines
        guard let marked = lines.firstIndex(where: { $0.hasPrefix("▌") }) else {
            return [look.row, look.column]
        }
        // The arrows also move between the lines of a text.
        return key == "Tab" ? [marked] : [marked, look.row]
    }
}
