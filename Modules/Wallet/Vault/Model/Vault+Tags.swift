extension Vault {
    /// All tags in use, those with the most items first.
    package func tagsByUse() async throws -> [String] {
        try await tags().sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}
