import WalletVault

/// What an import would do; nothing has been written yet.
package struct ImportPreview: Sendable {
    /// The name of the file.
    package let name: String
    /// What was recognised.
    package let format: ImportFormat
    /// Whether nobody can read the file without a password or a key.
    package let isEncrypted: Bool
    /// How many rows there are, by what becomes of them.
    package let counts: ImportCounts
    /// The first rows of each kind, in the order of the file.
    package let samples: [ImportSample]
    /// All rows that are left out, in the order of the file.
    package let problems: [RowProblem]

    /// What ``Importer/apply(_:progress:)`` needs to do the same to the same file.
    let basis: ImportBasis
}

extension ImportPreview: Equatable {
    /// Two previews are equal when they come from the same look at the file.
    package static func == (left: ImportPreview, right: ImportPreview) -> Bool {
        left.basis === right.basis
    }
}

/// One row of a preview; it holds no secret.
package struct ImportSample: Sendable, Equatable {
    /// What the login is to the vault.
    package let kind: ImportKind
    /// The line in the file where the row starts.
    let line: Int
    /// What the login is called.
    let title: String
    /// The user name; empty when there is none.
    let userName: String
    /// The host, or the address when it has no host.
    let site: String

    /// Describes a row.
    package init(kind: ImportKind, line: Int, title: String, userName: String, site: String) {
        self.kind = kind
        self.line = line
        self.title = title
        self.userName = userName
        self.site = site
    }
}

/// What a preview is based on.
final class ImportBasis: Sendable {
    /// What is imported.
    enum Content {
        /// A text that is read again; all its bytes amount to the digest.
        case text(ImportSource, FileStamp?, digest: Fingerprint?, ImportOptions)
        /// A document that was read whole.
        case document(ImportedDocument)
    }

    let content: Content
    let key: FingerprintKey
    /// What happens to the rows.
    let decisions: [ImportPlan.Decision]
    /// The files that are attached, by the number of the row.
    let files: [Int32: [PlannedFile]]
    /// The state of the vault that they were decided for.
    let vaultRevision: Int64

    init(
        content: Content, key: FingerprintKey, decisions: [ImportPlan.Decision],
        files: [Int32: [PlannedFile]] = [:], vaultRevision: Int64
    ) {
        self.content = content
        self.key = key
        self.decisions = decisions
        self.files = files
        self.vaultRevision = vaultRevision
    }
}

/// How far an import has come.
package struct ImportProgress: Sendable, Equatable {
    /// What is done so far.
    package let completed: Int
    /// All that is to be done, in the same unit: bytes of a preview, rows and files of an import.
    package let total: Int
}

/// What an import did.
package struct ImportResult: Sendable, Equatable {
    /// The name of the file.
    let name: String
    /// What was recognised.
    package let format: ImportFormat
    /// Whether nobody can read the file without a password or a key.
    package let isEncrypted: Bool
    /// How many rows there were, by what became of them.
    package let counts: ImportCounts
    /// All rows that were left out.
    package let problems: [RowProblem]
}
