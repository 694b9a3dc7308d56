import Foundation
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletSyncRequests
import WalletTestSupport
import WalletVault

@Suite("What a sync server takes away", .serialized)
struct SyncServerForgettingTests {
    /// A vault with a log of some length.
    private func site(
        _ engine: SyncEngine, _ count: Int, size: Int = 100
    ) async throws -> (site: SyncSite, log: [[UInt8]]) {
        let site = try SyncSite(engine)
        _ = try await site.desk.send("PUT", site.vault)
        return (site, try await site.push(count, by: site.desk, size: size))
    }

    @Test(
        "Commits go that a snapshot stands for, and the last one of a log stays",
        arguments: SyncEngine.allCases)
    func commits(_ engine: SyncEngine) async throws {
        let (site, log) = try await site(engine, 6)
        let (desk, path) = (site.desk, site.log(of: site.desk))
        #expect(try await desk.send("DELETE", "\(path)?from=2&through=3").status == 204)
        #expect(try await site.commits(after: 0) == [log[0]] + log[3...])
        #expect(try await site.commits(after: 1) == Array(log[3...]))
        // Once more is as good as once.
        #expect(try await desk.send("DELETE", "\(path)?from=2&through=3").status == 204)
        #expect(try await desk.send("DELETE", "\(path)?from=1&through=99").status == 204)
        #expect(try await site.commits(after: 0) == [log[5]])
        #expect(try await desk.send("DELETE", "\(path)?from=6&through=6").status == 204)
        let heads = try await desk.send("GET", site.vault).member("heads") as? [String: Any]
        #expect((heads?["\(desk.device)"] as? [String: Any])?["number"] as? Int == 6)
        // The log goes on, and what is gone is not there again.
        let next = desk.commit(7, of: site.vaultBytes, after: log[5])
        #expect(try await desk.send("PUT", "\(path)/7", next).status == 201)
        #expect(try await desk.send("PUT", "\(path)/2", log[1]).problem == "missing-commit")
        for query in ["", "?from=1", "?from=0&through=1", "?from=3&through=2", "?from=a&through=b"]
        {
            let reply = try await desk.send("DELETE", "\(path)\(query)")
            #expect(try reply.problem == "malformed-name", "\(query)")
        }
    }

    @Test(
        "Nobody takes away what another device has, unless that may not use the vault any more",
        arguments: SyncEngine.allCases)
    func others(_ engine: SyncEngine) async throws {
        let (site, _) = try await site(engine, 1)
        let phone = try await site.letIn()
        let log = try await site.push(3, by: phone)
        let path = "\(site.log(of: phone))?from=1&through=2"
        #expect(try await site.desk.send("DELETE", path).problem == "foreign-device")
        let stranger = try SyncClient(port: site.fixture.port)
        #expect(try await stranger.send("DELETE", path).problem == "foreign-device")
        let device = "\(site.vault)/devices/\(phone.device)"
        #expect(try await site.desk.send("DELETE", device).status == 204)
        #expect(try await phone.send("DELETE", path).problem == "foreign-device")
        #expect(try await site.desk.send("DELETE", path).status == 204)
        #expect(try await site.commits(after: 0, of: phone) == [log[2]])
    }

    @Test("What is taken away does not count any more", arguments: SyncEngine.allCases)
    func room(_ engine: SyncEngine) async throws {
        let fixture = try SyncServerFixture(engine, "--vault-megabytes", "1")
        let site = try SyncSite(fixture)
        let desk = site.desk
        _ = try await desk.send("PUT", site.vault)
        let name = try SyncClient(port: 1).device
        let part = [UInt8](repeating: 7, count: 600_000)
        #expect(try await desk.send("PUT", "\(site.vault)/blobs/\(name)", part).status == 201)
        let log = try await site.push(2, by: desk, size: 200_000)
        let next = desk.commit(3, of: site.vaultBytes, after: log[1], count: 200_000)
        #expect(try await desk.send("PUT", site.path(3, of: desk), next).problem == "vault-full")
        let forgotten = "\(site.log(of: desk))?from=1&through=1"
        #expect(try await desk.send("DELETE", forgotten).status == 204)
        #expect(try await desk.send("PUT", site.path(3, of: desk), next).status == 201)
        let more = desk.commit(4, of: site.vaultBytes, after: next, count: 400_000)
        #expect(try await desk.send("PUT", site.path(4, of: desk), more).problem == "vault-full")
        for _ in 0..<2 {
            let reply = try await desk.send("DELETE", "\(site.vault)/blobs/\(name)")
            #expect(reply.status == 204)
        }
        #expect(try await desk.send("HEAD", "\(site.vault)/blobs/\(name)").status == 404)
        #expect(try await desk.send("PUT", site.path(4, of: desk), more).status == 201)
        let stranger = try SyncClient(port: fixture.port)
        let refused = try await stranger.send("DELETE", "\(site.vault)/blobs/\(name)")
        #expect(try refused.problem == "foreign-device")
    }

