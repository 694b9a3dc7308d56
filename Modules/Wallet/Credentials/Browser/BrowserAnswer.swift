package import TenonCore

/// The result of a browser's message.
package enum BrowserAnswer: Sendable {
    /// The answer.
    case now(SecretText)
    /// The person decides first. Meanwhile other messages are answered.
    case later(Task<SecretText, Never>)
}
