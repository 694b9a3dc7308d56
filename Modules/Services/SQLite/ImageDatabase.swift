import GRDB
import GRDBSQLite
import Synchronization
import TenonCore

/// A database file that can be read and not written, as it was when it was opened.
///
/// Takes the place of ``SQLiteDatabase`` on read-only media, in folders of others and on full disks,
/// where SQLite cannot make the files that it needs beside a database. When another program changes
/// the file all calls throw: what is in memory is never taken for what is on the disk.
final class ImageDatabase: TenonCore.Database {
    private static let keptReaders = 3

    private let path: String
    private let image: DatabaseImage
    /// Unused connections; `nil` after closing.
    private let idle = Mutex<[DatabaseQueue]?>([])

    /// - Returns: `nil` when the file cannot be read either.
    init?(path: String) {
        guard let image = DatabaseImage(path: path) else { return nil }
        self.path = path
        self.image = image
    }

    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        try withReader { reader in
            try reader.read { try body(SQLiteConnection(database: $0, path: path)) }
        }
    }

    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        throw SQLiteError.unwritable(path)
    }

    func dataVersion() throws -> Int64 {
        try checkIsCurrent()
        return 1
    }

    func backup(to target: String) throws {
        guard !FilePrivacy.exists(target) else { throw SQLiteError.exists(target) }
        let target = try FilePrivacy.make(target)
        try withReader { source in
            let copy = try DatabaseQueue(path: target)
            try source.backup(to: copy)
            try copy.close()
        }
    }

    func checkpoint() throws -> Int { throw SQLiteError.unwritable(path) }

    func closeAlone<Result>(_ body: () throws -> Result) throws -> Result {
        throw SQLiteError.unwritable(path)
    }

    func compact() throws { throw SQLiteError.unwritable(path) }

    func close() throws {
        let closing = idle.withLock { idle in
            defer { idle = nil }
            return idle
        }
        for reader in closing ?? [] { try reader.close() }
    }

    private func checkIsCurrent() throws {
        guard DatabaseImage.Stamp(of: path) == image.stamp else {
            throw SQLiteError(
                .databaseChanged, "\(path) was changed while it could only be read.",
                remedy: "Open it again.")
        }
    }

    private func withReader<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
        try checkIsCurrent()
        let known = try idle.withLock { idle in
            guard idle != nil else {
                throw SQLiteError(.databaseMisuse, "The database \(path) was closed.")
            }
            return idle?.popLast()
        }
        return try SQLiteError.translating(path: path) {
            let reader = try known ?? connect()
            defer { giveBack(reader) }
            return try body(reader)
        }
    }

    private func giveBack(_ reader: DatabaseQueue) {
        let isKept = idle.withLock { idle in
            guard let count = idle?.count, count < Self.keptReaders else { return false }
            idle?.append(reader)
            return true
        }
        if !isKept { try? reader.close() }
    }

    private func connect() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "tenon.sqlite.image"
        let image = image
        configuration.prepareDatabase { database in
            let status = sqlite3_deserialize(
                database.sqliteConnection, "main",
                image.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                sqlite3_int64(image.bytes.count), sqlite3_int64(image.bytes.count),
                UInt32(SQLITE_DESERIALIZE_READONLY))
            guard status == SQLITE_OK else {
                throw DatabaseError(resultCode: ResultCode(rawValue: status))
            }
            for setting in ["temp_store = MEMORY", "trusted_schema = OFF", "cell_size_check = ON"] {
                try database.execute(sql: "PRAGMA \(setting)")
            }
        }
        return try DatabaseQueue(configuration: configuration)
    }
}
