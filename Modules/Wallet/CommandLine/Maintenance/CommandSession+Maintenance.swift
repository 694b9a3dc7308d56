import TenonCore
import TenonUI
import WalletSettings
import WalletVault

extension CommandSession {
    /// The maintenance of the vault file.
    var maintenance: VaultMaintenance { container[.vaultMaintenance] }

    /// Runs something that always asks for the passphrase, even if the vault is unlocked.
    ///
    /// A wrong one is asked for again, a few times, when a person is there.
    ///
    /// - Throws: `VaultError`, ``WalletCommandError`` when the person cannot be asked, what `body`
    ///   throws.
    func withPassphrase<Result>(
        _ title: CommandText = .passphrase, _ body: (SecretText) async throws -> Result
    ) async throws -> Result {
        if let path = container[.configuration][Self.passphraseFile] {
            return try await body(try SecretFile.firstLine(of: path))
        }
        var attempt = 1
        while true {
            guard let passphrase = await ask(title) else { throw WalletCommandError.noPassphrase }
            do {
                return try await body(passphrase)
            } catch let error as VaultError
                where error.code == .vaultWrongPassphrase && attempt < 3
            {
                say(localizer.text(of: error.message), tone: .critical)
                attempt += 1
            }
        }
    }

    /// Asks for the passphrase of an unlocked vault again, where the settings want it before a secret
    /// is shown.
    ///
    /// - Throws: `VaultError`, or ``WalletCommandError`` when the person cannot be asked.
    func checkBeforeRevealing() async throws {
        guard container.walletSettings.asksBeforeRevealing else { return }
        try await withPassphrase { try await vault.verify(passphrase: $0) }
    }

    /// Says which files have their content on other machines, if any do.
    func sayElsewhere(_ names: [String]) {
        guard !names.isEmpty else { return }
        let list = names.map { HarmlessText.line($0) }.joined(separator: ", ")
        say(.filesElsewhere, count: names.count, ["names": list], tone: .caution)
    }

    /// Opens the vault in this process, to change what opens it.
    func withOwnVault<Result>(
        _ body: (VaultManager, SecretText) async throws -> Result
    ) async throws -> Result {
        guard maintenance.exists else { throw WalletCommandError.vaultMissing }
        return try await withPassphrase { passphrase in
            let vault = try await maintenance.open(passphrase: passphrase)
            do {
                let result = try await body(vault, passphrase)
                await vault.close()
                return result
            } catch {
                await vault.close()
                throw error
            }
        }
    }
}
