import Foundation
import TenonCore
import TestSupport
import Testing
import WalletSync
import WalletSyncRequests
import WalletTestSupport
import WalletVault

@Suite("Files on a sync server", .serialized)
struct SyncServerFileTests {
    private func name() throws -> SyncName { try SyncClient(port: 1).device }

    @Test(
        "A part of a file is put there once, is given to those who may use the vault, and goes with it",
        arguments: SyncEngine.allCases)
    func parts(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (desk, vault) = (site.desk, site.vault)
        let path = "\(vault)/blobs/\(try name())"
        #expect(try await desk.send("PUT", path, [1]).problem == "no-vault")
        _ = try await desk.send("PUT", vault)
        #expect(try await desk.send("GET", path).problem == "no-blob")
        #expect(try await desk.send("HEAD", path).status == 404)
        let part = (0..<SyncLimit.blob).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(try await desk.send("PUT", path, part).status == 201)
        #expect(try await desk.send("PUT", path, part).status == 200)
        let other = try await desk.send("PUT", path, [1])
        #expect(try (other.status, other.problem) == (409, "other-blob"))
        #expect(try await desk.send("GET", path).body == part)
        let head = try await desk.send("HEAD", path)
        #expect((head.status, head.body) == (200, []))
        let further = "\(vault)/blobs/\(try name())"
        #expect(try await desk.send("PUT", further, part + [0]).status == 413)
        #expect(try await desk.send("PUT", further, []).problem == "empty-blob")
        #expect(
            try await desk.send("PUT", "\(vault)/blobs/scan.pdf", [1]).problem == "malformed-name")

