import WalletVault

/// Finds out whether entries bring something that their items in the vault lack.
///
/// Fingerprints tell what is the same, not what is missing: entry and item are held side by side, one
/// pair after the other.
struct EntrySettlement {
    private let vault: any Vault
    private var plan: ImportPlan

    init(_ plan: ImportPlan, in vault: any Vault) {
        self.vault = vault
        self.plan = plan
    }

    /// Whether there is anything to find out.
    static func isNeeded(by plan: ImportPlan) -> Bool {
        plan.decisions.contains { decision in
            if case .compare = decision { true } else { false }
        }
    }

    /// Reads the entries again, and decides on those that were left to be compared.
    ///
    /// - Throws: ``TransferError`` when the file has changed, `VaultError`, or `CancellationError`.
    mutating func settle(_ rows: any ItemRows) async throws -> ImportPlan {
        var number = 0
        while let element = try rows.next() {
            guard case .item = element else { continue }
            guard number < plan.decisions.count else { throw TransferError.changedFile }
            try Task.checkCancellation()
            if case .compare(let ids) = plan.decisions[number] {
                try await settle(number, rows.item(), ids)
            }
            number += 1
        }
        guard number == plan.decisions.count else { throw TransferError.changedFile }
        plan.countKinds()
        return plan
    }

    /// Each item takes one entry: a second login is better than two entries in one.
    private mutating func settle(_ row: Int, _ entry: Item, _ ids: [ItemID]) async throws {
        var best: ItemID?
        for id in ids.filter({ !plan.taken.contains($0) }) + ids.filter(plan.taken.contains) {
            let item = try await vault.item(id)
            let isSame = ItemMerge.haveSameName(item, entry)
            var completed = ItemMerge.completed(item, by: entry)
            if completed != item {
                let former = try await vault.history(id)
                completed = ItemMerge.completed(item, by: entry, former: former)
            }
            if completed == item, isSame ?? true || item.title == entry.title {
                plan.taken.insert(id)
                plan.decisions[row] = .skip
                return
            }
            guard isSame ?? true, !plan.taken.contains(id),
                ItemLimits.problem(of: completed) == nil
            else { continue }
            if best == nil || isSame == true { best = id }
        }
        if let best {
            plan.taken.insert(best)
            (plan.kinds[row], plan.decisions[row]) = (.completed, .complete(best))
        } else {
            (plan.kinds[row], plan.decisions[row]) = (.new, .add)
        }
    }
}
