import TenonCore
import TenonPublicSuffix
import TenonSQLite
import TenonSecurity
import WalletVault

/// What is in a vault, in one line, so that two vaults can be compared and a loss be shown.
enum VaultContent {
    /// Opens a vault in this process, verifies every byte of it, and says what it holds.
    ///
    /// - Parameters:
    ///   - state: Where this machine remembers how new the vault was; `nil` checks nothing.
    ///   - passphrases: Which may open it, by name; the first that does is named.
    static func read(
        _ path: String, state: String?, passphrases: [(name: String, text: String)]
    ) async -> String {
        let manager = manager(path, state: state)
        guard manager.status != .missing else { return "missing" }
        do {
            var opening = ""
            for (name, text) in passphrases where opening.isEmpty {
                do {
                    try await manager.unlock(passphrase: SecretText(text))
                    opening = name
                } catch let error as VaultError where error.code == .vaultWrongPassphrase {}
            }
            guard !opening.isEmpty else { return "opens with no passphrase" }
            let text = try await text(of: manager, opening)
            await manager.close()
            return text
        } catch {
            await manager.close()
            return "does not open: \(words(of: error))"
        }
    }

    static func manager(_ path: String, state: String?) -> VaultManager {
        VaultManager(
            path: path, stateDirectory: state, databases: SQLiteDatabases(),
            domains: PublicSuffixList(), now: { Sample.now }, argon2id: .floor)
    }

    private static func text(of vault: VaultManager, _ passphrase: String) async throws -> String {
        var items: [String] = []
        // Writers add thousands.
        for overview in try await vault.list(ItemQuery(window: 0..<1_000_000)).items {
            let item = try await vault.item(overview.id)
            let secret = item.login.map { "\($0.userName):\($0.password.reveal())" } ?? "?"
            let code = item.login?.oneTimePassword.map { " \($0.reveal())" } ?? ""
            let former = try await vault.history(overview.id).count
            let fields = item.customFields.map { " \($0.label)=\($0.value.reveal())" }.joined()
            items.append(
                "\(item.title)=\(secret)\(code)\(fields)\(item.isFavorite ? " favourite" : "")"
                    + (former > 0 ? "+\(former)" : ""))
        }
        let trash = try await vault.list(ItemQuery(isTrashed: true, window: 0..<1000)).items
        let slots = try await vault.slots().map { "\($0.kind.rawValue) \($0.name)" }.sorted()
        let report = try await vault.check()
        let findings = report.findings.map { "\n    \($0)" }.joined()
        return "with the \(passphrase): \(items.sorted().joined(separator: " "));"
            + " trash \(trash.map(\.title).sorted().joined(separator: " "));"
            + " slots \(slots.joined(separator: ", "));"
            + (report.isClean ? " clean" : " DAMAGED\(findings)")
    }

    static func words(of error: any Error) -> String {
        (error as? any ExplainedError).map { "\($0.message)" } ?? "\(error)"
    }
}
