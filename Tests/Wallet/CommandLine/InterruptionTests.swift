import Foundation
import TestSupport
import Testing

/// Programs that are killed, or find no space on the disk, at one of their operations on files.
@Suite("Commands that are interrupted", .serialized)
struct InterruptionTests {
    private enum Kind: String { case kill, full }

    /// The library that interrupts, compiled for this run.
    private static let library: Task<String, any Error> = Task {
        let folder = try TemporaryFolder()
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Interruption/interruption.c").path
        let made = try await Program(path: "/usr/bin/env").run(
            "cc", "-shared", "-fPIC", "-o", "\(folder.path)/interruption.so", source, "-ldl")
        try #require(made.status == 0, "\(made.errors)")
        // For as long as the tests run.
        kept.append(folder)
        return "\(folder.path)/interruption.so"
    }
    private nonisolated(unsafe) static var kept: [TemporaryFolder] = []

    /// Runs a command of a copy of a home, interrupted at an operation; 0 only counts them.
    private func run(
        _ home: CommandFixture, _ kind: Kind, at number: Int, _ arguments: String...
    ) async throws -> (result: Program.Result, count: Int) {
        try await run(home, kind, at: number, lacking: "", arguments)
    }

    private func run(
        _ home: CommandFixture, _ kind: Kind, at number: Int, lacking: String,
        _ arguments: [String]
    ) async throws -> (result: Program.Result, count: Int) {
        let counter = home.path("count")
        let result = try await home.bare(
            arguments + ["--passphrase-file", home.path("passphrase")],
            environment: [
                "LD_PRELOAD": try await Self.library.value,
                "INTERRUPTION_FOLDER": home.path("home"), "INTERRUPTION_KIND": kind.rawValue,
                "INTERRUPTION_AT": "\(number)", "INTERRUPTION_COUNT": counter,
                "INTERRUPTION_LACKS": lacking,
            ])
        let count = home.folder.text(of: "count").flatMap { Int($0.dropLast()) }
        return (result, count ?? 0)
    }

    /// A home with two logins more than its backup.
    private func homeWithBackup() async throws -> (CommandFixture, backup: String) {
        let home = try await CommandFixture.make()
        let backup = home.path("home/backup.db")
        _ = try await home.run("vault", "backup", backup)
        for title in ["One", "Two"] {
            _ = try await home.run("add", "--title", title, "--generate", "20")
        }
        return (home, backup)
    }

    private func titles(_ home: CommandFixture, _ vault: String? = nil) async throws -> [String] {
        let path = vault ?? home.path("home/vault.db")
        let listed = try await home.run("list", "--plain", "--vault", path)
        #expect(listed.status == 0, "\(listed.errors)")
        return ["One", "Two"].filter(listed.output.contains)
    }

    /// Some operations from the beginning to the end, and all of the last ones.
    private func points(_ count: Int) -> [Int] {
        Array(
            Set(stride(from: 1, through: count, by: max(1, count / 5))).union(
                max(1, count - 10)...count)
        )
        .sorted()
    }

