import WalletVault

/// Finds out whether entries bring something that their items in the vault lack.
///
/// Fingerprints tell what is the same, not what is missing: entry and item are held side by side, one
/// pair after the other.
struct EntrySettlement {
    private let vault: any Vault
    private let former: FormerVersions
    private var plan: ImportPlan

    init(_ plan: ImportPlan, in vault: any Vault, former: FormerVersions) {
        self.vault = vault
        self.former = former
        self.plan = plan
    }

    /// Whether there is anything to find out.
    static func isNeeded(by plan: ImportPlan) -> Bool {
        plan.decisions.contains { decision in
            switch decision {
            case .compare, .compareOrAdd: true
            case .skip, .gather, .add, .merge, .keep: false
            }
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
            switch plan.decisions[number] {
            case .compare(let id, let merge): try await settle(number, rows.item(), id, merge)
            case .compareOrAdd(let id, let date):
                try await settle(number, rows.item(), beside: id, date)
            case .skip, .gather, .add, .merge, .keep: break
            }
            number += 1
        }
        guard number == plan.decisions.count else { throw TransferError.changedFile }
        plan.countKinds()
        return plan
    }

    private mutating func settle(
        _ row: Int, _ entry: Item, _ id: ItemID, _ merge: ImportPlan.Merge
    ) async throws {
        let item = try await vault.item(id)
        var completed = ItemMerge.completed(item, by: entry)
        var hasVersions = entry.customFields.contains(where: FormerVersions.isVersion)
        if completed != item || hasVersions {
            let history = try await vault.history(id)
            completed = ItemMerge.completed(item, by: entry, former: history)
            hasVersions = former.hasOthers(of: entry, beyond: item, history)
        }
        if completed == item, merge.isEmpty, !hasVersions {
            plan.decisions[row] = .skip
        } else if ItemLimits.problem(of: completed) == nil {
            (plan.kinds[row], plan.decisions[row]) = (.completed, .merge(id, merge))
        } else {
            (plan.kinds[row], plan.decisions[row]) = (
                .new, .add(date: entry.login.flatMap(\.passwordDate))
            )
        }
    }

    /// A second login is better than two entries in one, but a repetition needs no login.
    private mutating func settle(
        _ row: Int, _ entry: Item, beside id: ItemID, _ date: Int64?
    ) async throws {
        let item = try await vault.item(id)
        if ItemMerge.completed(item, by: entry) == item {
            plan.decisions[row] = .skip
        } else {
            (plan.kinds[row], plan.decisions[row]) = (.new, .add(date: date))
        }
    }
}
