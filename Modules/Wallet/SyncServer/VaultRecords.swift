import TenonCore
import TenonNetworking
import WalletSyncRequests

/// The rows of one vault, within a read or a write.
struct VaultRecords {
    /// How far a log is.
    struct Head: Sendable {
        let device: SyncName
        let number: Int64
        let hash: [UInt8]
        /// Whether the device may use the vault no longer.
        let isFormer: Bool
    }

    /// What a row counts for, in bytes, beside its content: keys, numbers, and what the engine adds.
    static let rowBytes: Int64 = 256

    private static let noHash = [UInt8](repeating: 0, count: 32)

    let connection: any DatabaseConnection
    let vault: SyncName

    init(_ connection: any DatabaseConnection, _ vault: SyncName) {
        self.connection = connection
        self.vault = vault
    }

    var name: DatabaseValue { .text(vault.description) }

    func first<Result>(
        _ sql: String, _ arguments: [DatabaseValue], _ read: (any DatabaseRow) -> Result
    ) throws -> Result? {
        var result: Result?
        try connection.query(sql, [name] + arguments) { result = result ?? read($0) }
        return result
    }

    func change(_ sql: String, _ arguments: [DatabaseValue] = []) throws {
        try connection.execute(sql, [name] + arguments)
    }

    /// Changes one row by each statement, which names the state that was read.
    ///
    /// - Throws: ``SyncServerError`` when a row is in another state: another server was faster.
    func changeRows(_ statements: [DatabaseStatement]) throws {
        guard try connection.execute(statements).allSatisfy({ $0 == 1 }) else {
            throw SyncServerError.overtaken
        }
    }

    // MARK: - The vault

    /// What a row with some content counts for, in bytes.
    static func cost(of content: [UInt8]) -> Int64 { Int64(content.count) + rowBytes }

    /// Makes sure that a vault has room for something.
    ///
    /// - Parameters:
    ///   - bytes: What it counts for.
    ///   - limit: How many bytes the vault may have with it.
    /// - Throws: A ``ProblemDocument`` when that is too much.
    func checkRoom(for bytes: Int64, within limit: Int) throws {
        guard try (self.bytes() ?? 0) + bytes <= Int64(limit) else {
            throw ProblemDocument.vaultFull
        }
    }

    /// The statement that counts what is added, or is taken away when it is below zero.
    func counting(_ bytes: Int64) -> DatabaseStatement {
        DatabaseStatement(
            "UPDATE vault SET bytes = bytes + ? WHERE vault = ?", [.integer(bytes), name])
    }

    /// How many bytes the vault has; `nil` when there is none.
    func bytes() throws -> Int64? {
        try first("SELECT bytes FROM vault WHERE vault = ?", []) { $0.integer(0) }
    }

    /// Waits for another transaction that changes the vault, and keeps others from it until this one ends.
    ///
    /// It is the first statement of a transaction on an engine that runs several at a time, so that servers
    /// take turns, each vault for itself, and read what the one before has written.
    func lock() throws { try change("UPDATE vault SET bytes = bytes WHERE vault = ?") }

    /// Makes the vault.
    ///
    /// - Parameter invitation: What lets it in, and has a use less afterwards; `nil` where none is needed.
    /// - Throws: ``SyncServerError`` when another server has made it at this moment, or another vault has taken
    ///   the last use.
    func make(at time: Int64, by invitation: SyncName? = nil) throws {
        let use = invitation.map { RegistrationRecords.use($0, at: time) }
        try changeRows(
            [
                DatabaseStatement(
                    """
                    INSERT INTO vault (vault, made, bytes) VALUES (?, ?, 0)
                        ON CONFLICT (vault) DO NOTHING
                    """, [name, .integer(time)])
            ] + [use].compactMap(\.self))
    }

    /// How many vaults there are in all.
    static func vaultCount(_ connection: any DatabaseConnection) throws -> Int {
        var count = 0
        try connection.query("SELECT count(*) FROM vault", []) { count = Int($0.integer(0)) }
        return count
    }

    /// Removes all that there is of the vault.
    func remove() throws {
        for table in SyncSchema.tables {
            try change("DELETE FROM \(table) WHERE vault = ?")
        }
    }

    /// Removes the devices that have no commits.
    func removeDevices() throws {
        try change("DELETE FROM device WHERE vault = ? AND number = 0")
    }

    // MARK: - Devices

    /// The logs of all present and former devices, by name.
    func heads() throws -> [Head] {
        var heads: [Head] = []
        try connection.query(
            "SELECT device, number, hash, removed FROM device WHERE vault = ? ORDER BY device",
            [name]
        ) { row in
            guard let device = SyncName(row.text(0)) else { return }
            heads.append(Self.head(of: device, row, from: 1))
        }
        return heads
    }

    /// The devices that may use the vault, by name, and since when.
    func members() throws -> [(device: String, added: Int64)] {
        var members: [(String, Int64)] = []
        try connection.query(
            "SELECT device, added FROM device WHERE vault = ? AND removed = 0 ORDER BY device",
            [name]
        ) { members.append(($0.text(0), $0.integer(1))) }
        return members
    }

    /// The log of a device that may use the vault.
    ///
    /// - Throws: A ``ProblemDocument`` when it may not, or there is no vault.
    func member(_ device: SyncName) throws -> Head {
        let found = try first(
            "SELECT number, hash, removed FROM device WHERE vault = ? AND device = ?",
            [.text(device.description)]
        ) { Self.head(of: device, $0, from: 0) }
        if let found, !found.isFormer { return found }
        throw try bytes() == nil ? ProblemDocument.noVault : .foreignDevice
    }

