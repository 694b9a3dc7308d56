package import TenonCore

/// Gives the access token of a person, which may be another one later.
package protocol TokenGiving: Sendable {
    /// The token for a request.
    func token() async -> SecretText

    /// The token for a request that the server refused with another one.
    ///
    /// - Returns: `nil` when there is no other one: the person is signed out.
    /// - Throws: An `ExplainedError` when it could not be found out.
    func token(after refused: SecretText) async throws -> SecretText?
}

/// A token that stays the same.
package struct FixedToken: TokenGiving {
    private let value: SecretText

    /// Gives a token.
    package init(_ value: SecretText) { self.value = value }

    package func token() async -> SecretText { value }

    package func token(after refused: SecretText) async throws -> SecretText? { nil }
}
