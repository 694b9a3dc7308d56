import Foundation
import TestSupport
import Testing

/// What an agent holds that keeps a vault in step, seen from outside.
///
/// Only root may look into it.
@Suite("The memory of an agent with sync", .enabled(if: geteuid() == 0))
struct SyncMemoryTests {
    private struct Agent: Decodable {
        let process: Int32
    }

    @Test("An unlocked agent holds none of 200 passwords that nobody has asked for")
    func passwords() async throws {
        let folder = try TemporaryFolder()
        let desk = SyncMachine(home: try await .make())
        let passwords = (0..<200).map { "Kvothe-Xylophone-\($0)-passmark" }
        let lines = passwords.enumerated().map { number, password in
            "title \(number),https://site\(number).example,user \(number),\(password)\n"
        }
        try desk.home.folder.write(
            "name,url,username,password\n" + lines.joined(), to: "logins.csv", permissions: 0o600)
        try desk.home.folder.write(
            passwords.map { "password\t\($0)\n" }.joined(), to: "markers", permissions: 0o600)
        try await desk.unlock()
        _ = try await desk.wallet(["import", desk.home.path("logins.csv"), "--yes"])
        _ = try await desk.wallet(["sync", "set-up", "folder", folder.path, "--name", "desk"])
        // The next agent has not had the import in its memory.
        _ = try await desk.wallet(["agent", "stop"])
        try await desk.unlock()
        _ = try await desk.wallet(["edit", "title 7", "--user-name", "somebody else"])
        _ = try await desk.wallet(["sync", "now"])
        let json = try await desk.wallet(["agent", "status", "--json"])
        let agent = try JSONDecoder().decode(Agent.self, from: Data(json.utf8))
        // What a task has let go is overwritten a moment later.
        try await until {
            let scan = try await MemoryScan.of(
                agent.process, "--markers", desk.home.path("markers"))
            return try scan.count("password") == 0
        }
    }
}
