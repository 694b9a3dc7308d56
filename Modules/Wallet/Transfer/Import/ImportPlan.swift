import WalletVault

/// What happens to each row of a file that is an item.
struct ImportPlan {
    /// What a row brings to an item of the vault.
    struct Merge: Equatable {
        /// What happens to its password.
        enum Password: Equatable {
            /// Nothing: the item has it, or had it.
            case none
            /// It becomes that of the item.
            case present
            /// It goes to the history of the item.
            case former
        }

        var password = Password.none
        /// When its password changed, or a newer item that is not a login, in milliseconds, if that is to be
        /// written down.
        var date: Int64?
        /// The positions of the former passwords of the entry that are to be kept.
        var former: [Int] = []
        /// Whether the texts of an entry that is not a login replace those of the item.
        var isNewer = false
        /// The other items of its title, which may have what its history had no room for.
        var alike: [ItemID] = []

        /// Whether it brings nothing, as far as can be told without the parts of the item.
        var isEmpty: Bool { password == .none && date == nil && former.isEmpty }
    }

    /// What happens to a row.
    enum Decision: Equatable {
        /// Nothing: the vault has it, or another row says the same.
        case skip
        /// Its address goes to the login that a later row makes.
        case gather(into: Int32)
        /// It becomes a new item, with this date of its password.
        case add(date: Int64?)
        /// It goes to an item of the vault.
        case merge(ItemID, Merge)
        /// Its password goes to the history of the login that another row makes.
        case keep(Int32, date: Int64?)
        /// As ``merge(_:_:)``, when that brings something; ``EntrySettlement`` finds out.
        case compare(ItemID, Merge)
        /// It becomes a new item, unless this one, which another row belongs to, has all of it.
        case compareOrAdd(ItemID, date: Int64?)
    }

    /// By the number of the row among the rows that are items.
    var decisions: [Decision]
    /// What each row is to the vault; `nil` for one that says the same as another.
    var kinds: [ImportKind?]
    /// The files that are attached, by the number of the row.
    var files: [Int32: [PlannedFile]] = [:]
    /// What is to be said of them.
    var remarks: [RowProblem] = []
    /// What the rows amount to.
    var counts = ImportCounts()
    /// The first rows of each kind, by the number of the row.
    var samples: [Int32: ImportKind] = [:]

    /// How many rows of each kind are shown as examples.
    private static let sampleCount = 20

    /// Begins with rows that all say the same as others.
    init(rows: Int, problems: Int) {
        decisions = Array(repeating: .skip, count: rows)
        kinds = Array(repeating: nil, count: rows)
        counts.problems = problems
    }

    /// Counts rows by their kinds.
    mutating func countKinds() {
        for kind in ImportKind.allCases { counts[kind] = 0 }
        counts.repeated = 0
        samples = [:]
        for (row, kind) in kinds.enumerated() {
            guard let kind else {
                counts.repeated += 1
                continue
            }
            counts[kind] += 1
            if counts[kind] <= Self.sampleCount { samples[Int32(row)] = kind }
        }
        counts.files = files.values.reduce(0) { $0 + $1.count }
    }
}

/// What an imported item is to the vault: "password" stands for all texts of what is not a login.
package enum ImportKind: String, Sendable, CaseIterable, Codable {
    /// The vault does not have it.
    case new
    /// The vault has it with another password, which is older.
    case changed
    /// The vault has it with another password, which is newer; this one goes to the history.
    case kept
    /// The vault has it, and gets what it lacks of it; its own password stays.
    case completed
    /// The vault has it with this password.
    case present
    /// The vault has it with a password that is newer, and this one in the history.
    case outdated
}

/// How many rows a file has, by what becomes of them.
package struct ImportCounts: Sendable, Equatable {
    /// Rows that become new items.
    package var new = 0
    /// Rows that change the password of a login in the vault, or texts of another item.
    package var changed = 0
    /// Rows whose password, or other texts, go to the history of an item, which has newer ones.
    package var kept = 0
    /// Rows that bring something to an item, and no password.
    package var completed = 0
    /// Rows whose login the vault has, with the same password.
    package var present = 0
    /// Rows whose login the vault has, with a newer password, and theirs in the history.
    package var outdated = 0
    /// Rows that say the same as another row.
    package var repeated = 0
    /// Rows that are left out, each with its reason.
    package var problems = 0
    /// Files that are attached to items.
    package var files = 0

    /// No rows.
    package init() {}

    /// How many rows an import writes.
    package var writes: Int { new + changed + kept + completed }
    /// All rows.
    package var rows: Int { writes + present + outdated + repeated + problems }

    subscript(_ kind: ImportKind) -> Int {
        get { self[keyPath: Self.path(kind)] }
        set { self[keyPath: Self.path(kind)] = newValue }
    }

    private static func path(_ kind: ImportKind) -> WritableKeyPath<ImportCounts, Int> {
        switch kind {
        case .new: \.new
        case .changed: \.changed
        case .kept: \.kept
        case .completed: \.completed
        case .present: \.present
        case .outdated: \.outdated
        }
    }
}
