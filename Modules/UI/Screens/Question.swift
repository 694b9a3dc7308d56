public import TenonCore

/// A question to the person that waits for an answer.
public struct Question: Sendable, Codable, Equatable, Identifiable {
    /// The kinds of questions.
    public enum Kind: Sendable, Codable, Equatable {
        /// A message to be seen, perhaps with a choice.
        case alert(Alert)
        /// Yes or no.
        case confirm(Confirmation)
        /// Text.
        case prompt(Prompt)
    }

    /// Names the question within its session.
    public let id: String
    /// What is asked.
    public let kind: Kind

    /// Makes a question.
    public init(id: String, kind: Kind) {
        self.id = id
        self.kind = kind
    }
}

/// The answer to a question.
public enum Answer: Sendable, Equatable {
    /// Dismissed: no choice, "no", no text.
    case cancel
    /// The id of an alert's choice.
    case choice(String)
    /// Yes, to a mild or moderate confirmation.
    case confirm
    /// The text of a prompt, or the name that a severe confirmation asks for.
    case text(SecretText)
}

extension Question.Kind {
    /// What is asked, in a few words.
    package var title: String {
        switch self {
        case .alert(let alert): alert.title
        case .confirm(let confirmation): confirmation.title
        case .prompt(let prompt): prompt.title
        }
    }

    /// What is asked, with the sign and the word for how an alert is meant.
    package func title(_ localizer: Localizer) -> String {
        guard case .alert(let alert) = self, let sign = alert.tone.sign, let word = alert.tone.word
        else { return title }
        return "\(sign) \(localizer(word)): \(title)"
    }

    /// The details; may be empty.
    package var message: String {
        switch self {
        case .alert(let alert): alert.message
        case .confirm(let confirmation): confirmation.message
        case .prompt(let prompt): prompt.message
        }
    }

    /// The words by which it is dismissed: an alert without a choice has been seen, all else is given up.
    package func dismissTitle(_ localizer: Localizer) -> String {
        switch self {
        case .alert(let alert): localizer(alert.choices.isEmpty ? UIText.dismiss : .cancel)
        case .confirm(let confirmation): confirmation.cancelTitle ?? localizer(UIText.cancel)
        case .prompt: localizer(UIText.cancel)
        }
    }

    /// Whether the answer is concealed while it is typed.
    package var isSecret: Bool {
        if case .prompt(let prompt) = self { prompt.isSecret } else { false }
    }

    /// The name that the person types to say yes, where that is asked for.
    package var requiredName: String? {
        guard case .confirm(let confirmation) = self,
            case .severe(let name) = confirmation.severity
        else { return nil }
        return name
    }
}
