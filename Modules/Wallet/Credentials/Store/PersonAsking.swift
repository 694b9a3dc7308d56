package import TenonCore

/// Asks the person in front of this machine.
package protocol PersonAsking: Sendable {
    /// Whether the person allows something; `false` when nobody can be asked.
    func allows(_ question: Sentence) async -> Bool
    /// The passphrase of the vault; `nil` when the person gives none or nobody can be asked.
    func passphrase(for reason: Sentence) async -> SecretText?
}

/// Where nobody can be asked, and nothing is allowed.
package struct NobodyToAsk: PersonAsking {
    /// Makes it.
    package init() {}

    /// Never.
    package func allows(_ question: Sentence) async -> Bool { false }

    /// None.
    package func passphrase(for reason: Sentence) async -> SecretText? { nil }
}