        let stranger = try SyncClient(port: site.fixture.port)
        for method in ["GET", "HEAD", "PUT"] {
            #expect(
                try await stranger.send(method, path, method == "PUT" ? part : []).status == 403)
        }
        #expect(try await desk.send("DELETE", vault).status == 204)
        _ = try await desk.send("PUT", vault)
        #expect(try await desk.send("GET", path).problem == "no-blob")
    }

    @Test("Files count like commits", arguments: SyncEngine.allCases)
    func room(_ engine: SyncEngine) async throws {
        let small = try SyncServerFixture(engine, "--vault-megabytes", "1")
        let client = try SyncClient(port: small.port)
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        let vault = "/v1/vaults/\(try #require(SyncName(bytes: bytes)))"
        _ = try await client.send("PUT", vault)
        let part = [UInt8](repeating: 7, count: 600_000)
        #expect(try await client.send("PUT", "\(vault)/blobs/\(try name())", part).status == 201)
        let full = try await client.send("PUT", "\(vault)/blobs/\(try name())", part)
        #expect(try (full.status, full.problem) == (507, "vault-full"))
        // A commit may need the last of it, such as the one that removes a file.
        // Each part counts 256 bytes more for its row.
        let rest = [UInt8](repeating: 7, count: (1 << 20) - (1 << 16) - 600_000 - 2 * 256)
        #expect(try await client.send("PUT", "\(vault)/blobs/\(try name())", rest).status == 201)
        #expect(
            try await client.send("PUT", "\(vault)/blobs/\(try name())", [1]).problem
                == "vault-full")
        let commit = client.commit(1, of: bytes, after: nil, count: 60_000)
        #expect(
            try await client.send("PUT", "\(vault)/devices/\(client.device)/commits/1", commit)
                .status == 201)
    }

    @Test("Two servers that get the same part at the same moment keep it once")
    func pair() async throws {
        let folder = try TemporaryFolder()
        let database = try SyncEngine.postgreSQL.address(in: folder)
        let first = try SyncServerFixture(in: folder, database: database)
        let second = try SyncServerFixture(in: folder, database: database)
        let left = try SyncClient(port: first.port)
        let right = try SyncClient(port: second.port, keys: left.keys)
        let vault = "/v1/vaults/\(left.device)"
        _ = try await left.send("PUT", vault)
        for number in 0..<20 {
            let path = "\(vault)/blobs/\(try name())"
            let part = [UInt8](repeating: UInt8(number), count: 50_000)
            async let one = left.send("PUT", path, part).status
            async let two = right.send("PUT", path, part).status
            #expect(try await [one, two].sorted() == [200, 201])
        }
    }

    private typealias Attachment = WalletVault.Attachment

    private func attach(
        _ name: String, _ size: Int, to id: ItemID, of machine: ServedMachine
    ) async throws -> Attachment {
        let file = try Attachment(name, size: size, added: Timestamp(milliseconds: 1))
        try await machine.vault.attach(file, to: id) { bytes in
            for place in bytes.indices { bytes[place] = UInt8(truncatingIfNeeded: place) }
        }
        return file
    }

    @Test("A file that the server has no room for holds up nothing of others, and can be removed")
    func full() async throws {
        let fixture = try SyncServerFixture(.sqlite, "--vault-megabytes", "1")
        let bank = Login(title: "bank", password: SecretText("one"))
        let desk = try ServedMachine(try await .make([bank]))
        let phone = try ServedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        try await phone.join(desk, as: "phone")
        for machine in [desk, phone] { _ = try await machine.sync.synchronize() }

        let small = try await attach("small.txt", 100_000, to: bank.id, of: desk)
        let large = try await attach("large.bin", 2_500_000, to: bank.id, of: desk)
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        _ = try await phone.sync.synchronize()
        let error = await #expect(throws: SyncError.self) {
            try await desk.sync.synchronize()
        }
        #expect(error?.code == .syncFull)
        #expect(error?.message.description.contains("\"large.bin\"") == true)
        // What others have changed has arrived all the same, and they have what was changed here.
        _ = try await phone.sync.synchronize()
        let names = try await phone.vault.item(bank.id).attachments.map(\.name)
        #expect(Set(names) == ["small.txt", "large.bin"])
        let titles = try await desk.vault.list(ItemQuery()).items.map(\.title)
        #expect(titles == ["bank", "mail"])
        let status = try await desk.sync.syncStatus()
        #expect(status.phase == .attention)
        #expect(status.problem?.description.contains("limit") == true)
        #expect(status.unsentFiles == ["large.bin"])
        let findings = try await desk.sync.checkSync().findings
        #expect(findings.map(\.subject) == ["desk"])
        #expect(findings.allSatisfy { $0.message.description.contains("\"large.bin\"") })

        try await desk.vault.detach(large, from: bank.id)
        _ = try await desk.sync.synchronize()
        _ = try await phone.sync.synchronize()
        #expect(try await phone.vault.item(bank.id).attachments.map(\.name) == ["small.txt"])
        try await phone.sync.fetchFile(small.id, of: bank.id)
        #expect(try await phone.vault.contents(of: small) == desk.vault.contents(of: small))

        try await phone.sync.leaveSync()
        try await phone.sync.fetchFile(small.id, of: bank.id)
        for machine in [desk, phone] { await machine.stop() }
    }

    @Test("A machine whose file has no room there leaves, tells the others, and names the file")
    func leavingFull() async throws {
        let fixture = try SyncServerFixture(.sqlite, "--vault-megabytes", "1")
        let bank = Login(title: "bank", password: SecretText("one"))
        let desk = try ServedMachine(try await .make([bank]))
        let phone = try ServedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        try await phone.join(desk, as: "phone")
        for machine in [desk, phone] { _ = try await machine.sync.synchronize() }
        _ = try await attach("large.bin", 2_500_000, to: bank.id, of: phone)
        let departure = try await phone.sync.leaveSync()
        #expect(departure.problem == nil)
        #expect(departure.backlog == SyncBacklog(files: ["large.bin"]))
        _ = try await desk.sync.synchronize()
        #expect(try await desk.sync.syncStatus().formerMachines.map(\.hasLeft) == [true])
        for machine in [desk, phone] { await machine.stop() }
    }

    @Test("Set up where not all has room, a machine is set up, and says what waits")
    func setUpFull() async throws {
        let fixture = try SyncServerFixture(.sqlite, "--vault-megabytes", "1")
        let bank = Login(title: "bank", password: SecretText("one"))
        let desk = try ServedMachine(try await .make([bank]))
        let large = try await attach("large.bin", 2_500_000, to: bank.id, of: desk)
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        let status = try await desk.sync.syncStatus()
        #expect(status.phase == .attention)
        #expect(status.place != nil)
        #expect(status.backlog == SyncBacklog(files: ["large.bin"]))
        // Repeated, it says the same.
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        try await desk.vault.detach(large, from: bank.id)
        try await desk.exchange()
        #expect(try await desk.sync.syncStatus().phase == .inStep)
        await desk.stop()
    }

    @Test("A machine that has left is told where the file is")
    func left() async throws {
        let fixture = try SyncServerFixture(.sqlite)
        let bank = Login(title: "bank", password: SecretText("one"))
        let desk = try ServedMachine(try await .make([bank]))
        let phone = try ServedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        let file = try await attach("scan.pdf", 100_000, to: bank.id, of: desk)
        try await phone.join(desk, as: "phone")
        for machine in [desk, phone] { _ = try await machine.sync.synchronize() }
        #expect(try await phone.vault.isAwaited(file))
        try await phone.sync.leaveSync()
        let error = await #expect(throws: SyncError.self) {
            try await phone.sync.fetchFile(file.id, of: bank.id)
        }
        #expect(error?.code == .syncAway)
        for machine in [desk, phone] { await machine.stop() }
    }
}
