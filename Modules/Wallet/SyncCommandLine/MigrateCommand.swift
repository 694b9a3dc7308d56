import ArgumentParser
import TenonCommandLine
import TenonCore
import WalletSyncServer

/// `wallet-sync migrate`.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: Help.localized("Copy all vaults from one database into another one."),
        discussion: Help.localized(
            """
            Each is the path of an SQLite file or the address of a database of a PostgreSQL server, which \
            has to be there. Stop the servers on FROM before, and start them on TO afterwards; nothing in \
            FROM is changed. TO has to be empty. A copy that was broken off goes on when the same command \
            is run again; until it is finished no server starts on TO.

            Examples:
              wallet-sync migrate /var/lib/wallet-sync/sync.db postgresql:///wallet_sync
              wallet-sync migrate postgresql:///wallet_sync copy.db
            """))

    @Argument(help: .localized("The database that is read."))
    var from: String

    @Argument(help: .localized("The database that is written."))
    var to: String

    func run() async throws {
        guard let container = Environment.current else { throw CancellationError() }
        let counts = try await VaultCopy(from: from, to: to, container[.databases]).run()
        let text = Help.localized(
            """
            Copied. Vaults: \(counts.vaults), devices: \(counts.devices), commits: \(counts.commits), \
            parts of files: \(counts.blobs), bytes: \(counts.bytes).
            """)
        try StandardOutput.write("\(text)\n")
    }
}
