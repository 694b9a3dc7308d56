import TenonCore
import TenonMemory
import WalletVault

/// Compares the items of a file with those of a vault and decides what happens to each row.
///
/// **The rule.** For all files, in any order and with any dates: every password of every entry, and
/// of its own history, is afterwards the present password of an item or in the history of one.
/// - Entries to which one program gives different names (``EntryName``) stay different items, in one
///   file and between files.
/// - A password replaces another one when it is known to be newer. One without a date never replaces
///   one with a date; of two without dates the one that comes later counts, unless the item had it
///   before. What does not replace goes to the history.
/// - Where one file has several passwords for an account and does not say which is the newest, all of
///   them are items.
/// - What a history has no room for becomes an item of its own.
/// - The same holds for each text of a card, note or record, by the date of the entry and of the item. It is
///   the same item when it has the same name of its program; else a card when title and number are the
///   same, a note when its title is, and a record when its title is and no identifying part differs
///   (`ItemKind.identifyingParts`). One without a date is older: items of the vault have dates.
///   A newer entry with the same texts gives the item its date.
/// - The order of the entries in a file makes no difference. A second import adds nothing and changes no
///   password; an entry may bring its date to an item that another one has made. Where several items
///   fit an entry without a date equally well, it may find another one the second time; no password is
///   lost then.
///
/// Every item of the vault is shown to it once without its secrets, and those that have a site and
/// user name in common with the file once more with them. Both take constant time for an item.
final class ImportPlanner {
    struct Candidate {
        let id: ItemID
        let kind: ItemKind
        let title: Fingerprint
        let userName: String
        /// The owners of its sites, each once.
        let owners: [String]
        /// When its password changed, or anything of an item that is not a login, in milliseconds; `nil` when
        /// that is not known.
        var date: Int64?
        var hasPassword = false
        /// What tells it from records of the same title.
        var identity: [ItemPart: Fingerprint] = [:]
        /// The owners, the user name and the password, for each owner.
        var passwords: [Fingerprint] = []
        var names: [EntryName] = []
        var order: UInt64 = 0
        /// Whether a row of the file belongs to it; others do not go to it then.
        var isTaken = false

        /// Whether one program has several names for it, since several items became one.
        var isOfSeveral: Bool { Set(names.map(\.label)).count < names.count }
    }

    let analysis: FileAnalysis
    let now: Timestamp
    private let domains: any RegistrableDomainFinding
    private let fingerprint: SecretFingerprinter
    private let persons: Set<Fingerprint>
    /// The kinds of the records in the file.
    private let records: Set<ItemKind>

    var candidates: [Candidate] = []
    private var positions: [ItemID: Int] = [:]
    private(set) var byAccount = FingerprintChains()
    private(set) var byName = FingerprintChains()
    /// The candidates with a password and what else an entry holds, and with a password alone.
    private(set) var byContent = FingerprintChains()
    /// The candidates with everything that an entry has.
    private(set) var byAll = FingerprintChains()
    private(set) var byPerson = FingerprintChains()
    /// What candidates had as their password once.
    private(set) var past: Set<Fingerprint> = []
    /// The same for one of them.
    private(set) var byPast = FingerprintChains()

    init(
        _ analysis: FileAnalysis, key: FingerprintKey, domains: any RegistrableDomainFinding,
        now: Timestamp
    ) {
        self.analysis = analysis
        self.now = now
        self.domains = domains
        fingerprint = SecretFingerprinter(key)
        persons = Set(analysis.entries.map(\.person))
        records = Set(analysis.details.map(\.kind).filter(\.isRecord))
    }

    /// The items to be compared with their secrets.
    var wanted: [ItemID] { candidates.map(\.id) }

    /// The items whose former passwords matter: those that get no newer password, and have another.
    var unsure: [ItemID] {
        var found: Set<Int> = []
        for (index, entry) in analysis.entries.enumerated() where byPerson.contains(entry.person) {
            let positions = byPerson[entry.person].filter { candidates[$0].kind == .login }
            let date = entry.passwordChanged ?? 0
            let isNewest = positions.allSatisfy { (candidates[$0].date ?? .max) < date }
            let password = self.password(of: index)
            // An entry goes by what its own item had, a row of a browser by what any had.
            let holders = positions.filter { candidates[$0].passwords.contains(password) }
            let isPresent = holders.count >= (analysis.details.isEmpty ? 1 : positions.count)
            let hasFormer = !(details(of: index)?.former.isEmpty ?? true)
            if hasFormer || !(isNewest || isPresent) { found.formUnion(positions) }
        }
        return found.map { candidates[$0].id }
    }

