package import TenonCore

extension Effect {
    /// Work that reads the vault; later work with the same identity replaces it.
    ///
    /// Nothing happens when the vault is locked: the session is about to show the unlock screen.
    ///
    /// - Parameters:
    ///   - operation: The work; returns what happens when it is done.
    ///   - failed: The mutation for any other error.
    package static func read(
        _ id: String = "load",
        operation: @escaping @Sendable (@escaping Emit) async throws -> Effect,
        failed: @escaping @Sendable (Explanation) -> Mutation
    ) -> Effect {
        .chain(id, policy: .latest) { emit in
            do {
                return try await VaultError.cancellingWhenLocked { try await operation(emit) }
            } catch let error where !(error is CancellationError) {
                return .just(failed(Explanation(error)))
            }
        }
    }
}

extension VaultError {
    /// Does work with the vault, which is given up when the vault is locked meanwhile.
    ///
    /// - Throws: `CancellationError` when the vault is locked, else what the work throws.
    package static func cancellingWhenLocked<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await work()
        } catch let error as VaultError where error.code == .vaultLocked {
            throw CancellationError()
        }
    }
}
