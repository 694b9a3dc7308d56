package import TenonCore

/// One step of many that become durable together.
package enum ItemWrite: Sendable {
    /// Adds an item, with former passwords that a file has of it.
    case add(Item, former: [ItemVersion] = [])
    /// Saves an item that was read before.
    case save(Item)
    /// Saves an item that was read before with what a file brings to it; the item says itself when its
    /// password changed. One to which nothing is brought stays as it is, which only makes sure that it is
    /// what was read, and not in the trash.
    case merge(Item, former: [ItemVersion])
    /// Gives a login, as it is then, what a file brings to it.
    case update(ItemID, LoginUpdate)
    /// Changes what lists tell apart; an item that is gone meanwhile is passed over.
    case change(ItemID, ItemChange)
}

/// A change that is the same for many items.
package enum ItemChange: Sendable, Equatable {
    /// Moves it to the trash.
    case trash
    /// Takes it out of the trash.
    case restore
    /// Deletes it for ever.
    case delete
    /// Makes it a favourite, or no more.
    case favorite(Bool)
    /// Gives it a tag, unless it has it.
    case addTag(String)
    /// Takes a tag away.
    case removeTag(String)
}

/// The changes that a file makes to a login; none of them loses a password.
package struct LoginUpdate: Sendable {
    /// The new password; `nil` leaves the one that it has.
    package var password: SecretText?
    /// When the password changed, if that is known.
    package var passwordChanged: Timestamp?
    /// Sites that the login may not have yet.
    package var addingSites: [String]
    /// Passwords for the history.
    package var former: [ItemVersion]

    /// Brings some of it.
    package init(
        password: SecretText? = nil, passwordChanged: Timestamp? = nil,
        addingSites: [String] = [], former: [ItemVersion] = []
    ) {
        self.password = password
        self.passwordChanged = passwordChanged
        self.addingSites = addingSites
        self.former = former
    }
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
        case .add(let item, let former): try transaction.add(item, former: former)
        case .save(let item): try transaction.save(item)
        case .merge(let item, let former): try transaction.merge(item, former: former)
        case .change(let id, let change): try transaction.apply(change, to: id)
        case .update(let id, let update): try transaction.update(id, with: update)
        }
    }
}
