import Dispatch
package import TenonCore
import WalletSyncRequests

/// Copies all vaults of one database, and the invitations for new ones, into another one, whatever the engines of
/// both.
///
/// Everything is read from one snapshot. Until the copy is finished, it has a row that says so, and
/// no server uses it. A copy that was interrupted continues when it is run again: vaults that are
/// there and the same stay, all others are copied anew.
package struct VaultCopy: Sendable {
    /// How much was copied.
    package struct Counts: Sendable {
        package var vaults = 0
        package var devices = 0
        package var commits = 0
        /// The parts of files.
        package var blobs = 0
        /// The bytes of the commits and of the parts of files.
        package var bytes = 0
    }

    private let source: String
    private let target: String
    private let databases: any DatabaseOpening

    /// Names the databases.
    ///
    /// - Parameters:
    ///   - source: The address of the one that is read; the path of a file may be relative.
    ///   - target: The address of the one that is written.
    ///   - databases: Opens both.
    package init(from source: String, to target: String, _ databases: any DatabaseOpening) {
        self.source = SyncServerSettings.absolute(source)
        self.target = SyncServerSettings.absolute(target)
        self.databases = databases
    }

    /// Copies, on a thread that may block.
    ///
    /// - Throws: ``SyncServerError`` when the target has something else, or the source nothing that can be
    ///   copied; an error of a database.
    package func run() async throws -> Counts {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "wallet.sync-server.copy").async {
                continuation.resume(with: Result { try copy() })
            }
        }
    }

    private func copy() throws -> Counts {
        let source = try databases.open(path: source, options: DatabaseOptions())
        defer { try? source.close() }
        guard try SyncSchema.isCurrent(source), try !SyncSchema.isUnfinished(source) else {
            throw SyncServerError.notToBeCopied
        }
        try databases.prepareFolder(of: target)
        let target = try databases.open(path: target, options: DatabaseOptions(create: true))
        defer { try? target.close() }
        try SyncSchema.update(target)
        let goesOn = try SyncSchema.isUnfinished(target)
        if !goesOn {
            guard try SyncSchema.isEmpty(target) else { throw SyncServerError.notEmpty }
            try target.write { try $0.execute("INSERT INTO unfinished_copy (number) VALUES (1)") }
        }
        let counts = try source.read { connection in
            try copy(connection, to: target, goesOn: goesOn)
        }
        try target.write { try $0.execute("DELETE FROM unfinished_copy") }
        return counts
    }

    private func copy(
        _ source: any DatabaseConnection, to target: any Database, goesOn: Bool
    ) throws -> Counts {
        let invitations = try RegistrationRecords(connection: source).all()
        try target.write {
            try RegistrationRecords(connection: $0).replaceAll(by: invitations)
        }
        var counts = Counts()
        var last = ""
        while true {
            var names: [SyncName] = []
            try source.query(
                "SELECT vault FROM vault WHERE vault > ? ORDER BY vault LIMIT 100", [.text(last)]
            ) { row in
                last = row.text(0)
                if let name = SyncName(last) { names.append(name) }
            }
            guard !names.isEmpty else { break }
            for name in names {
                let vault = CopiedVault(name: name, source: source, target: target)
                try counts.add(vault.copy(goesOn: goesOn))
            }
        }
        if goesOn { try removeOthers(in: target, than: source) }
        return counts
    }

    /// Removes vaults of an earlier copy that are no longer in the source.
    private func removeOthers(
        in target: any Database, than source: any DatabaseConnection
    ) throws {
        var names: [SyncName] = []
        try target.read { connection in
            names = []
            try connection.query("SELECT vault FROM vault", []) { row in
                if let name = SyncName(row.text(0)) { names.append(name) }
            }
        }
        for name in names where try VaultRecords(source, name).bytes() == nil {
            try target.write { try VaultRecords($0, name).remove() }
        }
    }
}

extension VaultCopy.Counts {
    fileprivate mutating func add(_ vault: CopiedVault.Size) {
        vaults += 1
        devices += vault.devices
        commits += vault.commits
        blobs += vault.blobs
        bytes += vault.bytes
    }
}
