package import TenonCore

extension VaultManager {
    private static let typedLimit = 1 << 20

    /// Keeps what was typed into a form, in memory alone.
    package func keepTyped(_ id: String, _ text: SecretText) throws {
        try withVault { _ in
            guard text.count <= Self.typedLimit else { return }
            kept = kept.filter { $0.id != id } + [(id, text)]
            while kept.reduce(0, { $0 + $1.text.count }) > Self.typedLimit { kept.removeFirst() }
        }
    }

    /// What is kept of that.
    package func typed() throws -> [SecretText] { try withVault { _ in kept.map(\.text) } }

    /// Lets go of it.
    package func forgetTyped(_ id: String) throws {
        try withVault { _ in kept = kept.filter { $0.id != id } }
    }
}
