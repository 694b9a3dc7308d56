import TenonCore
import WalletVault

/// Compares the items of a file with those of a vault and decides what happens to each row.
///
/// Every item of the vault is shown to it once without its secrets, and those that have a site and
/// user name in common with the file once more with them. Both take constant time for an item.
final class ImportPlanner {
    struct Candidate {
        let id: ItemID
        let title: Fingerprint
        let userName: String
        /// The owner of its first site, and those of the others that differ.
        let owner: String
        let otherOwners: [String]
        let passwordChanged: Int64
        var isTaken = false
    }

    let analysis: FileAnalysis
    private let domains: any RegistrableDomainFinding
    private let fingerprint: SecretFingerprinter
    private let persons: Set<Fingerprint>

    var candidates: [Candidate] = []
    private var positions: [ItemID: Int] = [:]
    private(set) var byAccount = FingerprintChains()
    /// The candidate with this site, user name and password.
    private(set) var byContent: [Fingerprint: Int] = [:]
    /// Further candidates with the content of one.
    private(set) var twins: [Int: [Int]] = [:]
    /// The candidates with everything that an entry has.
    private(set) var byAll: [Fingerprint: Int] = [:]
    /// The candidates that once had this password.
    private(set) var byPast = FingerprintChains()

    init(_ analysis: FileAnalysis, key: FingerprintKey, domains: any RegistrableDomainFinding) {
        self.analysis = analysis
        self.domains = domains
        fingerprint = SecretFingerprinter(key)
        persons = Set(analysis.entries.map(\.person))
    }

    /// The items to be compared with their secrets.
    var wanted: [ItemID] { candidates.map(\.id) }

    /// The items whose former passwords matter: without a date in the file, only they can tell that
    /// a password is an older one.
    var unsure: [ItemID] {
        let positions = analysis.entries.lazy
            .filter { $0.passwordChanged == nil && self.byContent[$0.content] == nil }
            .flatMap { self.byAccount[$0.account] }
        return Set(positions).map { candidates[$0].id }
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
        let owner = sites[0].owner
        let otherOwners = Set(sites.dropFirst().map(\.owner)).subtracting([owner])
        let isWanted =
            persons.contains(Fingerprint(owner, userName))
            || otherOwners.contains { persons.contains(Fingerprint($0, userName)) }
        guard isWanted else { return }
        // Only logins have passwords that change.
        for account in isLogin ? Set(sites.map { Fingerprint($0.account, userName) }) : [] {
            byAccount.add(candidates.count, to: account)
        }
        positions[item.id] = candidates.count
        candidates.append(
            Candidate(
                id: item.id, title: Fingerprint(item.title), userName: userName, owner: owner,
                otherOwners: Array(otherOwners), passwordChanged: item.passwordChanged.milliseconds)
        )
    }

    /// Takes the secrets of a wanted item.
    func compare(_ item: Item) {
        guard let position = positions[item.id] else { return }
        // A row of a browser has nothing but a password; an entry is the same with all else that is in
        // it, or with nothing else.
        let parts = [true, false].map { ItemContent.bytes(of: item, withExtras: $0) }
        let contents = Set(
            parts.flatMap { part in
                part.withBytes { self.contents(candidates[position], $0) }
            })
        for content in contents {
            if let twin = byContent[content], twin != position {
                twins[twin, default: []].append(position)
            } else {
                byContent[content] = position
            }
        }
        guard !analysis.details.isEmpty else { return }
        ItemContent.all(of: item).withBytes {
            for content in self.contents(candidates[position], $0) { byAll[content] = position }
        }
    }

    /// Takes a former password of an item.
    func remember(_ id: ItemID, _ password: SecretText) {
        guard let position = positions[id] else { return }
        for content in password.withBytes({ contents(candidates[position], $0) }) {
            byPast.add(position, to: content)
        }
    }

    /// Decides; what needs the whole items is left to be compared.
    func plan() -> ImportPlan {
        var plan = ImportPlan(
            decisions: Array(repeating: .skip, count: analysis.itemRows), counts: ImportCounts())
        plan.counts.problems = analysis.problems.count
        plan.counts.repeated = analysis.repeatedRows
        if analysis.details.isEmpty { planRows(&plan) } else { planEntries(&plan) }
        return plan
    }

    private func planRows(_ plan: inout ImportPlan) {
        // Rows with the same owner, user name and password are one login; the last one makes it.
        var leaders: [Fingerprint: Int32] = [:]
        leaders.reserveCapacity(analysis.entries.count)
        for entry in analysis.entries { leaders[entry.content] = entry.row }
        plan.counts.repeated += analysis.entries.count - leaders.count
        for entry in analysis.entries {
            guard let position = byContent[entry.content] else { continue }
            for taken in [position] + (twins[position] ?? []) { candidates[taken].isTaken = true }
        }
        var changes: [Fingerprint: Change] = [:]
        for entry in analysis.entries where byContent[entry.content] == nil {
            guard let change = change(by: entry) else { continue }
            if case .update = changes[entry.content] { continue }
            if case .update(let position) = change { candidates[position].isTaken = true }
            changes[entry.content] = change
        }
        for entry in analysis.entries {
            let isLeader = leaders[entry.content] == entry.row
            let kind = kind(of: entry, changes)
            if isLeader { plan.count(entry.row, as: kind) }
            guard kind == .new || kind == .changed, let leader = leaders[entry.content] else {
                continue
            }
            plan.decisions[Int(entry.row)] =
                if !isLeader {
                    .gather(into: leader)
                } else if case .update(let position) = changes[entry.content] {
                    .change(candidates[position].id)
                } else {
                    .add
                }
        }
    }

    /// What a row with another password means to the vault.
    private enum Change {
        case update(Int)
        case outdated
    }

    /// A login that another row found unchanged, or changes, is not changed again: that would lose
    /// one of two logins at one site.
    private func change(by entry: FileAnalysis.Entry) -> Change? {
        let free = byAccount[entry.account].filter { !candidates[$0].isTaken }
        guard let position = free.max(by: { changed($0) < changed($1) }) else { return nil }
        if byPast[entry.content].contains(position) { return .outdated }
        if let time = entry.passwordChanged, time <= changed(position) { return .outdated }
        return .update(position)
    }

    func changed(_ position: Int) -> Int64 { candidates[position].passwordChanged }

    private func kind(
        of entry: FileAnalysis.Entry, _ changes: [Fingerprint: Change]
    ) -> ImportKind {
        guard byContent[entry.content] == nil else { return .present }
        return switch changes[entry.content] {
        case .update: .changed
        case .outdated: .outdated
        case nil: .new
        }
    }

    /// What the content of an item amounts to, for each owner of a site of it.
    private func contents(
        _ item: Candidate, _ content: UnsafeRawBufferPointer
    ) -> [Fingerprint] {
        ([item.owner] + item.otherOwners).map { fingerprint($0, item.userName, content) }
    }
}

/// Several numbers for a fingerprint, without an array for each.
struct FingerprintChains {
    private var heads: [Fingerprint: Int32] = [:]
    /// Each number, and where the one that was added before it is.
    private var links: [(number: Int32, next: Int32)] = []

    mutating func add(_ number: Int, to fingerprint: Fingerprint) {
        links.append((Int32(number), heads[fingerprint] ?? -1))
        heads[fingerprint] = Int32(links.count - 1)
    }

    subscript(_ fingerprint: Fingerprint) -> [Int] {
        var numbers: [Int] = []
        var link = heads[fingerprint] ?? -1
        while link >= 0 {
            numbers.append(Int(links[Int(link)].number))
            link = links[Int(link)].next
        }
        return numbers
    }
}
