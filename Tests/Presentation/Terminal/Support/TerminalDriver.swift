import Foundation
import Synchronization
import TenonTesting
import TenonUI
import TestSupport

/// Uses the full screen as somebody who reads and presses keys, in a real terminal that is so high
/// that every page is seen at once; unless it is narrow, it has the places beside the page.
final class TerminalDriver: FrontEndDriver {
    /// How often to look for what is to be chosen before it counts as not there.
    private static let looks = 60

    private let tmux = Mutex<Tmux?>(nil)
    private let language: String

    init(language: String = "en") { self.language = language }

    func start(at location: String, isNarrow: Bool) async throws {
        try await finish()
        let tmux = try await Tmux(
            "conformance-terminal", ["--open=\(location)", "--language=\(language)"],
            columns: isNarrow ? 40 : 110, rows: isNarrow ? 1600 : 700)
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
        if label == nil, try await goFromColumn(to: title) { return }
        let name = NSRegularExpression.escapedPattern(for: title)
        let pattern = "(?:^ |   )(Enter|Alt-\\S|F[0-9]+|\\^\\S|\\S) \(name)(?=   |$)"
        let key = try await find(pattern) { !$0.contains("┌─") }
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
            let seen = try await tmux.screen()
            let lines = seen.split(separator: "\n", omittingEmptySubsequences: false)
            guard let row = lines.firstIndex(where: { $0.contains(text) }) else { break }
            // The cursor stands at the beginning of what has the focus.
            let cursor = try await tmux.cursorRow()
            if cursor == row, seen.contains("Enter Open") {
                return try await tmux.press("Enter")
            }
            try await tmux.press("Tab")
            // A key that is still under way would be followed by one too many.
            for _ in 0..<30 {
                try await Task.sleep(for: .milliseconds(30))
                if try await tmux.cursorRow() != cursor { break }
                if try await tmux.screen() != seen { break }
            }
        }
        throw TestingError.cannot("follow \(text)", seen: try await tmux.screen())
    }

    func go(to title: String) async throws {
        let tmux = try terminal
        if try await goFromColumn(to: title) { return }
        guard try await tmux.screen().contains("┌─") else {
            throw TestingError.cannot("go to \(title)", seen: try await tmux.screen())
        }
        try await tmux.type(title)
        try await tmux.press("Enter")
    }

    /// Presses the letter that the places beside the page have for a title, with Alt, as where one
    /// writes; `false` when the title is not there.
    private func goFromColumn(to title: String) async throws -> Bool {
        let tmux = try terminal
        let places = Self.panes(of: try await tmux.screen()).places.joined(separator: "\n")
        let name = NSRegularExpression.escapedPattern(for: title)
        guard let key = try Self.matches("^[▸ ] (\\S) \(name)(?= |$)", in: places).first else {
            return false
        }
        try await tmux.press("M-\(key[0])")
        return true
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
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        func end(_ line: String) -> String.Index? { line.prefix(40).firstIndex(of: "│") }
        // The line beside them goes from the top to the footer.
        guard lines.dropFirst().prefix(100).allSatisfy({ end($0) != nil }), lines.count > 100 else {
            return ([], lines)
        }
        let body = lines.dropFirst().prefix { end($0) != nil }
        let places = body.map { String($0[..<(end($0) ?? $0.endIndex)]) }
        let page = body.map { $0[(end($0) ?? $0.startIndex)...].dropFirst() }.map(String.init)
        return (
            places.filter { !$0.allSatisfy(\.isWhitespace) },
            lines.prefix(1) + page + lines.dropFirst(1 + body.count)
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
        }
    }

    func answer(_ answer: DriverAnswer) async throws {
        let tmux = try terminal
        try await tmux.wait("a question is open", looks: Self.looks) { $0.contains("┌─") }
        switch answer {
        case .cancel:
            try await escape(tmux)
        case .confirm:
            try await tmux.type("y")
        case .choice(let title):
            let name = NSRegularExpression.escapedPattern(for: title)
            try await press(try await find("([0-9]) \(name)"), in: tmux)
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

    func finish() async throws {
        guard let tmux = tmux.withLock({ $0 }) else { return }
        self.tmux.withLock { $0 = nil }
        let status = try? await end(tmux)
        let errors = tmux.errors()
        await tmux.close()
        guard status == 0 else {
            throw TestingError.unmet("it ends well", seen: "status \(status ?? -1), \(errors)")
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

    /// What stands in the brackets of the last match, as soon as there is one.
    private func find(
        _ pattern: String, where condition: (String) -> Bool = { _ in true }
    ) async throws -> String {
        for _ in 0..<Self.looks {
            let seen = try await terminal.screen()
            if condition(seen), let match = try Self.matches(pattern, in: seen).last {
                return match[0]
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestingError.cannot("find \(pattern)", seen: try await terminal.screen())
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

    /// The line that begins with a label, and its row.
    private func line(of label: String) async throws -> (text: String, row: Int) {
        for _ in 0..<Self.looks {
            let lines = Self.panes(of: try await terminal.screen()).lines
            if let row = lines.firstIndex(where: { $0.dropFirst(2).hasPrefix(label) }) {
                return (lines[row], row)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestingError.cannot("find \(label)", seen: try await terminal.screen())
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

    /// Presses Escape, and waits for as long as it may be the beginning of something else.
    private func escape(_ tmux: Tmux) async throws {
        try await tmux.press("Escape")
        try await Task.sleep(for: .milliseconds(150))
    }

    /// Moves to the row or fact with a label, with the arrows.
    private func focus(_ label: String) async throws {
        let tmux = try terminal
        for _ in 0..<100 {
            let target = try await line(of: label).row
            let row = try await tmux.cursorRow()
            guard row != target else { return }
            try await tmux.press(row < target ? "Down" : "Up")
            for _ in 0..<20 where try await tmux.cursorRow() == row {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        throw TestingError.cannot("reach \(label)", seen: try await tmux.screen())
    }

    /// Moves to the field with a label, with the tabulator, and returns its line.
    private func focusField(_ label: String) async throws -> String {
        let tmux = try terminal
        for _ in 0..<40 {
            let line = try await line(of: label)
            if line.text.hasPrefix("▌") { return line.text }
            let row = try await tmux.cursorRow()
            try await tmux.press("Tab")
            for _ in 0..<20 where try await tmux.cursorRow() == row {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        throw TestingError.cannot("reach \(label)", seen: try await tmux.screen())
    }
}
