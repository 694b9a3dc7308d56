/// One step of a batch.
package enum LoginWrite: Sendable {
    /// Adds a login.
    case add(Login)
    /// Saves a login that was read before.
    case save(Login)
}

/// Many changes that become durable together; valid only inside the closure that got it.
package struct VaultBatch {
    private let transaction: VaultTransaction

    init(_ transaction: VaultTransaction) { self.transaction = transaction }

    /// How many logins were written so far.
    package var count: Int { transaction.writeCount }

    /// Opens a login as the batch has left it.
    ///
    /// - Throws: ``VaultError``: `vaultNoSuchItem`, `vaultOtherKind` or `vaultTampered`.
    package func login(_ id: ItemID) throws -> Login { try transaction.login(id) }

    /// Adds a login.
    ///
    /// - Throws: `CancellationError` when the task was cancelled; ``VaultError`` otherwise.
    package func add(_ login: Login) throws {
        try Task.checkCancellation()
        try transaction.add(login)
    }

    /// Saves a login that was read before.
    ///
    /// - Throws: As ``add(_:)``; `vaultConflict` when it was changed elsewhere since it was read.
    package func save(_ login: Login) throws {
        try Task.checkCancellation()
        try transaction.save(login)
    }

    /// Takes one step.
    package func write(_ write: LoginWrite) throws {
        switch write {
        case .add(let login): try add(login)
        case .save(let login): try save(login)
        }
    }
}
