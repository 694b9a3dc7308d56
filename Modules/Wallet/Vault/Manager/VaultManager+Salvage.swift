package import TenonCore
import TenonSecurity

extension VaultManager {
    /// Reads the items that still open of a vault that cannot be unlocked or listed.
    ///
    /// Only the count of wrong passphrases is written. Items of which an older version was put back
    /// open as well; the report names them. The vault stays locked, or unlocked, as it is.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase of the vault.
    ///   - body: Gets each item that opens, those in the trash too; former versions are left behind.
    /// - Returns: What is wrong with the vault.
    /// - Throws: ``VaultError``: `vaultMissing`, `vaultForeign`, `vaultNewerFormat`,
    ///   `vaultWrongPassphrase`, `vaultTooManyAttempts`; and what the closure throws.
    package func salvage(
        passphrase: SecretText, _ body: @Sendable (Item) throws -> Void
    ) throws -> VaultReport {
        let secret = try Passphrase.normalized(passphrase)
        return try translating {
            let database = try databases.open(path: path, options: DatabaseOptions())
            defer { try? database.close() }
            do {
                let header = try database.read { try VaultHeader($0, isChecked: false) }
                let (_, vaultKey) = try findSlot(
                    .passphrase, secret, header.vault, database, isChecked: false)
                let vault = OpenVault(
                    database: database, vault: header.vault,
                    keys: try VaultKeys(vaultKey: vaultKey, vault: header.vault), locks: 0,
                    domains: domains, seen: nil, lockWish: lockWish, now: now)
                return try database.read { connection in
                    let diagnosis = Diagnosis(vault, connection)
                    try diagnosis.forEachReadableItem(body)
                    return try diagnosis.everything()
                }
            } catch let error as any ExplainedError where error.code.name == "database.misuse" {
                // Without some of its tables nothing can be saved; the error names them.
                try database.read { try VaultTables.verify($0) }
                throw error
            }
        }
    }
}
