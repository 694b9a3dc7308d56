import Foundation
import TestSupport
import Testing

/// What a program still holds when the vault is locked, seen from outside.
///
/// Only root may look into these programs.
@Suite("Locked programs", .serialized, .enabled(if: geteuid() == 0))
struct LockedMemoryTests {
    /// One line of what the script prints.
    private struct Scan: Decodable {
        let state: String
        let total: Int
        let bytes: Int
    }

    @Test("the agent holds no key and no text after any of several locks")
    func agent() async throws {
        let locks = TestRun.isWhole ? 30 : 10
        let scans = try await scans(of: "agent", agent: "on", locks: locks)
        #expect(scans.count >= 2 * locks)
    }

    @Test(
        "a front end holds nothing that it has shown, and no key",
        arguments: ["line", "headless", "terminal", "web", "desktop"])
    func frontEnd(name: String) async throws {
        // Without GTK there is no window.
        if name == "desktop", !exists("wallet-desktop") { return }
        // Most of the time each of them waits.
        let locks = TestRun.isWhole ? 2 : 1
        async let withAgent = scans(of: name, agent: "on", locks: locks)
        async let alone = scans(of: name, agent: "off", locks: locks)
        _ = try await (withAgent, alone)
    }

    private func exists(_ program: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(Program.products)/\(program)")
    }

    /// Runs the script, which opens, uses and locks; nothing may be left after any lock.
    private func scans(of name: String, agent: String, locks: Int) async throws -> [Scan] {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "locked-memory.py").path
        let result = try await Program(path: "/usr/bin/python3", limit: Program.long)
            .run([script, Program.products, name, agent, "\(locks)"])
        let scans = try result.output.split(separator: "\n").map {
            try JSONDecoder().decode(Scan.self, from: Data($0.utf8))
        }
        #expect(result.status == 0, "\(result.errors)")
        #expect(scans.filter { $0.state == "locked" }.count == locks)
        let left = result.output.split(separator: "\n")
            .filter { $0.contains("\"locked\"") && !$0.contains("\"total\": 0") }
        #expect(left.isEmpty)
        // Memory was looked at, and what was open was seen.
        #expect(scans.allSatisfy { $0.bytes > 1 << 20 })
        #expect(scans.contains { $0.state == "open" && $0.total > 0 })
        return scans
    }
}
