import TenonCore
import TenonUI

/// A question as text, and what a line that is typed means as its answer.
struct QuestionSheet {
    /// What a line means.
    enum Reply: Equatable {
        case answer(Answer)
        /// Nothing; the message says what to type.
        case unclear(String)
    }

    let kind: Question.Kind
    let localizer: Localizer

    /// The question, and below it what can be typed.
    func lines(_ layout: LineLayout) -> [String] {
        let tone: Tone? = if case .alert(let alert) = kind { alert.tone } else { nil }
        let mark = tone.map { TextStyle.Mark.tone($0) } ?? .strong
        var lines = layout.paragraph(kind.title(localizer), mark: mark)
        if !kind.message.isEmpty { lines += layout.paragraph(kind.message) }
        if let name = kind.requiredName {
            lines += layout.paragraph(localizer(UIText.typeName, ["name": name]) + ".")
        }
        return lines + layout.keys(keys)
    }

    /// What a line means.
    func reply(to line: SecretText) -> Reply {
        switch kind {
        case .alert(let alert): reply(to: line.reveal(), alert)
        case .confirm(let confirmation): reply(to: line.reveal(), confirmation)
        case .prompt:
            .answer(line.isEmpty || line == SpecialLine.stop ? .cancel : .text(line.unescaped))
        }
    }

    private var returnKey: String { localizer(LineText.returnKey) }

    private var keys: [LineLayout.Key] {
        let no = kind.dismissTitle(localizer)
        switch kind {
        case .alert(let alert):
            return alert.choices.enumerated().map { place, choice in
                .init(key: "\(place + 1)", title: choice.title)
            } + [.init(key: returnKey, title: no)]
        case .confirm(let confirmation):
            let yes = confirmation.confirmTitle
            let other = confirmation.alternative.map { LineLayout.Key(key: "1", title: $0.title) }
            var keys: [LineLayout.Key] =
                switch confirmation.severity {
                case .mild:
                    [.init(key: returnKey, title: yes), .init(key: word(.noWords), title: no)]
                case .moderate:
                    [.init(key: word(.yesWords), title: yes), .init(key: returnKey, title: no)]
                case .severe:
                    [.init(key: returnKey, title: no)]
                }
            // What has words of its own comes first, and another way to go on last.
            if confirmation.cancelTitle != nil { keys.reverse() }
            return keys + [other].compactMap(\.self)
        case .prompt:
            return [.init(key: returnKey, title: no)]
        }
    }

    /// The first of the words for yes or no, a letter.
    private func word(_ key: LineText) -> String {
        localizer(key).split(separator: " ").first.map(String.init) ?? ""
    }

    private func reply(to line: String, _ alert: Alert) -> Reply {
        let text = line.trimmed
        if text.isEmpty || text == "." || alert.choices.isEmpty { return .answer(.cancel) }
        if let number = Int(text), alert.choices.indices.contains(number - 1) {
            return .answer(.choice(alert.choices[number - 1].id))
        }
        let matches = alert.choices.filter { $0.title.lowercased() == text.lowercased() }
        guard matches.count == 1 else { return .unclear(localizer(LineText.questionUnclear)) }
        return .answer(.choice(matches[0].id))
    }

    private func reply(to line: String, _ confirmation: Confirmation) -> Reply {
        let text = line.trimmed
        switch confirmation.severity {
        case .severe(let name):
            if text.isEmpty || text == "." { return .answer(.cancel) }
            guard text == name.trimmed else {
                return .unclear(localizer(LineText.questionWrongName, ["name": name]))
            }
            return .answer(.text(SecretText(name)))
        case .mild, .moderate:
            if text.isEmpty {
                return .answer(confirmation.severity == .mild ? .confirm : .cancel)
            }
            switch YesNo(text, localizer) {
            case .yes: return .answer(.confirm)
            case .no: return .answer(.cancel)
            case nil: break
            }
            if text == "." { return .answer(.cancel) }
            if let other = confirmation.alternative,
                text == "1" || text.lowercased() == other.title.lowercased()
            {
                return .answer(.choice(other.id))
            }
            if text.lowercased() == confirmation.confirmTitle.lowercased() {
                return .answer(.confirm)
            }
            if text.lowercased() == confirmation.cancelTitle?.lowercased() {
                return .answer(.cancel)
            }
            return .unclear(localizer(LineText.questionUnclear))
        }
    }
}

/// Yes or no, in the person's language or in English.
enum YesNo {
    case yes, no

    init?(_ text: String, _ localizer: Localizer) {
        let text = Substring(text.lowercased())
        if (localizer(LineText.yesWords) + " y yes").split(separator: " ").contains(text) {
            self = .yes
        } else if (localizer(LineText.noWords) + " n no").split(separator: " ").contains(text) {
            self = .no
        } else {
            return nil
        }
    }
}

/// Lines that are commands, not answers, and how to type them as answers.
enum SpecialLine {
    /// Stops asking.
    static let stop = SecretText(".")
    /// Empties a field.
    static let clear = SecretText("-")
    /// Asks for an explanation.
    static let explain = SecretText("?")

    fileprivate static let all = [stop, clear, explain, SecretText("\\")]
}

extension SecretText {
    /// The text; for a command after a backslash, the command as text.
    var unescaped: SecretText {
        withBytes { bytes in
            guard bytes.count == 2, bytes[0] == UInt8(ascii: "\\") else { return self }
            let rest = SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes[1...]))
            return SpecialLine.all.contains(rest) ? rest : self
        }
    }
}