    @Test(
        "A full vault goes on once every machine has its snapshot", arguments: SyncEngine.allCases)
    func fullVault(_ engine: SyncEngine) async throws {
        let fixture = try SyncServerFixture(engine, "--vault-megabytes", "1")
        let bank = Login(title: "bank", password: SecretText("one"))
        let policy = SnapshotPolicy(floor: 5_000)
        let desk = try ServedMachine(try await .make([bank]), snapshots: policy)
        let phone = try ServedMachine(try TemporaryVault(), snapshots: policy)
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        try await phone.join(desk, as: "phone")
        for machine in [desk, phone, desk, phone] { try await machine.exchange() }
        var full: SyncError?
        var count = 0
        while full == nil, count < 40 {
            count += 1
            let notes = SecretText(String(repeating: "note \(count) ", count: 5_000))
            try await desk.change(bank.id) { $0.notes = notes }
            do {
                try await desk.exchange()
            } catch let error as SyncError {
                full = error
            }
        }
        #expect(full?.code == .syncFull)
        // The phone was away, so that nothing could go.
        await #expect(throws: SyncError.self) { try await desk.sync.synchronize() }
        try await phone.exchange()
        for machine in [desk, phone, desk, phone] { try await machine.exchange() }
        let notes = try await phone.vault.login(bank.id).notes.reveal()
        #expect(notes.hasPrefix("note \(count) "))
        #expect(
            try await desk.sync.syncStatus().fingerprint == phone.sync.syncStatus().fingerprint)
        for machine in [desk, phone] { await machine.stop() }
    }

    @Test("A machine finds the next commit that is there, and none in the place of another one")
    func reading() async throws {
        let (site, log) = try await site(.sqlite, 8)
        let path = site.log(of: site.desk)
        #expect(try await site.desk.send("DELETE", "\(path)?from=2&through=5").status == 204)
        let networker = try HTTPNetworker(HTTPSetup())
        await networker.start()
        let id = try #require(SyncName(bytes: site.vaultBytes).flatMap { ItemID("\($0)") })
        let places = SyncPlaces(networker) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
        let place = try places.place(
            at: "http://127.0.0.1:\(site.fixture.port)", of: id, for: .machine(site.desk.keys))
        let device = try #require(DeviceID("\(site.desk.device)"))
        #expect(try await place.heads(after: [:]) == [device: 8])
        for number in [2, 5, 3, 4] as [UInt64] {
            #expect(try await place.commit(number, of: device) == nil)
        }
        #expect(try await place.commit(1, of: device) == log[0])
        for number in 1...5 as ClosedRange<UInt64> {
            let next = try await place.next(after: number, of: device)
            #expect(next?.number == 6)
            #expect(next?.commit == log[5])
        }
        #expect(try await place.commit(7, of: device) == log[6])
        #expect(try await place.next(after: 7, of: device)?.commit == log[7])
        #expect(try await place.next(after: 8, of: device) == nil)
        try await place.forget(6...7, of: device)
        #expect(try await place.heads(after: [:]) == [device: 8])
        #expect(try await place.next(after: 1, of: device)?.number == 8)
        await networker.stop()
    }
}

extension SyncSite {
    /// Where the commits of a device are.
    func log(of client: SyncClient) -> String { "\(vault)/devices/\(client.device)/commits" }

    /// Puts the first commits of a device there.
    func push(_ count: Int, by client: SyncClient, size: Int = 100) async throws -> [[UInt8]] {
        var log: [[UInt8]] = []
        for number in 1...count {
            let commit = client.commit(
                UInt64(number), of: vaultBytes, after: log.last, count: size)
            #expect(try await client.send("PUT", path(number, of: client), commit).status == 201)
            log.append(commit)
        }
        return log
    }

    /// The commits of a device that are there after a number.
    func commits(after number: Int, of client: SyncClient? = nil) async throws -> [[UInt8]] {
        let device = (client ?? desk).device
        let reply = try await desk.send(
            "GET", "\(vault)/commits?after=\(device):\(number)")
        let commits = try #require(CommitPage.commits(in: reply.body))
        return commits.filter { commit in
            SyncName(bytes: commit[20..<36]) == device
        }
    }

    /// Lets another device use the vault.
    func letIn() async throws -> SyncClient {
        let newcomer = try SyncClient(port: fixture.port)
        let entry = "\(vault)/devices/\(newcomer.device)"
        #expect(try await desk.send("PUT", entry).status == 201)
        return newcomer
    }
}
