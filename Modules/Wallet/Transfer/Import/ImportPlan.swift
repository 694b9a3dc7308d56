import WalletVault

/// What happens to each row of a file that is a login.
struct ImportPlan {
    /// What happens to a row.
    enum Decision: Equatable {
        /// Nothing: the vault has it, or another row says the same.
        case skip
        /// Its address goes to the login that a later row makes.
        case gather(into: Int32)
        /// It becomes a new login.
        case add
        /// Its password becomes that of an item.
        case change(ItemID)
        /// An item gets what it lacks of it.
        case complete(ItemID)
        /// It may bring something that none of these items has; ``EntrySettlement`` finds out.
        case compare([ItemID])
    }

    /// By the number of the row among the rows that are logins.
    var decisions: [Decision]
    /// What the rows amount to.
    var counts: ImportCounts
    /// The first rows of each kind, by the number of the row.
    var samples: [Int32: ImportKind] = [:]
    /// What the rows with entries are to the vault, while some are still to be compared.
    var kinds: [ImportKind?] = []
    /// The items that other entries than those to be compared belong to.
    var taken: Set<ItemID> = []

    /// How many rows of each kind are shown as examples.
    private static let sampleCount = 20

    /// Counts entries by their kinds.
    mutating func countKinds() {
        for kind in ImportKind.allCases { counts[kind] = 0 }
        samples = [:]
        for (row, kind) in kinds.enumerated() {
            if let kind { count(Int32(row), as: kind) }
        }
    }

    /// Counts a row.
    mutating func count(_ row: Int32, as kind: ImportKind) {
        counts[kind] += 1
        if counts[kind] <= Self.sampleCount { samples[row] = kind }
    }
}

/// What an imported login is to the vault.
package enum ImportKind: String, Sendable, CaseIterable, Codable {
    /// The vault does not have it.
    case new
    /// The vault has it with another password, which is older.
    case changed
    /// The vault has it, and gets what it lacks of it; its own password stays.
    case completed
    /// The vault has it with this password.
    case present
    /// The vault has it with a password that is newer.
    case outdated
}

/// How many rows a file has, by what becomes of them.
package struct ImportCounts: Sendable, Equatable {
    /// Rows that become new logins.
    package var new = 0
    /// Rows that change the password of a login in the vault.
    package var changed = 0
    /// Rows that bring something to an item, and no password.
    package var completed = 0
    /// Rows whose login the vault has, with the same password.
    package var present = 0
    /// Rows whose login the vault has, with a newer password.
    package var outdated = 0
    /// Rows that say the same as another row.
    package var repeated = 0
    /// Rows that are left out, each with its reason.
    package var problems = 0

    /// No rows.
    package init() {}

    /// How many logins an import writes.
    package var writes: Int { new + changed + completed }
    /// All rows.
    package var rows: Int { writes + present + outdated + repeated + problems }

    subscript(_ kind: ImportKind) -> Int {
        get {
            switch kind {
            case .new: new
            case .changed: changed
            case .completed: completed
            case .present: present
            case .outdated: outdated
            }
        }
        set {
            switch kind {
            case .new: new = newValue
            case .changed: changed = newValue
            case .completed: completed = newValue
            case .present: present = newValue
            case .outdated: outdated = newValue
            }
        }
    }
}
