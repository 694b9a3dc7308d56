import TenonCore
import WalletVault

/// The first pass over a file: which items it holds, without keeping any of their texts.
///
/// About 100 bytes remain for each item, 50 more for entries of a password manager. Several rows of a browser for one account (site, realm and user name)
/// become one entry, the one with the newest password.
struct FileAnalysis: Sendable {
    /// What remains of a login.
    struct Entry: Sendable {
        /// The number of its row among the rows that are logins.
        var row: Int32
        /// The line of its row.
        var line: Int32
        /// When its password changed, in milliseconds; `nil` when the file does not know.
        var passwordChanged: Int64?
        /// The host and the user name.
        var account: Fingerprint
        /// The owner of the host and the user name.
        var person: Fingerprint
        /// The owner of the host, the user name, the password, and what else an entry holds.
        var content: Fingerprint
    }

    /// What else remains of an entry of a password manager, which is not joined with others.
    struct Details: Sendable {
        var title: Fingerprint
        /// The owner of the host, the user name and the password alone.
        var password: Fingerprint
        /// The owner of the host, the user name and everything that is in it.
        var all: Fingerprint
    }

    let format: ImportFormat
    /// The entries in the order of the file.
    private(set) var entries: [Entry] = []
    /// As many as there are entries; none for a browser.
    private(set) var details: [Details] = []
    /// The rows that are not imported, in the order of the file.
    private(set) var problems: [RowProblem] = []
    /// How many rows are items.
    private(set) var itemRows = 0
    /// How many rows say the same as another one.
    private(set) var repeatedRows = 0

    /// Reads all rows.
    ///
    /// - Parameter step: Called now and then; what it throws ends the analysis.
    init(
        _ rows: any ItemRows, key: FingerprintKey, domains: any RegistrableDomainFinding,
        step: () throws -> Void
    ) throws {
        format = rows.format
        let fingerprint = SecretFingerprinter(key)
        var positions: [Fingerprint: Int32] = [:]
        var count = 0
        while let element = try rows.next() {
            switch element {
            case .item(let row):
                let site = row.site(domains)
                let account = Fingerprint(site.account, row.userName)
                let entry = Entry(
                    row: Int32(itemRows), line: Int32(clamping: row.line),
                    passwordChanged: row.passwordChanged?.milliseconds, account: account,
                    person: Fingerprint(site.owner, row.userName),
                    content: rows.withContent {
                        fingerprint(site.owner, row.userName, $0)
                    })
                guard !row.isEntry else {
                    // People have several entries for one account, and know why.
                    itemRows += 1
                    entries.append(entry)
                    details.append(Self.details(rows.item(), row, site, fingerprint))
                    break
                }
                // Realms at one host are accounts of their own.
                let place =
                    row.realm.isEmpty
                    ? account : Fingerprint(site.account, row.userName, row.realm)
                add(entry, place, &positions)
            case .problem(let problem): problems.append(problem)
            }
            count += 1
            if count % 256 == 0 { try step() }
        }
        problems.sort { $0.line < $1.line }
    }

    private static func details(
        _ item: Item, _ row: ImportedRow, _ site: ImportedSite, _ fingerprint: SecretFingerprinter
    ) -> Details {
        func print(_ content: WipedBuffer) -> Fingerprint {
            content.withBytes { fingerprint(site.owner, row.userName, $0) }
        }
        return Details(
            title: Fingerprint(item.title),
            password: print(ItemContent.bytes(of: item, withExtras: false)),
            all: print(ItemContent.all(of: item)))
    }

    private mutating func add(
        _ entry: Entry, _ place: Fingerprint, _ positions: inout [Fingerprint: Int32]
    ) {
        itemRows += 1
        if let position = positions[place] {
            merge(entry, at: Int(position))
        } else {
            positions[place] = Int32(entries.count)
            entries.append(entry)
        }
    }

    /// Of two rows for one account the newer counts; without dates the later one.
    private mutating func merge(_ entry: Entry, at position: Int) {
        let present = entries[position]
        let isNewer = (entry.passwordChanged ?? .max) >= (present.passwordChanged ?? 0)
        if isNewer { entries[position] = entry }
        guard entry.content != present.content else { return repeatedRows += 1 }
        let (winner, loser) = isNewer ? (entry, present) : (present, entry)
        problems.append(
            RowProblem(
                line: Int(loser.line), reason: .olderPassword(newerAtLine: Int(winner.line))))
    }
}
