import BenchmarkReport
import Foundation
import TenonCore
import TenonSQLite
import TenonSecurity

/// What the vault's figures are compared with: the least that has to be done, in the same run.
struct Yardsticks {
    let path: String

    /// Reads all rows of sealed overviews.
    ///
    /// - Returns: Their sizes.
    @discardableResult
    func readRows() throws -> [Int] {
        var sizes: [Int] = []
        let database = try SQLiteDatabases().open(path: path, options: DatabaseOptions())
        try database.read { connection in
            try connection.query("SELECT item, revision, sealed FROM overview", []) { row in
                row.withBlob(2) { sizes.append($0.count) }
            }
        }
        try database.close()
        return sizes
    }

    /// What opens as many sealed messages of the same sizes, one after the other.
    func makeMessages(_ sizes: [Int]) throws -> () throws -> Void {
        let aead = try AES256GCM(key: .random(count: 32))
        let context = [UInt8](repeating: 7, count: 45)
        let plain = [UInt8](repeating: 65, count: 4096)
        let sealed = try sizes.map { size in
            try context.withUnsafeBytes { context in
                try plain.withUnsafeBytes {
                    try aead.seal(
                        UnsafeRawBufferPointer(rebasing: $0[..<max(0, size - 28)]),
                        authenticating: context)
                }
            }
        }
        return {
            var sum = 0
            for message in sealed {
                sum &+= try message.withUnsafeBytes { message in
                    try context.withUnsafeBytes { context in
                        try aead.open(message, authenticating: context) { Int($0[0]) }
                    }
                }
            }
            precondition(sum > 0 || sizes.isEmpty)
        }
    }

    /// What opens the same number of bytes as one message: the speed of the cipher alone.
    func makeBulk(_ byteCount: Int) throws -> () throws -> Void {
        let aead = try AES256GCM(key: .random(count: 32))
        let plain = [UInt8](repeating: 65, count: byteCount)
        let sealed = try plain.withUnsafeBytes {
            try aead.seal($0, authenticating: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return {
            try sealed.withUnsafeBytes { sealed in
                try aead.open(sealed, authenticating: .init(start: nil, count: 0)) {
                    precondition($0.count == byteCount)
                }
            }
        }
    }

    /// What commits durably, replacing a row of so many bytes in each of some tables, in a file with as
    /// many rows; it gets a number that is another one each time.
    func makeCommit(_ byteCounts: [Int], rows: Int) throws -> (Int) throws -> Void {
        let name = path + ".yardstick\(byteCounts.count)"
        let database = try SQLiteDatabases().open(path: name, options: .init(create: true))
        let blobs = byteCounts.map { [UInt8](repeating: 65, count: $0) }
        try database.write { connection in
            for (table, blob) in blobs.enumerated() {
                try connection.execute("CREATE TABLE t\(table) (n INTEGER PRIMARY KEY, b BLOB)")
                for _ in 0..<rows {
                    try connection.execute("INSERT INTO t\(table) (b) VALUES (?)", [.blob(blob)])
                }
            }
        }
        return { round in
            let row = Int64((round * 7919) % rows + 1)
            try database.write { connection in
                for (table, blob) in blobs.enumerated() {
                    var changed = blob
                    changed[0] = UInt8(truncatingIfNeeded: round)
                    try connection.execute(
                        "UPDATE t\(table) SET b = ? WHERE n = ?", [.blob(changed), .integer(row)])
                }
            }
        }
    }

    private typealias MemoryFinder =
        @convention(c) (
            UnsafeRawPointer, Int, UnsafeRawPointer, Int
        ) -> UnsafeMutableRawPointer?

    /// `memmem` of the C library, which its headers show to GNU sources only.
    private static func memoryFinder() -> MemoryFinder {
        guard let symbol = dlsym(nil, "memmem") else {
            preconditionFailure("This C library has no memmem.")
        }
        // The symbol has had this signature since it exists.
        return unsafeBitCast(symbol, to: MemoryFinder.self)
    }

    /// `memmem` for a word over text that lies in one piece, finding each place.
    static func search(_ text: [UInt8], _ word: String) async throws -> Time {
        let word = Array(word.utf8)
        let memmem = memoryFinder()
        return try await best(of: 9) { _ in
            var found = 0
            text.withUnsafeBytes { text in
                guard var start = text.baseAddress else { return }
                let end = start + text.count
                while start < end, let hit = memmem(start, end - start, word, word.count) {
                    found += 1
                    start = UnsafeRawPointer(hit) + 1
                }
            }
            precondition(found >= 0)
        }
    }
}
