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
    /// The items that entries change, as they are in the vault.
    private let present: [ItemID: Present]
    private var gathered: [Int32: Gathered] = [:]
    private var written = 0

    init(
        _ batch: any ItemWriting, decisions: [ImportPlan.Decision],
        present: [ItemID: Present] = [:]
    ) {
        self.batch = batch
        self.decisions = decisions
        self.present = present
    }

    /// Reads all rows and writes what they come to.
    ///
    /// - Parameter step: Called now and then with the number of items written so far.
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
        // What was to be compared has been.
        case .skip, .compare:
            return
        case .gather(let leader):
            var known = gathered[leader] ?? Gathered(title: row.title, sites: [])
            Self.add(row.url, to: &known.sites)
            gathered[leader] = known
        case .add:
            try batch.write(.add(item(number, rows)))
            written += 1
        case .change(let id):
            let item = item(number, rows)
            if let old = present[id]?.item.login, let new = item.login {
                try write(.login(ItemMerge.merged(new, into: old)), for: item)
            } else {
                let login = item.login
                // The address of the row itself is that of the login already.
                let sites = (login?.sites ?? []).filter { $0 != row.url }
                try batch.write(
                    .update(
                        id, password: login?.password ?? SecretText(utf8: []), addingSites: sites))
            }
            written += 1
        case .complete(let id):
            guard let old = present[id] else { throw TransferError.changedFile }
            let item = rows.item()
            try write(ItemMerge.completed(old.item, by: item, former: old.former), for: item)
            written += 1
        }
    }

    /// Saves an item with what an entry brought; where both are too large for one, they stay two.
    private func write(_ merged: Item, for entry: Item) throws {
        let isTooLarge = ItemLimits.problem(of: merged) != nil
        try batch.write(isTooLarge ? .add(entry) : .save(merged))
    }

    /// The item of the present row, with what earlier rows have left to it.
    private func item(_ number: Int32, _ rows: any ItemRows) -> Item {
        var item = rows.item()
        guard let earlier = gathered.removeValue(forKey: number) else { return item }
        item.head.title = earlier.title
        guard case .login(var login) = item else { return item }
        var sites = earlier.sites
        for site in login.sites { Self.add(site, to: &sites) }
        login.sites = sites
        return .login(login)
    }

    private static func add(_ site: String, to sites: inout [String]) {
        guard !site.isEmpty, !sites.contains(site) else { return }
        guard sites.reduce(site.utf8.count, { $0 + $1.utf8.count }) <= siteLimit else { return }
        sites.append(site)
    }
}
