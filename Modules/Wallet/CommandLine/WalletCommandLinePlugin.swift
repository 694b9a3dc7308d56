import TenonCommandLine
import TenonCore
import TenonUI
import WalletFiles
import WalletSync
import WalletVault

/// The commands of `wallet`.
enum WalletCommandLinePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "wallet.command-line", version: "1.0.0",
        summary: "Commands to import, export, list, show, copy, add, change and remove logins")

    static func register(in registrar: inout Registrar) {
        registrar.require(
            .vault, .vaultMaintenance, .sync, .application, .localizer, .configuration, .prompts,
            .alerts, .confirmations, .notices, .progress, .clipboard, .domains, .archives, .gzip,
            .xml,
            .programs, .itemFiles, .qrCodes, .clock, .frontEnd, .persister)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.contribute(.commands) {
            [
                InitCommand.self, ImportCommand.self, ExportCommand.self, ListCommand.self,
                ShowCommand.self, HistoryCommand.self, CopyCommand.self, OtpCommand.self,
                AddCommand.self,
                EditCommand.self, AttachmentCommand.self, RemoveCommand.self,
                RestoreCommand.self, UnlockCommand.self,
                LockCommand.self, AgentCommand.self, OpenCommand.self, GenerateCommand.self,
                RunCommand.self, InjectCommand.self, AuditCommand.self, VaultCommand.self,
                SyncCommand.self, BrowserCommand.self, DoctorCommand.self,
            ]
        }
        registrar.provide(.startUnlocking, using: .vault, .configuration) {
            try StartUnlocking($0, $1)
        }
        registrar.declare(CommandSession.passphraseFile)
        registrar.declare(StartUnlocking.isWanted)
    }
}

@section("tenon_plugins") @used
let walletCommandLinePluginRecord: PluginRecord = (1, 0, { $0.store(WalletCommandLinePlugin.self) })
