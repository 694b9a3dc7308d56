import Foundation
import TestSupport
import Testing

@Suite("A first evening with two machines and a folder", .serialized)
struct SyncProgramTests {
    private let folder: TemporaryFolder
    private let desk: SyncMachine
    private let phone: SyncMachine

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncMachine(home: try await .make())
        phone = SyncMachine(home: try AgentHome())
        try await desk.unlock()
        let add = ["add", "login", "--title", "bank", "--password-file", "-"]
        _ = try await desk.wallet(add, input: "one")
        _ = try await desk.wallet(["sync", "set-up", "folder", folder.path, "--name", "desk"])
        let code = try await desk.wallet(["sync", "invite"])
        try phone.home.folder.write(code, to: "code", permissions: 0o600)
        _ = try await phone.wallet(
            [
                "sync", "join", "--code-file", phone.home.path("code"), "--name", "phone",
                "--passphrase-file", phone.home.path("passphrase"),
            ])
    }

    @Test("The new machine has all items at once, and is let in by the agent of the other one")
    func evening() async throws {
        #expect(try await phone.password(of: "bank") == "one")
        // Nobody asks for it: the agents look for news by themselves.
        try await until {
            try await phone.wallet(["sync", "status", "--plain"]).hasPrefix("in-step\t")
        }
        #expect(try await desk.wallet(["sync", "devices", "--plain"]).contains("phone\t"))
        _ = try await phone.wallet(["edit", "bank", "--password-file", "-"], input: "two")
        try await until { try await desk.password(of: "bank") == "two" }
        let statuses = try await [desk, phone].asyncMap {
            try await $0.wallet(["sync", "check", "--json"])
        }
        #expect(statuses.allSatisfy { $0.contains(#""items" : 1"#) })
    }

    @Test(
        "Locked, a machine says so and exchanges nothing; rekeying is refused while others follow")
    func locked() async throws {
        _ = try await phone.wallet(["lock"])
        #expect(try await phone.wallet(["sync", "status", "--plain"]).hasPrefix("locked\t"))
        #expect(try await phone.status(["sync", "now", "--no-input"]) == 64)
        #expect(
            try await desk.status(
                [
                    "vault", "rekey", "--yes", "--no-recovery-code", "--passphrase-file",
                    desk.home.path("passphrase"),
                ]) == 1)
        #expect(try await desk.password(of: "bank") == "one")
    }

    @Test("Whoever reads the whole folder finds no word of the vault in it")
    func secrecy() async throws {
        _ = try await desk.wallet(["sync", "now"])
        let words = ["bank", "one", "desk", "phone", AgentHome.passphrase].map { Data($0.utf8) }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .map { "\(folder.path)/\($0)" }.filter { $0.hasSuffix(".commit") }
        #expect(!files.isEmpty)
        for file in files {
            let data = try #require(FileManager.default.contents(atPath: file))
            // Four letters and more: three are found by chance in as many bytes.
            for word in words where word.count > 3 {
                #expect(data.range(of: word) == nil, "\(file)")
            }
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(
        _ body: (Element) async throws -> Result
    ) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
