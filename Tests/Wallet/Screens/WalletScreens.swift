import Foundation
import TenonArchive
import TenonCore
import TenonSQLite
import TenonSystem
import TenonTesting
import TenonXML
import WalletAccess
import WalletCards
import WalletFiles
import WalletItems
import WalletLogins
import WalletNotes
import WalletRecords
import WalletSettings
import WalletSync
import WalletSyncScreens
import WalletTestSupport
import WalletTransfer
import WalletVault

/// The features of Wallet that have screens, in this process.
enum WalletScreens {
    /// A session on a vault.
    ///
    /// - Parameter others: Features that have tests of their own, to be there as well.
    static func pilot(
        _ vault: TemporaryVault, others: [any Plugin.Type] = [], language: String = "en_US.UTF-8"
    ) async throws -> SessionPilot {
        try await SessionPilot(
            plugins: [
                AccessPlugin.self, CardsPlugin.self, FilesPlugin.self, ItemsPlugin.self,
                LoginsPlugin.self, NotesPlugin.self, RecordsPlugin.self, SettingsPlugin.self,
                SyncScreensPlugin.self,
                TransferPlugin.self,
            ] + others,
            configuration: Configuration(environment: ["LANG": language, "TZ": "UTC"])
        ) { registrar in
            vault.register(in: &registrar)
            let sync = VaultSync(
                vault.manager, stateFolder: vault.folder.path, databases: SQLiteDatabases(),
                now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) })
            registrar.provide(.sync) { sync }
            let persister = MemoryPersister()
            registrar.provide(.persister) { persister }
            registrar.provide(.archives) { ZipCoder() }
            registrar.provide(.gzip) { GzipCoder() }
            registrar.provide(.xml) { ExpatReader() }
            registrar.provide(.programs) { SystemPrograms() }
        }
    }
}
