import TenonCore
import TenonSecurity

/// The head of the file: its format, and the vault's own name.
struct VaultHeader: Equatable {
    let format: Int64
    let vault: ItemID
    let created: Int64
}

extension VaultHeader {
    /// Reads the header, and refuses formats of the future before anything else is looked at.
    ///
    /// - Parameter isChecked: Whether damage is an error; otherwise what can be read is taken.
    /// - Throws: ``VaultError``: `vaultForeign`, `vaultNewerFormat` or `vaultTampered`.
    init(_ connection: any DatabaseConnection, isChecked: Bool = true) throws {
        var header: (format: Int64, vault: [UInt8], created: Int64, guard: [UInt8])?
        var hasTable = false
        try connection.query(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'header'", []
        ) { _ in hasTable = true }
        guard hasTable else {
            var mark: Int64 = 0
            try connection.query("PRAGMA application_id", []) { mark = $0.integer(0) }
            // A vault without its header, not the file of another program.
            if mark == VaultFormat.applicationID { try VaultTables.verify(connection) }
            throw VaultError(
                .vaultForeign, "The file is not a vault.",
                remedy: "Check the path; a vault that was being made may have to be made again.")
        }
        try connection.query("SELECT format FROM header", []) { row in
            let format = row.integer(0)
            guard format <= VaultFormat.formats.upperBound else {
                throw VaultError.newerFormat(format)
            }
        }
        if isChecked { try VaultTables.verify(connection) }
        try connection.query("SELECT format, vault, created, guard FROM header", []) { row in
            header = (row.integer(0), row.blob(1), row.integer(2), row.blob(3))
        }
        guard let header else { throw VaultError.tampered(.missing, .header) }
        guard let vault = header.vault.withUnsafeBytes({ ItemID(bytes: $0) }) else {
            throw VaultError.tampered(.altered, .header)
        }
        self.init(format: header.format, vault: vault, created: header.created)
        let isIntact = header.guard == rowGuard && VaultFormat.formats.contains(format)
        guard isIntact || !isChecked else {
            throw VaultError.tampered(.altered, .header)
        }
    }

    func insert(_ connection: any DatabaseConnection) throws {
        try connection.execute(
            "INSERT INTO header (id, format, vault, created, guard) VALUES (1, ?, ?, ?, ?)",
            [.integer(format), .blob(vault.bytes), .integer(created), .blob(rowGuard)])
    }

    /// Writes another format in the place of the one that is there.
    func replaceFormat(_ connection: any DatabaseConnection) throws {
        try connection.execute(
            "UPDATE header SET format = ?, guard = ?", [.integer(format), .blob(rowGuard)])
    }

    /// The keyed hash that the manifest keeps of the header.
    func hash(_ key: HMACSHA256) -> MultisetSum { key.summand(write) }

    private var rowGuard: [UInt8] { RowGuard.code(write) }

    private func write(to writer: SecretWriter) {
        writer.integer(UInt8(ascii: "h"))
        writer.integer(format)
        writer.integer(vault.high)
        writer.integer(vault.low)
        writer.integer(created)
    }
}

/// Codes that tell damage from a wrong passphrase, in rows that are read before there is a key.
///
/// The key is public: an attacker who changes such a row can compute the code. The manifest reveals
/// that as soon as a key is there; until then the worst effect is that no passphrase fits.
enum RowGuard {
    private static let key = HMACSHA256(
        key: SecretBytes(SecretText("wallet vault: a guard against accidents, not attackers")))

    static func code(_ write: (SecretWriter) -> Void) -> [UInt8] {
        let writer = SecretWriter(capacity: 128)
        write(writer)
        return Array(writer.withBytes { key.authenticationCode(for: $0) }.prefix(16))
    }
}
