import Foundation
import TenonCore
import TenonSQLite
import TenonSecurity
import TestSupport
import Testing

/// A folder or a server that keeps a vault for machines, and that a test makes lie about the log of one.
struct LyingPlace {
    /// What keeps the vault.
    enum Kind: CaseIterable, CustomTestStringConvertible {
        case folder, server

        var testDescription: String { "\(self)" }
    }

    /// The commits of a machine, as the place has them.
    struct Log {
        /// Each by its number.
        var commits: [Int: [UInt8]] = [:]
        /// How far a server says that the log goes; `nil` where that is the last commit.
        var claimedEnd: Int?

        var end: Int { claimedEnd ?? commits.keys.max() ?? 0 }
    }

    let kind: Kind
    private let folder: TemporaryFolder
    private let server: RunningProgram?

    init(_ kind: Kind) throws {
        self.kind = kind
        folder = try TemporaryFolder()
        guard kind == .server else {
            server = nil
            return
        }
        server = try RunningProgram(
            built: "wallet-sync",
            ["--listen", "127.0.0.1:0", "--database", "\(folder.path)/sync.db"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path],
            errors: "\(folder.path)/log")
    }

    /// What `wallet sync set-up` is told of the place.
    var arguments: [String] {
        server.map { ["server", $0.firstLine] } ?? ["folder", folder.path]
    }

    /// The commits of a machine.
    func log(of device: String) throws -> Log {
        var log = Log()
        switch kind {
        case .folder:
            let path = try logFolder(of: device)
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                guard let number = Self.number(name) else { continue }
                let data = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
                log.commits[number] = Array(data)
            }
        case .server:
            let database = try openDatabase()
            defer { try? database.close() }
            try database.read { connection in
                try connection.query(
                    "SELECT number, content FROM log_entry WHERE device = ?", [.text(device)]
                ) { log.commits[Int($0.integer(0))] = $0.blob(1) }
            }
        }
        return log
    }

    /// Shows machines another log of a machine from now on.
    func show(_ log: Log, of device: String) throws {
        switch kind {
        case .folder:
            let path = try logFolder(of: device)
            let present = try self.log(of: device).commits
            for number in present.keys where log.commits[number] == nil {
                try FileManager.default.removeItem(atPath: "\(path)/\(number).commit")
            }
            // What is as it was is not touched: a machine may read it at this moment.
            for (number, commit) in log.commits where present[number] != commit {
                try Data(commit).write(to: URL(filePath: "\(path)/\(number).commit"))
            }
        case .server:
            let database = try openDatabase()
            defer { try? database.close() }
            let last = log.commits[log.commits.keys.max() ?? 0] ?? []
            let hash = last.withUnsafeBytes { SecretHash.sha256(of: $0) }
            try database.write { connection in
                var vault = ""
                try connection.query(
                    "SELECT vault FROM device WHERE device = ?", [.text(device)]
                ) { vault = $0.text(0) }
                try connection.execute(
                    "DELETE FROM log_entry WHERE device = ?", [.text(device)])
                for (number, commit) in log.commits {
                    try connection.execute(
                        "INSERT INTO log_entry (vault, device, number, content) VALUES (?, ?, ?, ?)",
                        [.text(vault), .text(device), .integer(Int64(number)), .blob(commit)])
                }
                try connection.execute(
                    "UPDATE device SET number = ?, hash = ? WHERE device = ?",
                    [.integer(Int64(log.end)), .blob(hash), .text(device)])
            }
        }
    }

    private func logFolder(of device: String) throws -> String {
        let paths = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .map { "\(folder.path)/\($0)/\(device)" }
        return try #require(paths.first { FileManager.default.fileExists(atPath: $0) })
    }

    private static func number(_ name: String) -> Int? {
        name.hasSuffix(".commit") ? Int(name.dropLast(".commit".count)) : nil
    }

    /// Opens the database beside the server.
    private func openDatabase() throws -> any Database {
        try SQLiteDatabases().open(path: "\(folder.path)/sync.db", options: DatabaseOptions())
    }
}