    private func leftovers(_ home: CommandFixture) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: home.path("home"))
            .filter { $0.contains(".draft") }
    }

    @Test("Killed at any operation of a restore, the former vault opens or the restored one")
    func restoreKilled() async throws {
        let (home, backup) = try await homeWithBackup()
        let safe = home.path("safe")
        try FileManager.default.copyItem(atPath: home.path("home"), toPath: safe)
        let all = try await run(home, .kill, at: 0, "vault", "restore", backup, "--yes")
        #expect(all.result.status == 0, "\(all.result.errors)")
        #expect(try await titles(home).isEmpty)
        try #require(all.count > 20)
        for number in points(all.count) {
            try FileManager.default.removeItem(atPath: home.path("home"))
            try FileManager.default.copyItem(atPath: safe, toPath: home.path("home"))
            let killed = try await run(
                home, .kill, at: number, "vault", "restore", backup, "--yes")
            #expect(killed.result.status == -SIGKILL, "operation \(number)")
            let found = try await titles(home)
            #expect(found.isEmpty || found == ["One", "Two"], "operation \(number)")
            #expect(try leftovers(home).isEmpty, "operation \(number)")
        }
    }

    @Test("On a disk that becomes full, a restore changes nothing and says why")
    func restoreFull() async throws {
        let (home, backup) = try await homeWithBackup()
        let all = try await run(
            home, .full, at: 0, "vault", "restore", backup, "--dry-run")
        #expect(all.result.status == 0, "\(all.result.errors)")
        for number in stride(from: 1, through: all.count, by: max(1, all.count / 8)) {
            let full = try await run(
                home, .full, at: number, "vault", "restore", backup, "--yes")
            guard full.result.status != 0 else { continue }
            #expect(
                full.result.errors.contains("space left on")
                    || full.result.errors.contains("Free some space"),
                "operation \(number): \(full.result.errors)")
            #expect(try await titles(home) == ["One", "Two"], "operation \(number)")
            #expect(try leftovers(home).isEmpty, "operation \(number)")
        }
    }

    @Test(
        "A backup, a saved or a new vault is complete, or not there, on a disk that becomes full",
        arguments: [["vault", "backup"], ["vault", "recover"], ["init"]])
    func newFileFull(_ command: [String]) async throws {
        let (home, _) = try await homeWithBackup()
        let target = home.path("home/new/vault.db")
        func make(_ number: Int) async throws -> (result: Program.Result, count: Int) {
            command == ["init"]
                ? try await run(home, .full, at: number, "init", "--vault", target)
                : try await run(home, .full, at: number, command[0], command[1], target)
        }
        let all = try await make(0)
        #expect(all.result.status == 0, "\(all.result.errors)")
        try #require(all.count > 8)
        for number in stride(from: 1, through: all.count, by: max(1, all.count / 8)) {
            try FileManager.default.removeItem(atPath: home.path("home/new"))
            let full = try await make(number)
            if FileManager.default.fileExists(atPath: target) {
                let expected = command == ["init"] ? [] : ["One", "Two"]
                #expect(try await titles(home, target) == expected, "operation \(number)")
            } else {
                #expect(full.result.status != 0, "operation \(number)")
                #expect(
                    full.result.errors.contains("space left on")
                        || full.result.errors.contains("Free some space"),
                    "operation \(number): \(full.result.errors)")
                try FileManager.default.createDirectory(
                    atPath: home.path("home/new"), withIntermediateDirectories: true)
            }
        }
    }

    @Test(
        "A killed export leaves nothing in clear behind when any command has run after it",
        arguments: [false, true], ["", "tmpfile"])
    func exportKilled(isReplacing: Bool, lacks: String) async throws {
        let home = try await CommandFixture.make()
        try home.folder.write("clear-secret", to: "password", permissions: 0o600)
        _ = try await home.run(
            "add", "--title", "One", "--password-file", home.path("password"))
        let (folder, target) = (home.path("home/export"), home.path("home/export/all.csv"))
        func prepare() throws {
            try? FileManager.default.removeItem(atPath: folder)
            try home.folder.write("before", to: "home/export/other.csv", permissions: 0o600)
            if isReplacing {
                try home.folder.write("before", to: "home/export/all.csv", permissions: 0o600)
            }
        }
        func export(_ number: Int) async throws -> (result: Program.Result, count: Int) {
            try prepare()
            return try await run(
                home, .kill, at: number, lacking: lacks,
                ["export", "csv", target, "--yes"] + (isReplacing ? ["--force"] : []))
        }
        let all = try await export(0)
        #expect(all.result.status == 0, "\(all.result.errors)")
        #expect(home.folder.text(of: "home/export/all.csv")?.contains("clear-secret") == true)
        try #require(all.count > 10)
        for number in max(1, all.count - 10)...all.count {
            _ = try await export(number)
            let text = home.folder.text(of: "home/export/all.csv")
            #expect(
                text == (isReplacing ? "before" : nil) || text?.contains("clear-secret") == true,
                "operation \(number)")
            // What had no name is gone; what had to have one goes with the next command.
            #expect(try await home.run("list").status == 0)
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            #expect(Set(files).isSubset(of: ["all.csv", "other.csv"]), "operation \(number)")
        }
        #expect(!FileManager.default.fileExists(atPath: home.path("home/state/drafts")))
    }

    @Test(
        "On a disk that cannot rename to a free name only, a new vault is complete, and replaces none",
        arguments: ["renameat2", "renameat2,link"])
    func oldDisk(lacks: String) async throws {
        let home = try CommandFixture()
        let made = try await run(home, .kill, at: 0, lacking: lacks, ["init"])
        #expect(made.result.status == 0, "\(made.result.errors)")
        #expect(try await titles(home).isEmpty)
        let again = try await run(
            home, .kill, at: 0, lacking: lacks, ["vault", "backup", home.path("home/vault.db")])
        #expect(again.result.status != 0)
        #expect(again.result.errors.contains("There already is"), "\(again.result.errors)")
        #expect(try await titles(home).isEmpty)
        #expect(try leftovers(home).isEmpty)
    }

    @Test(
        "Where a file cannot get its name, nothing is left, and the message says why",
        arguments: ["rename", "link"])
    func noName(_ operation: String) async throws {
        let home = try await CommandFixture.make()
        let targets = ["backup.db", "saved.db", "new.db", "all.csv"].map { home.path("home/\($0)") }
        let lacks = "tmpfile,renameat2," + (operation == "link" ? "link=EIO" : "link,rename")
        for arguments in [
            ["vault", "backup", targets[0]], ["vault", "recover", targets[1]],
            ["init", "--vault", targets[2]], ["export", "csv", targets[3], "--yes"],
        ] {
            let failed = try await run(home, .kill, at: 0, lacking: lacks, arguments)
            #expect(failed.result.status > 0, "\(arguments)")
            #expect(
                failed.result.errors.contains("Input/output error"), "\(failed.result.errors)")
        }
        #expect(!targets.contains(where: FileManager.default.fileExists(atPath:)))
        #expect(try leftovers(home).isEmpty)
    }
}
