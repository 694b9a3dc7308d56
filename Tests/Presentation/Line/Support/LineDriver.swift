import Foundation
import Synchronization
import TenonTesting
import TenonUI
import TestSupport

/// Uses the line front end as somebody who reads and types, at pipes or at a terminal.
final class LineDriver: FrontEndDriver {
    private struct State {
        var program: ChildProgram?
        /// The output without colours and carriage returns.
        var plain = PlainText()
        /// How much there was of both streams at the last input.
        var mark = 0
        var errorMark = 0

        /// What came since the last input.
        mutating func new() -> Substring.UTF8View {
            plain.update(from: program?.outputBytes ?? Data())
            return Substring(plain.text).utf8.dropFirst(mark)
        }
    }

    let showsMadeSecrets = false
    private let usesTerminal: Bool
    private let language: String
    private let program: String
    private let environment: [String: String]
    private let asksAtStart: Bool
    private let state = Mutex(State())

    /// Makes a driver of the conformance application, or of another program.
    ///
    /// - Parameter asksAtStart: Whether the first screen is a form whose fields are asked for at once.
    init(
        usesTerminal: Bool, language: String = "en", program: String = "conformance-line",
        environment: [String: String] = [:], asksAtStart: Bool = false
    ) {
        self.usesTerminal = usesTerminal
        self.language = language
        self.program = program
        self.environment = environment
        self.asksAtStart = asksAtStart
    }

    func start(at location: String, isNarrow: Bool) async throws {
        try await finish()
        let columns = isNarrow ? 40 : 80
        let program = try ChildProgram(
            self.program, arguments: ["--open=\(location)", "--language=\(language)"],
            environment: ["COLUMNS": "\(columns)", "TERM": "xterm"].merging(environment) { $1 },
            at: usesTerminal ? PseudoTerminal(columns: UInt16(columns), rows: 40) : nil)
        state.withLock { $0 = State(program: program) }
        let quit = "[q] \(Localizer(language: language)(UIText.quit))"
        try await waitForPrompt(asksAtStart ? "): " : usesTerminal ? "\(quit)\n> " : quit)
    }

    func see() async throws -> String {
        state.withLock { state in
            let errors = (state.program?.errors ?? "").utf8.dropFirst(state.errorMark)
            return String(decoding: Array(state.new()) + Array(errors), as: UTF8.self)
        }
    }

    func everything() async throws -> String {
        state.withLock { ($0.program?.output ?? "") + ($0.program?.errors ?? "") }
    }

    func scan() async throws -> [String]? {
        usesTerminal ? try await CodeReader.texts(inTerminal: try await see()) : nil
    }

    func choose(_ title: String, on label: String?) async throws {
        guard let label else {
            guard DriverText.contains(text, "] \(title)") else {
                throw TestingError.cannot("choose \(title)", seen: text)
            }
            return try await type(title)
        }
        try await type("\(try number(of: label)) \(title)")
    }

    func press(_ accelerator: Accelerator) async throws -> Bool {
        try await type(accelerator.letter ?? "")
        return true
    }

    func showPlaces() async throws { try await type("g") }

    func follow(_ text: String) async throws {
        let name = NSRegularExpression.escapedPattern(for: text).replacing(" ", with: "\\s+")
        try await type(try Self.lastMatch("\(name)\\s+\\[([0-9]+)\\]", in: self.text))
    }

    func go(to title: String) async throws {
        guard DriverText.contains(text, "] \(title)") else {
            throw TestingError.cannot("go to \(title)", seen: text)
        }
        try await type("g \(title)")
    }

    func currentPlace() async throws -> String? {
        try Self.lastMatch("(?m)\\] ([^\\](]+?) (?:\\(.*\\) )?– you are here$", in: text)
    }

