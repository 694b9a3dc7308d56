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

    /// An invitation.
    struct Invitation {
        let publicKey: [UInt8]
        let made: Int64
        let offer: [UInt8]?
        let request: [UInt8]?
    }

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

    private func change(_ sql: String, _ arguments: [DatabaseValue] = []) throws {
        try connection.execute(sql, [name] + arguments)
    }

    // MARK: - The vault

    /// How many bytes the vault has; `nil` when there is none.
    func bytes() throws -> Int64? {
        try first("SELECT bytes FROM vault WHERE vault = ?", []) { $0.integer(0) }
    }

    func make(at time: Int64) throws {
        try change("INSERT INTO vault (vault, made, bytes) VALUES (?, ?, 0)", [.integer(time)])
    }

    /// Removes all that there is of the vault.
    func remove() throws {
        for table in SyncSchema.tables {
            try change("DELETE FROM \(table) WHERE vault = ?")
        }
    }

    /// Removes the devices of a vault that has no commits.
    func removeDevices() throws { try change("DELETE FROM device WHERE vault = ?") }

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

    /// Ends the access of a device to the vault; its log stays.
    func remove(_ device: SyncName, at time: Int64) throws {
        try connection.execute(
            "UPDATE device SET removed = ? WHERE vault = ? AND device = ?",
            [.integer(time), name, .text(device.description)])
    }

    // MARK: - Commits

    func commit(_ number: Int64, of device: SyncName) throws -> [UInt8]? {
        try first(
            "SELECT content FROM log_entry WHERE vault = ? AND device = ? AND number = ?",
            [.text(device.description), .integer(number)]
        ) { $0.blob(0) }
    }

    /// Puts a commit at the end of its device's log.
    ///
    /// The row of the device is changed first: of two servers that append to the same log at the same
    /// moment one fails there, in a way that its transaction is run again.
    func append(_ content: [UInt8], _ number: Int64, hash: [UInt8], of device: SyncName) throws {
        let device = DatabaseValue.text(device.description)
        try connection.execute([
            DatabaseStatement(
                "UPDATE device SET number = ?, hash = ? WHERE vault = ? AND device = ?",
                [.integer(number), .blob(hash), name, device]),
            DatabaseStatement(
                "UPDATE vault SET bytes = bytes + ? WHERE vault = ?",
                [.integer(Int64(content.count)), name]),
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
            bytes += $0.integer(0)
        }
        try connection.execute([
            DatabaseStatement(
                "UPDATE vault SET bytes = bytes - ? WHERE vault = ?", [.integer(bytes), name]),
            DatabaseStatement("DELETE FROM \(place)", arguments),
        ])
    }

    // MARK: - Invitations

    func invitation(_ id: SyncName) throws -> Invitation? {
        try first(
            """
            SELECT public_key, made, offer, request FROM invitation
                WHERE vault = ? AND invitation = ?
            """, [.text(id.description)]
        ) { row in
            Invitation(
                publicKey: row.blob(0), made: row.integer(1),
                offer: row.isNull(2) ? nil : row.blob(2),
                request: row.isNull(3) ? nil : row.blob(3))
        }
    }

    func invitationCount() throws -> Int64 {
        try first("SELECT count(*) FROM invitation WHERE vault = ?", []) { $0.integer(0) } ?? 0
    }

    func offer(_ note: [UInt8], _ id: SyncName, publicKey: [UInt8], at time: Int64) throws {
        try change(
            """
            INSERT INTO invitation (vault, invitation, public_key, made, offer)
                VALUES (?, ?, ?, ?, ?)
            """,
            [.text(id.description), .blob(publicKey), .integer(time), .blob(note)])
    }

    func request(_ note: [UInt8], _ id: SyncName) throws {
        try connection.execute(
            "UPDATE invitation SET request = ? WHERE vault = ? AND invitation = ?",
            [.blob(note), name, .text(id.description)])
    }

    func removeInvitation(_ id: SyncName) throws {
        try change(
            "DELETE FROM invitation WHERE vault = ? AND invitation = ?", [.text(id.description)])
    }

    /// Removes those that are older than a time.
    func removeInvitations(madeBefore time: Int64) throws {
        try change("DELETE FROM invitation WHERE vault = ? AND made < ?", [.integer(time)])
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
        // Now and then, those that are too old to be believed anyway.
        if caller.nonce[0] < 4 {
            try change(
                "DELETE FROM used_nonce WHERE vault = ? AND device = ? AND used < ?",
                [device, .integer(time - 3 * SyncLimit.clock)])
        }
    }
}
