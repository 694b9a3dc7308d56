package import TenonCore

/// The result of a full verification of a vault.
package struct VaultReport: Sendable, Equatable {
    /// How many items were looked at.
    package let itemCount: Int
    /// What is wrong; empty when every byte that is here is as it was written.
    package let findings: [VaultFinding]
    /// The names of files whose content is on other machines, and not all of it on this one yet.
    package let awaited: [String]

    /// Makes a report.
    package init(itemCount: Int, findings: [VaultFinding], awaited: [String] = []) {
        self.itemCount = itemCount
        self.findings = findings
        self.awaited = awaited
    }

    /// Whether nothing is wrong.
    package var isClean: Bool { findings.isEmpty }
}

/// One thing that is wrong with a vault.
package struct VaultFinding: Sendable, Equatable, CustomStringConvertible {
    /// What happened to it.
    package enum Problem: String, Sendable, Codable {
        /// It was there and is not any more.
        case missing
        /// Bytes of it were changed.
        case altered
        /// It stands in the place of another.
        case swapped
        /// An older version of it was put back.
        case rolledBack = "rolled-back"
        /// It was added by something that has no key.
        case foreign
        /// It cannot be written; older copies of the vault would not be noticed.
        case unwritable
    }

    /// What it happened to.
    package enum Subject: Sendable, Equatable {
        /// The list entry of an item, or all of it.
        case overview(ItemID, title: String?)
        /// The secret part of an item.
        case details(ItemID, title: String?)
        /// The content of an attachment, by the name of its file.
        case attachment(String)
        /// The record of which items belong to a part of the vault.
        case itemBucket(Int)
        /// A part of the index that finds items by site.
        case siteBucket(Int)
        /// The record of all changes.
        case root
        /// The head of the file.
        case header
        /// A passphrase or the recovery code.
        case slot(kind: Sentence)
        /// The count of failed attempts and of requests to lock.
        case counters
        /// The database below.
        case database
        /// A table of the database, or what else was put beside the tables.
        case structure(String)
        /// What this machine remembers, outside of the file, of how new the vault was.
        case memory
    }

    /// What is wrong.
    package let problem: Problem
    /// With what.
    package let subject: Subject

    /// Makes a finding.
    package init(problem: Problem, subject: Subject) {
        self.problem = problem
        self.subject = subject
    }

    /// The sentence for people.
    package var sentence: Sentence {
        let what: Sentence =
            switch subject {
            case .overview(let id, let title): "The item \(Self.name(id, title))"
            case .details(let id, let title): "The secret part of the item \(Self.name(id, title))"
            case .attachment(let name): "The attachment “\(name)”"
            case .itemBucket(let number): "Part \(number) of the list of items"
            case .siteBucket(let number): "Part \(number) of the index of sites"
            case .root: "The record of all changes"
            case .header: "The head of the vault"
            case .slot(let kind): "The key slot for the \(kind)"
            case .counters: "The counters of attempts and locks"
            case .database: "The structure of the database"
            case .structure(let name): "The part “\(name)” of the database"
            case .memory: "This machine's note of the newest state of the vault"
            }
        let happened: Sentence =
            switch problem {
            case .missing: "is missing"
            case .altered: "was altered"
            case .swapped: "was swapped with another"
            case .rolledBack: "was replaced by an older version"
            case .foreign: "was added by something that has no key"
            case .unwritable: "cannot be written, so an older copy would not be noticed"
            }
        return "\(what) \(happened)."
    }

    /// The same in English.
    package var description: String { "\(sentence)" }

    private static func name(_ id: ItemID, _ title: String?) -> String {
        title.map { "“\($0)” (\(id))" } ?? "\(id)"
    }
}
