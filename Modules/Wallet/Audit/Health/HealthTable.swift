import TenonCore
import WalletVault

/// What is remembered of the items of an unlocked vault, so that a change costs what has changed.
///
/// Passwords, accounts and whole items are compared by keyed hashes; each different password is estimated
/// once.
struct HealthTable {
    /// Beyond this many changed items, opening all parts is faster than opening each one.
    private static let mostSingle = 200

    private struct Record {
        /// The place of its password in the table; `nil` when it has none.
        var password: Int32?
        /// What it shares with items that may be the same.
        var marks: [SecretMark] = []
        /// When something other than its use changed last.
        let changed: Timestamp
    }

    /// What is looked at of an item: nothing that anybody could read when the vault is locked meanwhile.
    private struct Entry {
        let id: ItemID
        let changed: Timestamp
        let passwordChanged: Timestamp
    }

    private let hasher = KeyedHasher()
    private var passwords = PasswordTable(breaches: nil)
    private var records: [ItemID: Record] = [:]
    private var number: Int64 = 0

    /// Looks at the items that were changed since the last time, and tells what is known of all.
    ///
    /// Grows with the number of items, beyond those that were changed by some comparisons each.
    ///
    /// - Throws: `CancellationError`; what the vault throws.
    mutating func health(of vault: any Vault, at now: Timestamp) async throws -> ItemHealth {
        let entries = try await vault.all(ItemQuery()).filter { $0.kind != .other }.map {
            Entry(id: $0.id, changed: $0.changed, passwordChanged: $0.passwordChanged)
        }
        let changed = entries.filter { records[$0.id]?.changed != $0.changed }
        if changed.count > Self.mostSingle {
            try await look(at: Set(changed.map(\.id)), in: vault)
        } else {
            for entry in changed { try take(try await vault.item(entry.id)) }
        }
        let present = Set(entries.map(\.id))
        records = records.filter { present.contains($0.key) }
        number += 1
        return ItemHealth(
            number: number, items: problems(of: entries, at: now),
            duplicates: duplicates(among: entries))
    }

    private mutating func look(at ids: Set<ItemID>, in vault: any Vault) async throws {
        for part in 0..<type(of: vault).partCount {
            try Task.checkCancellation()
            for item in try await vault.items(inPart: part) where ids.contains(item.head.id) {
                try take(item)
            }
            await Task.yield()
        }
    }

    private mutating func take(_ item: Item) throws {
        var record = Record(changed: item.head.changed)
        record.marks = hasher.likenessMarks(of: item)
        if let login = item.login {
            if !login.password.isEmpty {
                record.password = try passwords.add(
                    login.password, mark: hasher.mark(of: login.password))
            }
        }
        records[item.head.id] = record
    }

    private func duplicates(among entries: [Entry]) -> [DuplicateGroup] {
        var table = DuplicateTable()
        for (place, entry) in entries.enumerated() {
            table.add(place, records[entry.id]?.marks ?? [])
        }
        return table.groups.map { places in
            let group = places.map { entries[$0] }
                .sorted { ($1.changed, $0.id) < ($0.changed, $1.id) }
            let passwords = Set(group.map { records[$0.id]?.password })
            return DuplicateGroup(items: group.map(\.id), isSecretEqual: passwords.count == 1)
        }
    }

    private func problems(
        of entries: [Entry], at now: Timestamp
    ) -> [ItemHealth.Problem: Set<ItemID>] {
        var uses = [Int](repeating: 0, count: passwords.entries.count)
        for case let place? in records.values.lazy.map(\.password) { uses[Int(place)] += 1 }
        let oldBefore = now.advanced(by: .seconds(-AuditOptions.standardAge * 86_400))
        var problems: [ItemHealth.Problem: Set<ItemID>] = [:]
        for entry in entries {
            guard let place = records[entry.id]?.password else { continue }
            if uses[Int(place)] > 1 { problems[.reused, default: []].insert(entry.id) }
            if passwords.entries[Int(place)].weak != nil {
                problems[.weak, default: []].insert(entry.id)
            }
            // 0 stands for an unknown time.
            if entry.passwordChanged.milliseconds > 0, entry.passwordChanged < oldBefore {
                problems[.old, default: []].insert(entry.id)
            }
        }
        return problems
    }
}
