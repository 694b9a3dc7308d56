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
