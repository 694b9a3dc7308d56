import Foundation
import SyncSimulation
import TenonCore
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("The status of a machine")
struct StatusTests {
    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let queries: QueryNotes

    init() async throws {
        let queries = QueryNotes()
        self.queries = queries
        folder = try TemporaryFolder()
        desk = SyncedMachine(
            try TemporaryVault(databases: WatchedDatabases { queries.note($0) }))
        try await desk.vault.create(passphrase: SecretText(TemporaryVault.passphrase))
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
    }

    /// Asks for the status.
    ///
    /// - Returns: The names of the files that wait, and how often the vault looked for the content of one.
    private func files() async throws -> (names: [String], looks: Int) {
        _ = queries.take()
        let names = try await desk.sync.syncStatus().unsentFiles
        return (names, queries.take().filter { $0.contains("FROM attachment_chunk") }.count)
    }

    @Test("Files that wait are looked at once for each exchange, however often somebody asks")
    func unsentFiles() async throws {
        let bank = try await desk.vault.add(Login(title: "bank", password: SecretText("one")))
        let place = "\(folder.path)/\(try await desk.vault.name())"
        try FileManager.default.moveItem(atPath: place, toPath: "\(place).away")
        for name in ["deed.txt", "scan.pdf"] {
            try await desk.vault.attach(name, [1, 2, 3], to: bank.id, at: SyncFixture.now())
        }
        for _ in 0..<2 {
            await expectError(.syncRemote) { _ = try await desk.sync.synchronize() }
            let first = try await files()
            #expect(first.names.sorted() == ["deed.txt", "scan.pdf"])
            #expect(first.looks > 0)
            let second = try await files()
            #expect(second.names == first.names)
            #expect(second.looks == 0)
        }
        try FileManager.default.moveItem(atPath: "\(place).away", toPath: place)
        _ = try await desk.sync.synchronize()
        #expect(try await files().names == [])
    }
}