    /// Reads the number and the hash of a head and when its device was removed.
    private static func head(
        of device: SyncName, _ row: any DatabaseRow, from column: Int
    ) -> Head {
        Head(
            device: device, number: row.integer(column), hash: row.blob(column + 1),
            isFormer: row.integer(column + 2) > 0)
    }

    func add(_ device: SyncName, at time: Int64) throws {
        try change(
            """
            INSERT INTO device (vault, device, added, removed, number, hash)
                VALUES (?, ?, ?, 0, 0, ?)
            """, [.text(device.description), .integer(time), .blob(Self.noHash)])
    }

    /// Ends the access of a device to the vault; its log stays, and so does the time of an earlier end.
    func remove(_ device: SyncName, at time: Int64) throws {
        try connection.execute(
            "UPDATE device SET removed = ? WHERE vault = ? AND device = ? AND removed = 0",
            [.integer(time), name, .text(device.description)])
    }

    // MARK: - Commits

    func commit(_ number: Int64, of device: SyncName) throws -> [UInt8]? {
        try first(
            "SELECT content FROM log_entry WHERE vault = ? AND device = ? AND number = ?",
            [.text(device.description), .integer(number)]
        ) { $0.blob(0) }
    }

    /// Puts a commit at the end of a log.
    ///
    /// - Parameter head: The end of the log up to now.
    func append(_ content: [UInt8], _ number: Int64, hash: [UInt8], after head: Head) throws {
        let device = DatabaseValue.text(head.device.description)
        try changeRows([
            DatabaseStatement(
                """
                UPDATE device SET number = ?, hash = ?
                    WHERE vault = ? AND device = ? AND number = ? AND removed = 0
                """, [.integer(number), .blob(hash), name, device, .integer(head.number)]),
            counting(Self.cost(of: content)),
            DatabaseStatement(
                "INSERT INTO log_entry (vault, device, number, content) VALUES (?, ?, ?, ?)",
                [name, device, .integer(number), .blob(content)]),
        ])
    }

    /// The commits of a device after a number: as many as reach a size, one at least.
    ///
    /// - Parameter take: Takes a commit and its number.
    func commits(
        of device: SyncName, after number: Int64, bytes: Int, _ take: (any DatabaseRow) -> Void
    ) throws {
        let device = DatabaseValue.text(device.description)
        var (last, total) = (number, 0)
        // Sizes first: what a server has begun to send, it sends to its end.
        try connection.query(
            """
            SELECT number, length(content) FROM log_entry
                WHERE vault = ? AND device = ? AND number > ? ORDER BY number LIMIT 1000
            """, [name, device, .integer(number)]
        ) { row in
            guard total < bytes else { return }
            last = row.integer(0)
            total += Int(row.integer(1))
        }
        guard last > number else { return }
        try connection.query(
            """
            SELECT content, number FROM log_entry
                WHERE vault = ? AND device = ? AND number > ? AND number <= ? ORDER BY number
            """, [name, device, .integer(number), .integer(last)], take)
    }

    /// How many commits a device has brought that may use the vault no longer; `nil` for any other one.
    func count(ofFormer device: SyncName) throws -> Int64? {
        try first(
            "SELECT number FROM device WHERE vault = ? AND device = ? AND removed > 0",
            [.text(device.description)]
        ) { $0.integer(0) }
    }

    /// Takes commits of a device away.
    func forget(_ numbers: ClosedRange<Int64>, of device: SyncName) throws {
        let arguments: [DatabaseValue] = [
            name, .text(device.description), .integer(numbers.lowerBound),
            .integer(numbers.upperBound),
        ]
        let place = "log_entry WHERE vault = ? AND device = ? AND number >= ? AND number <= ?"
        var bytes: Int64 = 0
        try connection.query("SELECT length(content) FROM \(place)", arguments) {
            bytes += $0.integer(0) + Self.rowBytes
        }
        try connection.execute([
            counting(-bytes), DatabaseStatement("DELETE FROM \(place)", arguments),
        ])
    }

    // MARK: - Requests that changed something

    /// Remembers a request, so that it changes nothing twice, whichever server it is sent to.
    ///
    /// - Throws: A ``ProblemDocument`` when it was here before.
    func use(_ caller: Caller, at time: Int64) throws {
        let (device, nonce) = (
            DatabaseValue.text(caller.device.description), DatabaseValue.blob(caller.nonce)
        )
        let count = try connection.execute(
            """
            INSERT INTO used_nonce (vault, device, nonce, used) VALUES (?, ?, ?, ?)
                ON CONFLICT (vault, device, nonce) DO NOTHING
            """, [name, device, nonce, .integer(time)])
        guard count == 1 else { throw ProblemDocument.replayed }
    }

    /// Forgets the requests that were made before a time.
    func forgetRequests(before time: Int64) throws {
        try change("DELETE FROM used_nonce WHERE vault = ? AND used < ?", [.integer(time)])
    }

    /// Some of the vaults that remember requests from before a time.
    static func vaults(
        _ connection: any DatabaseConnection, usedBefore time: Int64, _ count: Int
    ) throws -> [SyncName] {
        var vaults: [SyncName] = []
        try connection.query(
            "SELECT DISTINCT vault FROM used_nonce WHERE used < ? LIMIT \(count)", [.integer(time)]
        ) { row in
            if let vault = SyncName(row.text(0)) { vaults.append(vault) }
        }
        return vaults
    }
}