    /// Takes an item of the vault, without its secrets.
    func consider(_ item: ItemOverview) {
        guard item.kind != .other, !item.isTrashed else { return }
        let isLogin = item.kind == .login
        let userName = isLogin ? item.userName : ""
        let sites =
            isLogin
            ? (item.sites.isEmpty ? [""] : item.sites)
                .map { ImportedSite($0, name: item.title, domains: domains) }
            : [ImportedSite(item.kind, title: item.title)]
        let owners = Array(Set(sites.map(\.owner)))
        // What is a record now was a note or a login to earlier versions of Wallet.
        let former = [.note, .login].contains(item.kind) ? records : []
        let people =
            owners.map { Fingerprint($0, userName) }
            + former.map { Fingerprint(ImportedSite($0, title: item.title).owner, "") }
        let shared = people.filter(persons.contains)
        guard !shared.isEmpty else { return }
        let position = candidates.count
        for person in shared { byPerson.add(position, to: person) }
        // Cards and notes are found by their content: a number and a title, which stay.
        let hasAccount =
            isLogin || item.kind.isRecord && ItemContent.isTelling(item.title)
        for account in hasAccount ? Set(sites.map { Fingerprint($0.account, userName) }) : [] {
            byAccount.add(position, to: account)
        }
        positions[item.id] = position
        candidates.append(
            Candidate(
                id: item.id, kind: item.kind, title: Fingerprint(item.title), userName: userName,
                owners: owners))
    }

    /// Takes the secrets of a wanted item.
    func compare(_ item: Item) {
        guard let position = positions[item.id] else { return }
        let all = ItemContent.all(of: item)
        if let login = item.login {
            candidates[position].date =
                login.isPasswordDated ? login.passwordChanged.milliseconds : nil
            candidates[position].hasPassword = !login.password.isEmpty
        } else {
            candidates[position].date = item.changed.milliseconds
            candidates[position].identity = ItemContent.identity(of: item, fingerprint)
        }
        candidates[position].names = EntryName.all(of: item)
        for name in candidates[position].names { byName.add(position, to: name.value) }
        candidates[position].order = Self.order(of: item)
        // A row of a browser has nothing but a password; an entry is the same with all else that is in
        // it, or with nothing else.
        let passwords = contents(position, ItemContent.bytes(of: item, withExtras: false))
        candidates[position].passwords = passwords
        let full = contents(position, ItemContent.bytes(of: item, withExtras: true))
        for content in Set(passwords + full) { byContent.add(position, to: content) }
        guard !analysis.details.isEmpty else { return }
        for content in contents(position, all) { byAll.add(position, to: content) }
    }

    /// Takes a former password of an item.
    func remember(_ id: ItemID, _ password: SecretText) {
        guard let position = positions[id] else { return }
        for owner in candidates[position].owners {
            let content = password.withBytes {
                fingerprint(owner, candidates[position].userName, $0)
            }
            past.insert(content)
            byPast.add(position, to: content)
        }
    }

    /// Decides; what needs the whole items is left to be compared.
    func plan() -> ImportPlan {
        var plan = ImportPlan(
            rows: analysis.entries.count, problems: analysis.problems.count(where: \.isLeftOut))
        if analysis.details.isEmpty { planRows(&plan) } else { planEntries(&plan) }
        plan.countKinds()
        return plan
    }

    // MARK: - Parts

    /// What more remains of a row, if it is an entry.
    func details(of index: Int) -> FileAnalysis.Details? {
        analysis.details.isEmpty ? nil : analysis.details[index]
    }

    /// The owner of the host, the user name and the password of a row.
    func password(of index: Int) -> Fingerprint {
        details(of: index)?.password ?? analysis.entries[index].content
    }

    /// Whether some item for the same person has this password, or had it.
    func isKnown(_ password: Fingerprint) -> Bool {
        past.contains(password) || byContent.contains(password)
    }

    /// A number that tells items apart, and does not depend on the order of their rows.
    private static func order(of item: Item) -> UInt64 {
        var hasher = Hasher()
        let content = ItemContent.bytes(of: item, withExtras: true)
        content.withBytes { hasher.combine(bytes: $0) }
        hasher.combine(item.title)
        for site in (item.login?.sites ?? [item.title]).sorted() { hasher.combine(site) }
        for field in item.customFields where field.isHidden {
            hasher.combine(field.label)
            field.value.withBytes { hasher.combine(bytes: $0) }
        }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// What the content of an item amounts to, for each owner of a site of it.
    private func contents(_ position: Int, _ content: SecretBuffer) -> [Fingerprint] {
        content.withBytes { bytes in
            candidates[position].owners.map {
                fingerprint($0, candidates[position].userName, bytes)
            }
        }
    }
}

/// Several numbers for a fingerprint, without an array for each.
struct FingerprintChains {
    private var heads: [Fingerprint: Int32] = [:]
    /// Each number, and where the one that was added before it is.
    private var links: [(number: Int32, next: Int32)] = []

    /// How many numbers are looked at; more than a person can have.
    private static let limit = 1_000

    /// Whether there are numbers for a fingerprint.
    func contains(_ fingerprint: Fingerprint) -> Bool { heads[fingerprint] != nil }

    mutating func add(_ number: Int, to fingerprint: Fingerprint) {
        links.append((Int32(number), heads[fingerprint] ?? -1))
        heads[fingerprint] = Int32(links.count - 1)
    }

    /// The numbers, the one that was added last first.
    subscript(_ fingerprint: Fingerprint) -> [Int] {
        var numbers: [Int] = []
        var link = heads[fingerprint] ?? -1
        while link >= 0, numbers.count < Self.limit {
            numbers.append(Int(links[Int(link)].number))
            link = links[Int(link)].next
        }
        return numbers
    }
}
