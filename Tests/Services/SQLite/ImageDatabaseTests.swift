import Foundation
import TenonCore
import TenonSQLite
import Testing

/// Files beside which SQLite can make no others, as on read-only media.
@Suite struct ImageDatabaseTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "image-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    private func open(_ name: String, create: Bool = false) throws -> any Database {
        try SQLiteDatabases().open(
            path: "\(folder)/\(name)", options: DatabaseOptions(create: create))
    }

    /// Copies a file and a part of its log to where nothing can be made beside it: SQLite does not
    /// follow the link that has the name of what it needs.
    private func unwritableCopy(_ name: String, logBytes: Int? = nil) throws -> any Database {
        let copy = "\(folder)/\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: copy)
        let log = try Data(contentsOf: URL(filePath: "\(folder)/\(name)-wal"))
        try log.prefix(logBytes ?? log.count).write(to: URL(filePath: copy + "-wal"))
        try FileManager.default.createSymbolicLink(
            atPath: copy + "-shm", withDestinationPath: "nowhere/at-all")
        return try SQLiteDatabases().open(path: copy, options: DatabaseOptions())
    }

    private func values(_ database: any Database) throws -> [Int64] {
        try database.read { connection in
            var values: [Int64] = []
            try connection.query("SELECT a FROM t ORDER BY a", []) { values.append($0.integer(0)) }
            return values
        }
    }

    @Test(
        "Every commit of the log is shown, and nothing that was not committed, wherever it is cut")
    func log() throws {
        let original = try open("a.db", create: true)
        try original.write { try $0.execute("CREATE TABLE t (a INTEGER, b BLOB)") }
        var ends: [Int] = []
        for number in 0..<6 {
            try original.write { connection in
                // Several pages for each commit, and the first ones again and again.
                try connection.execute("INSERT INTO t VALUES (\(number), randomblob(9000))")
                try connection.execute("UPDATE t SET b = randomblob(9000) WHERE a = 0")
            }
            ends.append(try Data(contentsOf: URL(filePath: "\(folder)/a.db-wal")).count)
        }
        let image = try unwritableCopy("a.db")
        #expect(try values(image) == [0, 1, 2, 3, 4, 5])
        try image.read { connection in
            try connection.query("PRAGMA integrity_check", []) { #expect($0.text(0) == "ok") }
        }
        for (number, end) in ends.enumerated() {
            for (cut, count) in [(end, number + 1), (end - 1, number), (end + 30, number + 1)] {
                let image = try unwritableCopy("a.db", logBytes: cut)
                #expect(try values(image).count == min(count, 6), "\(number) \(cut)")
            }
        }
        try original.close()
    }

    @Test("It cannot be written, and can be copied")
    func writing() throws {
        let original = try open("a.db", create: true)
        try original.write { try $0.execute("CREATE TABLE t (a INTEGER)") }
        try original.write { try $0.execute("INSERT INTO t VALUES (7)") }
        let image = try unwritableCopy("a.db")
        #expect {
            try image.write { try $0.execute("INSERT INTO t VALUES (8)") }
        } throws: {
            ($0 as? SQLiteError)?.code == .databaseReadOnly
        }
        try image.backup(to: "\(folder)/copy.db")
        #expect(try values(try open("copy.db")) == [7])
    }

    @Test("A log that says that the database is huge is refused before memory is taken for it")
    func hugeLog() throws {
        let original = try open("a.db", create: true)
        try original.write { try $0.execute("CREATE TABLE t (a INTEGER)") }
        #expect(try values(try unwritableCopy("a.db")) == [])
        let path = URL(filePath: "\(folder)/a.db-wal")
        var log = Array(try Data(contentsOf: path))
        // The last frame commits; its second number is how many pages there are then.
        let frame = log.count - 24 - 4096
        log.replaceSubrange((frame + 4)..<(frame + 8), with: [0x7F, 0xFF, 0xFF, 0xFF])
        Self.sign(&log)
        try Data(log).write(to: path)
        #expect(throws: SQLiteError.self) { try unwritableCopy("a.db") }
    }

    /// Computes the sums of all frames of a log again (https://sqlite.org/fileformat2.html#checksum).
    private static func sign(_ log: inout [UInt8]) {
        let isBigEndian = log[3] & 1 == 1
        func number(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> UInt32 {
            (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
        }
        var sums = [24, 28].map { number(log[$0..<($0 + 4)], isBigEndian: true) }
        for start in stride(from: 32, to: log.count, by: 24 + 4096) {
            let content = Array(log[start..<(start + 8)] + log[(start + 24)..<(start + 24 + 4096)])
            for offset in stride(from: 0, to: content.count, by: 8) {
                for part in [0, 1] {
                    let place = offset + part * 4
                    let word = number(content[place..<(place + 4)], isBigEndian: isBigEndian)
                    sums[part] &+= word &+ sums[1 - part]
                }
            }
            let bytes = sums.flatMap { sum in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
            }
            log.replaceSubrange((start + 16)..<(start + 24), with: bytes)
        }
    }

    @Test("Once the file changes every call throws")
    func change() throws {
        let original = try open("a.db", create: true)
        try original.write { try $0.execute("CREATE TABLE t (a INTEGER)") }
        let copy = "\(folder)/b.db"
        try FileManager.default.copyItem(atPath: "\(folder)/a.db", toPath: copy)
        try FileManager.default.createSymbolicLink(
            atPath: copy + "-shm", withDestinationPath: "nowhere/at-all")
        let image = try SQLiteDatabases().open(path: copy, options: DatabaseOptions())
        #expect(try image.dataVersion() == image.dataVersion())
        let log = try Data(contentsOf: URL(filePath: "\(folder)/a.db-wal"))
        try log.write(to: URL(filePath: copy + "-wal"))
        #expect(throws: SQLiteError.self) { try image.dataVersion() }
        #expect(throws: SQLiteError.self) {
            try image.read { try $0.query("SELECT 1", []) { _ in } }
        }
    }
}
