import TenonCore
import WalletVault

/// Writes the items of a file as it was decided, while the file is read again.
final class ImportWriter {
    /// An item that is in the vault.
    struct Present: Sendable {
        let item: Item
        /// What it was before, as far as that matters.
        var former: [ItemVersion] = []
    }

    /// What earlier rows leave to the row that makes their login.
    private struct Gathered {
        var title: String
        var sites: [String]
    }

    /// How long the addresses of one login may become together, in bytes.
    private static let siteLimit = 16 << 10

    private let batch: any ItemWriting
    private let decisions: [ImportPlan.Decision]
    /// The names of new items, by the number of the row; others get a random one.
    private let names: [Int32: ItemID]
    /// The items that entries change, as they are in the vault.
    private let present: [ItemID: Present]
    private let former: FormerVersions
    /// The files whose content the vault has kept, by the number of the row.
    private let attachments: [Int32: [Attachment]]
    private var gathered: [Int32: Gathered] = [:]
    /// Older passwords that wait for the row that makes their login.
    private var waiting: [Int32: [ItemVersion]] = [:]
    /// The logins that older passwords of later rows belong to.
    private var added: [Int32: ItemID] = [:]
    private let leaders: Set<Int32>
    private var written = 0

    init(
        _ batch: any ItemWriting, decisions: [ImportPlan.Decision],
        names: [Int32: ItemID] = [:], present: [ItemID: Present] = [:],
        former: FormerVersions, attachments: [Int32: [Attachment]] = [:]
    ) {
        self.batch = batch
        self.decisions = decisions
        self.names = names
        self.present = present
        self.former = former
        self.attachments = attachments
        leaders = Set(
            decisions.compactMap { decision in
                if case .keep(let leader, _) = decision { leader } else { nil }
            })
    }

    /// Reads all rows and writes what they come to.
    ///
    /// - Parameter step: Called now and then with the number of rows written so far.
    func write(_ rows: any ItemRows, step: (Int) throws -> Void) throws {
        var number = 0
        while let element = try rows.next() {
            guard case .item(let row) = element else { continue }
            guard number < decisions.count else { throw TransferError.changedFile }
            try carryOut(decisions[number], Int32(number), row, rows)
            number += 1
            if number % 256 == 0 { try step(written) }
        }
        guard number == decisions.count else { throw TransferError.changedFile }
        try step(written)
    }

    private func carryOut(
        _ decision: ImportPlan.Decision, _ number: Int32, _ row: ImportedRow,
        _ rows: any ItemRows
    ) throws {
        switch decision {
        // By now everything has been compared.
        case .skip, .compare, .compareOrAdd:
            return
        case .gather(let leader):
            var known = gathered[leader] ?? Gathered(title: row.title, sites: [])
            if Self.isBefore(row.title, known.title) { known.title = row.title }
            Self.add(row.url, to: &known.sites)
            gathered[leader] = known
            return
        case .add(let date):
            var item = item(number, rows).dated(date)
            if let name = names[number] { item = item.named(name) }
            let versions =
                former.passwords(of: item) + former.others(of: item)
                + (waiting.removeValue(forKey: number) ?? [])
            try batch.write(.add(stored(item, number), former: versions))
            if leaders.contains(number) { added[number] = item.id }
        case .keep(let leader, let date):
            let version = version(of: rows.item(), date)
            if let id = added[leader] {
                try batch.write(.update(id, LoginUpdate(former: [version])))
            } else {
                waiting[leader, default: []].append(version)
            }
        case .merge(let id, let merge):
            let item = item(number, rows)
            if row.isEntry {
                guard let old = present[id] else { throw TransferError.changedFile }
                try write(item, number, into: old, merge)
            } else {
                try batch.write(.update(id, update(item, row, merge)))
            }
        }
        written += 1
    }

    /// What a row of a browser brings to a login.
    private func update(
        _ item: Item, _ row: ImportedRow, _ merge: ImportPlan.Merge
    ) -> LoginUpdate {
        switch merge.password {
        case .former: LoginUpdate(former: [version(of: item, merge.date)])
        case .none: LoginUpdate(passwordChanged: merge.date.map(Timestamp.init(milliseconds:)))
        case .present:
            LoginUpdate(
                password: item.login?.password,
                passwordChanged: merge.date.map(Timestamp.init(milliseconds:)),
                // The address of the row itself is that of the login already.
                addingSites: (item.login?.sites ?? []).filter { $0 != row.url })
        }
    }

    /// Saves an item with what an entry brought; where both are too large for one, they stay two.
    private func write(
        _ entry: Item, _ number: Int32, into old: Present, _ merge: ImportPlan.Merge
    ) throws {
        let all = former.passwords(of: entry)
        var merged = ItemMerge.result(of: entry, in: old.item, former: old.former, merge)
        var versions =
            merge.former.filter(all.indices.contains).map { all[$0] }
            + former.others(of: entry, beyond: merged, old.former)
        if merge.password == .former { versions.append(version(of: entry, merge.date)) }
        if !merge.isNewer {
            versions += [ItemMerge.version(of: entry, beside: old.item, former: old.former)]
                .compactMap(\.self)
        }
        if ItemLimits.problem(of: merged) == nil {
            merged.head.attachments += attachments[number] ?? []
            try batch.write(.merge(merged, former: versions))
        } else {
            let date = entry.login.flatMap(\.passwordDate)
            try batch.write(
                .add(
                    stored(entry.dated(date), number), former: all + former.others(of: entry)))
        }
    }

    /// The item with its files, and without the versions that go to its history.
    private func stored(_ item: Item, _ number: Int32) -> Item {
        var item = item
        item.head.customFields.removeAll(where: FormerVersions.isVersion)
        item.head.attachments += attachments[number] ?? []
        return item
    }

    /// The password of a row as a former one.
    private func version(of item: Item, _ date: Int64?) -> ItemVersion {
        ItemVersion(
            password: item.login?.password ?? SecretText(utf8: []), userName: item.login?.userName,
            changed: date.map(Timestamp.init(milliseconds:)))
    }

    /// The item of the present row, with what earlier rows have left to it.
    private func item(_ number: Int32, _ rows: any ItemRows) -> Item {
        var item = rows.item()
        guard let earlier = gathered.removeValue(forKey: number) else { return item }
        if Self.isBefore(earlier.title, item.title) { item.head.title = earlier.title }
        guard case .login(var login) = item else { return item }
        var sites = earlier.sites
        for site in login.sites { Self.add(site, to: &sites) }
        login.sites = sites.sorted(by: Self.isBefore)
        return .login(login)
    }

    /// Whether a title or an address comes before another one of the same login: the shortest comes
    /// first, in any order of the rows, since it most likely fits all of them.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        (left.utf8.count, left) < (right.utf8.count, right)
    }

    private static func add(_ site: String, to sites: inout [String]) {
        guard !site.isEmpty, !sites.contains(site) else { return }
        guard sites.reduce(site.utf8.count, { $0 + $1.utf8.count }) <= siteLimit else { return }
        sites.append(site)
    }
}

extension Login {
    /// When the password changed, in milliseconds, if a file says so.
    var passwordDate: Int64? {
        passwordChanged == Timestamp(milliseconds: 0) ? nil : passwordChanged.milliseconds
    }
}
