package import TenonCore
package import WalletVault

/// How far an audit has come, in items.
package struct AuditProgress: Sendable, Equatable {
    /// How many items were looked at.
    package let completed: Int
    /// How many there are; the number may change.
    package let total: Int
}

/// Looks for problems in a vault.
///
/// Items are opened part by part and dropped again. What is kept of each is its name and a few numbers;
/// passwords are compared by keyed hashes, and the key goes with the end of the audit.
package struct Auditor: Sendable {
    /// How many overviews are read at once.
    private static let pageSize = 1000

    private let vault: any Vault
    private let now: @Sendable () -> Timestamp

    /// Makes an auditor.
    ///
    /// - Parameters:
    ///   - vault: The vault; it must be unlocked.
    ///   - now: The time of day.
    package init(vault: any Vault, now: @escaping @Sendable () -> Timestamp) {
        self.vault = vault
        self.now = now
    }

    /// What is remembered of an item between the two passes.
    private struct Record {
        /// The place of its password in the table; -1 when it has none.
        var password: Int32 = -1
        /// The place of its content in the table; -1 when it is not a copy.
        var copy: Int32 = -1
        var passwordChanged = Timestamp(milliseconds: 0)
        var expiry: YearMonth?
    }

    /// Audits all items that are not in the trash.
    ///
    /// - Parameters:
    ///   - options: What to look for.
    ///   - report: Called from time to time, at most a hundred times.
    /// - Throws: `CancellationError` when the task is cancelled; ``AuditError``; what the vault throws.
    package func run(
        _ options: AuditOptions, report: @Sendable (AuditProgress) -> Void = { _ in }
    ) async throws -> AuditReport {
        let breaches = try options.breaches.map { try BreachList(path: $0) }
        let total = try await vault.list(ItemQuery(window: 0..<0)).total
        let hasher = KeyedHasher()
        var passwords = PasswordTable(breaches: breaches)
        var copies = EqualGroups()
        var records: [ItemID: Record] = [:]
        records.reserveCapacity(total)
        var percent = -1
        try await vault.forEachItem { item in
            try Task.checkCancellation()
            var record = Record()
            record.copy = hasher.mark(of: item).map { copies.add($0).place } ?? -1
            if case .login(let login) = item, !login.password.isEmpty {
                record.password = try passwords.add(
                    login.password, mark: hasher.mark(of: login.password))
                record.passwordChanged = login.passwordChanged
            }
            if case .card(let card) = item { record.expiry = card.expiry }
            records[item.head.id] = record
            let done = records.count * 100 / max(total, records.count)
            if done > percent {
                percent = done
                report(AuditProgress(completed: records.count, total: max(total, records.count)))
            }
        }
        let items = try await items(records, &passwords, &copies, options)
        return AuditReport(options: options, checked: records.count, items: items)
    }

    /// Goes through the overviews and picks those of items with a problem.
    private func items(
        _ records: [ItemID: Record], _ passwords: inout PasswordTable, _ copies: inout EqualGroups,
        _ options: AuditOptions
    ) async throws -> [AuditedItem] {
        let time = now()
        let month = YearMonth(time)
        let oldBefore = time.advanced(by: .seconds(-options.oldAfterDays * 86_400))
        var items: [AuditedItem] = []
        var (reuseGroup, copyGroup) = (0, 0)
        var offset = 0
        while true {
            try Task.checkCancellation()
            let page = try await vault.list(
                ItemQuery(window: offset..<(offset + Self.pageSize)))
            for overview in page.items {
                guard let record = records[overview.id] else { continue }
                var item = AuditedItem(overview)
                if record.password >= 0 {
                    let password = passwords.entries[Int(record.password)]
                    item.weak = password.weak
                    item.breached = password.breaches > 0 ? password.breaches : nil
                    item.reused = passwords.groups.group(at: record.password, next: &reuseGroup)
                    let changed = record.passwordChanged
                    // 0 stands for an unknown time.
                    item.old = changed.milliseconds > 0 && changed < oldBefore ? changed : nil
                }
                if record.copy >= 0 {
                    item.duplicated = copies.group(at: record.copy, next: &copyGroup)
                }
                if let expiry = record.expiry, expiry < month { item.expired = expiry }
                item.unmatched = overview.sites.first(where: SiteAddress.fitsNothing)
                if !item.problems.isEmpty { items.append(item) }
            }
            offset += page.items.count
            if page.items.isEmpty || offset >= page.total { return items }
        }
    }
}
