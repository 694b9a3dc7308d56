import Foundation
import SyncSimulation
import SyncTestSupport
import TenonCore
import TenonSQLite
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("What is left of items that were deleted for good, in files")
struct ErasureFileTests {
    private static let secret = String(repeating: "never again ", count: 3_000)
    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let phone: SyncedMachine

    init() async throws {
        let policy = SnapshotPolicy(floor: 30_000, patience: 0, deletionPatience: 0)
        folder = try TemporaryFolder()
        desk = SyncedMachine(
            try await .make([
                Login(title: "bank", password: SecretText("one"), notes: SecretText(Self.secret)),
                Login(title: "shop", password: SecretText("one")),
            ]), snapshots: policy)
        phone = SyncedMachine(try TemporaryVault(), snapshots: policy)
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        try await desk.letIn(phone, as: "phone")
        try await exchange(desk, phone, desk)
    }

    private func exchange(
        _ machines: SyncedMachine..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for machine in machines {
            let outcome = try await machine.sync.synchronize()
            #expect(outcome.problems == [], sourceLocation: sourceLocation)
        }
    }

    /// The files in a folder with an ending.
    private func files(_ ending: String) throws -> [[UInt8]] {
        let names = try #require(FileManager.default.enumerator(atPath: folder.path))
        return try names.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.map { name in
            Array(try Data(contentsOf: folder.url.appending(path: name)))
        }
    }

    /// What is in the folder, and in what each machine remembers.
    private func opened() async throws -> OpenedContent {
        let name = try await desk.vault.name()
        var content = OpenedContent(vault: name, ring: try await desk.vault.deviceKeys())
        try content.add(commits: files(".commit"))
        content.add(parts: try files(".blob"))
        for machine in [desk, phone] {
            await machine.sync.drop()
            let path = "\(machine.home.folder.path)/sync/\(name).db"
            var rows: [[UInt8]: [UInt8]] = [:]
            let database = try SQLiteDatabases().open(path: path, options: DatabaseOptions())
            try database.read { connection in
                try connection.query("SELECT key, sealed FROM row", []) { row in
                    rows[row.blob(0)] = row.blob(1)
                }
            }
            try database.close()
            try content.add(rows: rows)
        }
        return content
    }

    @Test(
        "Nothing but a mark is left, in the folder and on each machine; files of the item are gone")
    func nothing() async throws {
        let items = try await desk.vault.list(ItemQuery(sort: .title)).items
        let bank = try #require(items.first)
        let file = try await desk.vault.attach(
            "scan.pdf", Array(repeating: 7, count: 70_000), to: bank.id, at: SyncFixture.now())
        try await desk.vault.edit(bank.id) { $0.password = SecretText("a former password") }
        try await desk.vault.edit(bank.id) { $0.password = SecretText("the last password") }
        try await exchange(desk, phone, desk)
        let before = try await opened()
        #expect(before.contains("never again") && before.contains("a former password"))
        #expect(before.closedCount == file.chunkCount)

        try await phone.vault.deletePermanently(bank.id)
        for _ in 0..<5 { try await exchange(phone, desk) }
        let after = try await opened()
        #expect(after.closedCount == 0)
        for text in ["never again", "a former password", "the last password", "scan.pdf", "bank"] {
            #expect(!after.contains(text), "\(text)")
        }
        #expect(after.contains("shop"))
        #expect(before.byteCount > 150_000)
        #expect(after.byteCount < before.byteCount - 130_000)
        #expect(try await desk.titles() == ["shop"])
        #expect(try await phone.titles() == ["shop"])
        #expect(
            try await desk.sync.syncStatus().fingerprint == phone.sync.syncStatus().fingerprint)
    }
}
