import TenonCore
import WalletVault

/// Finds out whether entries bring something that their items in the vault lack, files among it.
///
/// Fingerprints tell what is the same, not what is missing: entry and item are held side by side, one
/// pair after the other.
struct EntrySettlement {
    private let vault: any Vault
    private let former: FormerVersions
    private let files: FileSettlement
    private var plan: ImportPlan
    /// The items that an entry brings something to.
    private var merged: Set<ItemID>

    init(_ plan: ImportPlan, in vault: any Vault, former: FormerVersions) {
        self.vault = vault
        self.former = former
        files = FileSettlement(vault: vault)
        self.plan = plan
        merged = Set(
            plan.decisions.compactMap { decision in
                if case .merge(let id, _) = decision { id } else { nil }
            })
    }

    /// Whether there is anything to find out.
    static func isNeeded(by plan: ImportPlan, for analysis: FileAnalysis) -> Bool {
        analysis.details.contains { !$0.files.isEmpty }
            || plan.decisions.contains { decision in
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
            guard case .item(let row) = element else { continue }
            guard number < plan.decisions.count else { throw TransferError.changedFile }
            try Task.checkCancellation()
            switch plan.decisions[number] {
            case .compare(let id, let merge): try await settle(number, rows, id, merge)
            case .compareOrAdd(let id, let date):
                try await settle(number, rows, beside: id, date)
            case .merge(let id, let merge):
                if !rows.files.isEmpty { try await settleFiles(number, rows, id, merge) }
            case .add: try await attach(rows.files, number, to: nil)
            case .skip, .gather, .keep: break
            }
            remark(number, row, rows.files)
            number += 1
        }
        guard number == plan.decisions.count else { throw TransferError.changedFile }
        plan.countKinds()
        return plan
    }

    private mutating func settle(
        _ row: Int, _ rows: any ItemRows, _ id: ItemID, _ merge: ImportPlan.Merge
    ) async throws {
        let entry = rows.item()
        let item = try await vault.item(id)
        let others = ItemMerge.others(of: entry, beside: item).filter { $0.part.isVersioned }
        var completed = ItemMerge.completed(item, by: entry, isNewer: merge.isNewer)
        var hasVersions = entry.customFields.contains(where: FormerVersions.isVersion)
        var isKept = false
        if completed != item || hasVersions || !others.isEmpty {
            let past = try await vault.past(of: id, merge)
            completed = ItemMerge.completed(item, by: entry, former: past, isNewer: merge.isNewer)
            hasVersions = !former.others(of: entry, beyond: item, past).isEmpty
            isKept =
                !merge.isNewer
                && ItemMerge.version(of: entry, beside: item, former: past) != nil
        }
        let isChanged = merge.isNewer && !others.isEmpty
        let lacking = try await files.lacking(rows.files, in: item)
        if completed == item, merge.isEmpty, !hasVersions, !isKept, lacking.isEmpty {
            plan.decisions[row] = .skip
            if !others.isEmpty { plan.kinds[row] = .outdated }
        } else if ItemLimits.problem(of: completed) == nil, merged.insert(id).inserted {
            plan.kinds[row] = isChanged ? .changed : isKept ? .kept : .completed
            plan.decisions[row] = .merge(id, merge)
            plan.files[Int32(row)] = lacking.isEmpty ? nil : lacking
        } else {
            (plan.kinds[row], plan.decisions[row]) = (
                .new, .add(date: entry.login.flatMap(\.passwordDate))
            )
            try await attach(rows.files, row, to: nil)
        }
    }

    /// A second login is better than two entries in one, but a repetition needs no login.
    private mutating func settle(
        _ row: Int, _ rows: any ItemRows, beside id: ItemID, _ date: Int64?
    ) async throws {
        let item = try await vault.item(id)
        let entry = rows.item()
        let isTitled =
            item.title == entry.title
            || item.customFields.contains { $0.value == SecretText(entry.title) }
        let isThere =
            isTitled && ItemMerge.others(of: entry, beside: item).isEmpty
            && ItemMerge.completed(item, by: entry) == item
        if isThere, try await files.lacking(rows.files, in: item).isEmpty {
            plan.decisions[row] = .skip
        } else {
            (plan.kinds[row], plan.decisions[row]) = (.new, .add(date: date))
            try await attach(rows.files, row, to: nil)
        }
    }

    /// The files of an entry that changes an item, or that becomes one where both are too large for one.
    private mutating func settleFiles(
        _ row: Int, _ rows: any ItemRows, _ id: ItemID, _ merge: ImportPlan.Merge
    ) async throws {
        let item = try await vault.item(id)
        let merged = ItemMerge.result(
            of: rows.item(), in: item, former: try await vault.past(of: id, merge), merge)
        try await attach(
            rows.files, row, to: ItemLimits.problem(of: merged) == nil ? item : nil)
    }

    private mutating func attach(
        _ files: [ImportedFile], _ row: Int, to item: Item?
    ) async throws {
        let lacking = try await self.files.lacking(files, in: item)
        plan.files[Int32(row)] = lacking.isEmpty ? nil : lacking
    }

    /// Says what files are called otherwise.
    private mutating func remark(_ number: Int, _ row: ImportedRow, _ files: [ImportedFile]) {
        for file in plan.files[Int32(number)] ?? [] where file.name != files[file.index].name {
            plan.remarks.append(
                RowProblem(
                    line: row.line, title: row.title,
                    reason: .fileRenamed(files[file.index].name, to: file.name)))
        }
    }
}
