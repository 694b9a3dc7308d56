package import TenonCore

/// One step of many that become durable together.
package enum ItemWrite: Sendable {
    /// Adds an item.
    case add(Item)
    /// Saves an item that was read before.
    case save(Item)
    /// Gives a login, as it is then, another password and further sites.
    case update(ItemID, password: SecretText, addingSites: [String])
}

/// Takes the steps of a batch.
package protocol ItemWriting {
    /// How many items were written so far.
    var count: Int { get }

    /// Takes one step.
    ///
    /// - Throws: `CancellationError` when the task was cancelled; ``VaultError`` otherwise:
    ///   `vaultConflict` when an item to be saved was changed elsewhere since it was read.
    func write(_ write: ItemWrite) throws
}

/// Many changes that become durable together; valid only inside the closure that got it.
struct VaultBatch: ItemWriting {
    private let transaction: VaultTransaction

    init(_ transaction: VaultTransaction) { self.transaction = transaction }

    var count: Int { transaction.writeCount }

    func write(_ write: ItemWrite) throws {
        try Task.checkCancellation()
        try transaction.vault.lockWish.check()
        switch write {
        case .add(let item): try transaction.add(item)
        case .save(let item): try transaction.save(item)
        case .update(let id, let password, let sites):
            guard var login = try transaction.item(id).login else { throw VaultError.notALogin(id) }
            login.password = password
            login.sites += sites.filter { !login.sites.contains($0) }
            try transaction.save(.login(login))
        }
    }
}
