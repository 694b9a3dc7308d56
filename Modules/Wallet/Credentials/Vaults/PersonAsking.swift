package import TenonCore

/// Asks the person in front of this machine.
package protocol PersonAsking: Sendable {
    /// Why the person cannot be asked; `nil` when they can.
    func obstacle() async -> Sentence?
    /// Whether the person allows something; `false` when the person cannot be asked.
    func allows(_ question: Sentence) async -> Bool
    /// The passphrase of the vault; `nil` when the person gives none or nobody can be asked.
    func passphrase(for reason: Sentence) async -> SecretText?
}

extension PersonAsking {
    /// Nothing, unless a type says otherwise.
    package func obstacle() async -> Sentence? { nil }
}

/// For places where the person cannot be asked; allows nothing.
package struct NobodyToAsk: PersonAsking {
    private static let reason: Sentence = "Nobody can be asked here."

    /// Makes it.
    package init() {}

    /// The reason that no person can be asked.
    package func obstacle() async -> Sentence? { Self.reason }

    /// Never.
    package func allows(_ question: Sentence) async -> Bool { false }

    /// None.
    package func passphrase(for reason: Sentence) async -> SecretText? { nil }
}