    func fill(_ label: String, with value: DriverValue) async throws {
        // Where a field is being asked for, this ends the asking; elsewhere it means nothing.
        try await type(".")
        let number = try number(of: label)
        switch value {
        case .text(""):
            try await type("\(number) -")
        case .text(let text) where text.contains("\n"):
            try await type("\(number)")
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                try await type(String(line))
            }
            try await type(".")
        case .text(let text), .number(let text), .date(let text), .month(let text),
            .choice(let text), .file(let text):
            try await type("\(number) \(text)")
        case .tokens(let tokens):
            try await type("\(number) \(tokens.joined(separator: ", "))")
        case .toggle(let isOn):
            try await type("\(number) \(isOn ? "y" : "n")")
        case .secret(let text):
            try await type("\(number)", until: ": ")
            try await type(text)
        case .choices(let titles):
            try await type("\(number)", until: ": ")
            let seen = try await see()
            let numbers = try titles.map { try Self.number(before: $0, in: seen) }
            try await type(numbers.joined(separator: " "))
        }
    }

    func answer(_ answer: DriverAnswer) async throws {
        switch answer {
        case .cancel: try await type(".")
        case .confirm: try await type("y")
        case .choice(let text), .text(let text): try await type(text)
        }
    }

    func undo() async throws { try await type("u") }

    func search(_ text: String) async throws { try await type("/" + text) }

    func select(_ titles: [String]) async throws {
        try await type("s")
        let numbers = try titles.map { try number(of: $0) }
        try await type("s " + numbers.joined(separator: ","))
    }

    func filter(_ filter: String, by options: [String]) async throws {
        try await type("f")
        let lines = try await see().split(separator: "\n").drop { $0 != "\(filter):" }.dropFirst()
        let option = /\[f (?<number>\d+)\] (?<mark>\[x\] )?(?<title>.+?) \(\d+\)/
        for line in lines.prefix(while: { $0.contains("[f ") }) {
            for match in line.matches(of: option)
            where (match.mark != nil) != options.contains(String(match.title)) {
                try await type("f \(match.number)")
            }
        }
    }

    func back() async throws { try await type("b") }

    func showMore(of list: String) async throws { try await type("n") }

    func close() async throws { try await type("q") }

    func finish() async throws {
        guard let program = state.withLock({ $0.program }) else { return }
        state.withLock { $0.program = nil }
        try? program.endInput()
        let status = await program.wait()
        guard status == 0 else {
            throw TestingError.unmet("it ends well", seen: "status \(status), \(program.errors)")
        }
    }

    // MARK: - Typing and reading

    /// Everything so far, as it is read.
    private var text: String {
        state.withLock { state in
            state.plain.update(from: state.program?.outputBytes ?? Data())
            return state.plain.text
        }
    }

    /// Types a line, and waits for a sign that it was taken.
    private func type(_ line: String, until end: String? = nil) async throws {
        let program = state.withLock { state in
            _ = state.new()
            state.mark = state.plain.text.utf8.count
            state.errorMark = state.program?.errors.utf8.count ?? 0
            return state.program
        }
        guard let program else { throw TestingError.cannot("type", seen: "no program") }
        try program.type(line)
        try await waitForPrompt(end)
    }

    /// At a terminal, waits until something can be typed.
    ///
    /// At pipes there is no sign of that; it waits until what is asked for is there, or for a
    /// moment if nothing is.
    ///
    /// - Throws: An error with the output when it does not come in ten minutes.
    private func waitForPrompt(_ end: String? = nil) async throws {
        guard let program = state.withLock({ $0.program }) else { return }
        var looks = 0
        try await until("what it asks, \(end ?? "whatever it is")") {
            guard program.isRunning else { return true }
            let new = self.new()
            if usesTerminal {
                let ends = end.map { [$0] } ?? ["> ", ": "]
                return new.contains("\n") && ends.contains(where: new.hasSuffix)
            }
            if let end {
                return new.hasSuffix(end.trimmingCharacters(in: .whitespaces) + "\n")
            }
            looks += 1
            return !new.isEmpty || looks > 20
        } instead: {
            new()
        }
    }

    /// What came since the last input.
    private func new() -> String {
        state.withLock { String(decoding: $0.new(), as: UTF8.self) }
    }

    /// The number of a row, a fact or a field, as it was printed last.
    private func number(of label: String) throws -> String {
        let text = text
        if let number = try? Self.number(before: label, in: text) { return number }
        let name = NSRegularExpression.escapedPattern(for: label)
        return try Self.lastMatch("(?m)^\(name)[^\\[]*\\[([0-9]+)", in: text)
    }

    private static func number(before label: String, in text: String) throws -> String {
        let name = NSRegularExpression.escapedPattern(for: label)
        let start = "(?m)^ *([0-9]+)\\. (?:\\[.\\] )?\(name)"
        // Another label may begin with this one.
        if let number = try? lastMatch("\(start)(?=:|  |$)", in: text) { return number }
        return try lastMatch(start, in: text)
    }

    private static func lastMatch(_ pattern: String, in text: String) throws -> String {
        let expression = try NSRegularExpression(pattern: pattern)
        let matches = expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
        guard let match = matches.last, let range = Range(match.range(at: 1), in: text) else {
            throw TestingError.cannot("find \(pattern)", seen: text)
        }
        return String(text[range])
    }
}

/// The output of a terminal program as text, without colours and carriage returns.
private struct PlainText {
    private(set) var text = ""
    private var bytes: [UInt8] = []
    private var count = 0
    private var isInSequence = false

    /// Takes in what is new.
    mutating func update(from output: Data) {
        guard output.count > count else { return }
        for byte in output[(output.startIndex + count)...] {
            if isInSequence {
                isInSequence = !(0x40...0x7E).contains(byte) || byte == UInt8(ascii: "[")
            } else if byte == 0x1B {
                isInSequence = true
            } else if byte != UInt8(ascii: "\r") {
                bytes.append(byte)
            }
        }
        count = output.count
        text = String(decoding: bytes, as: UTF8.self)
    }
}
