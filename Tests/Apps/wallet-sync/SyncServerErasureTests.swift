import SyncTestSupport
import TenonCore
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("Items that were deleted for good, on a sync server", .serialized)
struct SyncServerErasureTests {
    private static let secret = String(repeating: "never again ", count: 3_000)

    private static let policy = SnapshotPolicy(floor: 30_000, deletionPatience: 0)

    /// What the database of a server has of a vault.
    private func opened(
        _ fixture: SyncServerFixture, _ machine: ServedMachine
    ) async throws -> OpenedContent {
        let database = try fixture.openDatabase()
        defer { try? database.close() }
        var content = OpenedContent(
            vault: try await machine.vault.name(), ring: try await machine.vault.deviceKeys())
        func contents(of table: String) throws -> [[UInt8]] {
            try database.read { connection in
                var rows: [[UInt8]] = []
                try connection.query("SELECT content FROM \(table)", []) { rows.append($0.blob(0)) }
                return rows
            }
        }
        try content.add(commits: contents(of: "log_entry"))
        content.add(parts: try contents(of: "blob"))
        return content
    }

    @Test("Nothing is left of one in the database", arguments: SyncEngine.allCases)
    func nothing(_ engine: SyncEngine) async throws {
        let fixture = try SyncServerFixture(engine)
        let bank = Login(
            title: "bank", password: SecretText("one"), notes: SecretText(Self.secret))
        let shop = Login(title: "shop", password: SecretText("one"))
        let desk = try ServedMachine(try await .make([bank, shop]), snapshots: Self.policy)
        let phone = try ServedMachine(try TemporaryVault(), snapshots: Self.policy)
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        try await phone.join(desk, as: "phone")
        for machine in [desk, phone, desk, phone] { try await machine.exchange() }
        let before = try await opened(fixture, desk)
        #expect(before.contains("never again"))
        try fixture.makeCopy()

        try await desk.vault.deletePermanently(bank.id)
        for machine in [desk, phone, desk, phone, desk, phone] { try await machine.exchange() }
        let after = try await opened(fixture, desk)
        #expect(after.closedCount == 0)
        #expect(!after.contains("never again") && !after.contains("bank"))
        #expect(after.contains("shop"))

        // What an older copy brings back goes again.
        try fixture.putCopyBack()
        let older = try await opened(fixture, desk)
        #expect(older.contains("never again"))
        for _ in 0..<3 {
            for machine in [desk, phone] { _ = try await machine.sync.synchronize() }
        }
        for machine in [desk, phone] { try await machine.exchange() }
        let last = try await opened(fixture, desk)
        #expect(!last.contains("never again") && !last.contains("bank"))
        #expect(last.contains("shop"))
        #expect(after.byteCount < before.byteCount - 30_000)
        #expect(
            try await desk.sync.syncStatus().fingerprint == phone.sync.syncStatus().fingerprint)
        for machine in [desk, phone] { await machine.stop() }
    }
}
