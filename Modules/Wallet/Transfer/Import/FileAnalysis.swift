import TenonCore
import TenonMemory
import TenonSecurity
import WalletVault

/// The first pass over a file: which items it holds, without keeping any of their texts.
///
/// About 130 bytes remain for each row, more for entries of a password manager.
struct FileAnalysis: Sendable {
    /// What remains of a row.
    struct Entry: Sendable {
        /// The number of its row among the rows that are items.
        var row: Int32
        /// When its password changed, or anything of an item that is not a login, in milliseconds; `nil` when the
        /// file does not know.
        var passwordChanged: Int64?
        /// The host and the user name.
        var account: Fingerprint
        /// The owner of the host and the user name.
        var person: Fingerprint
        /// Where a browser keeps one password: the host, the user name and the realm.
        var place: Fingerprint
        /// The owner of the host, the user name, the password, and what else an entry holds.
        var content: Fingerprint
        /// Tells rows apart that say different things, so that their order in the file does not matter.
        var order: UInt64
    }

    /// What else remains of an entry of a password manager, which is not joined with others.
    struct Details: Sendable {
        var kind: ItemKind
        var title: Fingerprint
        /// Whether nothing but all that is in it tells it from others, see ``ItemContent``.
        var isNameless: Bool
        /// The owner of the host, the user name and the password alone.
        var password: Fingerprint
        var hasPassword: Bool
        /// The owner of the host, the user name and everything that is in it.
        var all: Fingerprint
        /// What tells it from records of the same title.
        var identity: [ItemPart: Fingerprint]
        /// What its program calls it.
        var names: [EntryName]
        /// Its former passwords, as ``password``.
        var former: [Fingerprint]
        /// The names and contents of its files.
        var files: [FileMark]
    }

    let format: ImportFormat
    /// The rows in the order of the file.
    private(set) var entries: [Entry] = []
    /// As many as there are entries; none for a browser.
    private(set) var details: [Details] = []
    /// The rows that are not imported, in the order of the file.
    private(set) var problems: [RowProblem] = []

    /// Reads all rows.
    ///
    /// - Parameter step: Called now and then; what it throws ends the analysis.
    init(
        _ rows: any ItemRows, key: FingerprintKey, domains: any RegistrableDomainFinding,
        former: FormerVersions, step: () throws -> Void
    ) throws {
        format = rows.format
        let fingerprint = SecretFingerprinter(key)
        var count = 0
        while let element = try rows.next() {
            switch element {
            case .item(let row):
                let site = row.site(domains)
                let account = Fingerprint(site.account, row.userName)
                var entry = Entry(
                    row: Int32(entries.count), passwordChanged: row.passwordChanged?.milliseconds,
                    account: account, person: Fingerprint(site.owner, row.userName),
                    // Realms at one host are accounts of their own.
                    place: row.realm.isEmpty
                        ? account : Fingerprint(site.account, row.userName, row.realm),
                    content: rows.withContent { fingerprint(site.owner, row.userName, $0) },
                    order: rows.withContent { Self.order(of: row, $0) })
                if row.isEntry {
                    let item = rows.item()
                    let all = ItemContent.all(of: item)
                    entry.order = all.withBytes { Self.order(of: row, $0) }
                    details.append(
                        Self.details(
                            item, row, site, all, fingerprint, former: former.passwords(of: item),
                            files: rows.files.map(FileMark.init)))
                }
                entries.append(entry)
            case .problem(let problem): problems.append(problem)
            }
            count += 1
            if count % 256 == 0 { try step() }
        }
        problems.sort { $0.line < $1.line }
    }

    /// A number that depends on the texts first, in the same way on all machines, so that each of them takes the
    /// same one of two rows with one password; then on the content, with the process's own seed.
    private static func order(of row: ImportedRow, _ content: UnsafeRawBufferPointer) -> UInt64 {
        var texts = [row.name, row.url, row.userName, row.realm].joined(separator: "\0")
        let hash = texts.withUTF8 { SecretHash.sha256(of: UnsafeRawBufferPointer($0)) }
        var hasher = Hasher()
        hasher.combine(bytes: content)
        return UInt64(bigEndianBytes: hash.prefix(4)) << 32
            | UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
    }

    private static func details(
        _ item: Item, _ row: ImportedRow, _ site: ImportedSite, _ all: SecretBuffer,
        _ fingerprint: SecretFingerprinter, former: [ItemVersion], files: [FileMark]
    ) -> Details {
        let content = ItemContent.bytes(of: item, withExtras: false)
        return Details(
            kind: item.kind, title: Fingerprint(item.title),
            isNameless: ItemContent.isNameless(item),
            password: content.withBytes { fingerprint(site.owner, row.userName, $0) },
            hasPassword: !(item.login?.password.isEmpty ?? true),
            all: all.withBytes { fingerprint(site.owner, row.userName, $0) },
            identity: ItemContent.identity(of: item, fingerprint), names: EntryName.all(of: item),
            former: former.compactMap { version in
                version.password?.withBytes { fingerprint(site.owner, row.userName, $0) }
            }, files: files)
    }
}

/// What remains of a file of an entry.
struct FileMark: Hashable {
    let name: String
    let content: Fingerprint

    init(_ file: ImportedFile) {
        name = file.name
        content = file.content.mark
    }
}

/// What another program calls an entry, which tells it from all others of that program.
struct EntryName: Sendable, Equatable {
    /// Which of ``HiddenLabel/names`` it is.
    let label: Int
    /// The label and the name.
    let value: Fingerprint

    /// The names of an item: one for each program that it came from, and several where several items
    /// became one.
    static func all(of item: Item) -> [EntryName] {
        HiddenLabel.names.enumerated().flatMap { number, label in
            item.customFields.filter { $0.label == label }.map {
                EntryName(label: number, value: Fingerprint(label, $0.value.reveal()))
            }
        }
    }
}

extension [EntryName] {
    /// Whether one program gives two names, so that these are two entries.
    func contradicts(_ other: [EntryName]) -> Bool {
        contains { name in
            let others = other.filter { $0.label == name.label }
            return !others.isEmpty && !others.contains { contains($0) }
        }
    }
}
