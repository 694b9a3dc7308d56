import Foundation
import Synchronization
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletSyncRequests
import WalletVault

@Suite("Reading logs from a server", .serialized)
struct HTTPRemoteTests {
    @Test("What other devices push between two requests is not taken for the log that is read")
    func race() async throws {
        let fixture = try SyncServerFixture(.sqlite)
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        let name = try #require(SyncName(bytes: bytes))
        let vault = "/v1/vaults/\(name)"
        let machines = [try SyncClient(port: fixture.port), try SyncClient(port: fixture.port)]
        _ = try await machines[0].send("PUT", vault)
        let entry = "\(vault)/devices/\(machines[1].device)"
        #expect(try await machines[0].send("PUT", entry).status == 201)

        let logs = machines.map { machine in
            let first = machine.commit(1, of: bytes, after: nil)
            return [first, machine.commit(2, of: bytes, after: first)]
        }
        func push(_ number: Int, by machine: Int) async throws {
            let client = machines[machine]
            let path = "\(vault)/devices/\(client.device)/commits/\(number)"
            #expect(try await client.send("PUT", path, logs[machine][number - 1]).status == 201)
        }
        for machine in 0...1 { try await push(1, by: machine) }

        let networker = try HTTPNetworker(HTTPSetup())
        await networker.start()
        let id = try #require(ItemID("\(name)"))
        let places = SyncPlaces(networker) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
        let place = try places.place(
            at: "http://127.0.0.1:\(fixture.port)", of: id, for: .machine(machines[0].keys))
        #expect(try await place.heads(after: [:]).values.sorted() == [1, 1])
        for machine in 0...1 { try await push(2, by: machine) }
        for (machine, client) in machines.enumerated() {
            let device = try #require(DeviceID("\(client.device)"))
            #expect(try await place.commit(1, of: device) == logs[machine][0])
        }
        await networker.stop()
    }

    /// A networker that remembers how long servers may be silent.
    private final class PatientNetworker: Networker {
        let patience = Mutex<[Int: Duration?]>([:])
        private let base: HTTPNetworker

        init(_ base: HTTPNetworker) { self.base = base }

        func perform(_ call: NetworkCall) async throws -> NetworkReply {
            patience.withLock { $0[call.body.count] = call.idleTimeout }
            return try await base.perform(call)
        }
    }

    @Test("Much content may take as long as its signature counts, as on a slow line")
    func slowLine() async throws {
        let fixture = try SyncServerFixture(.sqlite)
        let networker = try HTTPNetworker(HTTPSetup())
        await networker.start()
        let patient = PatientNetworker(networker)
        let places = SyncPlaces(patient) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
        let place = try places.place(
            at: "http://127.0.0.1:\(fixture.port)", of: ItemID(), for: .machine(.make()))
        try await place.prepare(by: nil)
        _ = try await place.heads(after: [:])
        let key = HMACSHA256(key: SecretBytes.random(count: 32))
        for count in [1_000, 1_000_000] {
            let file = try Attachment("scan.pdf", size: count, added: Timestamp(milliseconds: 1))
            let (name, part) = (BlobName(0, of: file, key), [UInt8](repeating: 7, count: count))
            _ = try await place.put(part, as: name)
            #expect(try await place.blob(name) == part)
        }
        let patience = patient.patience.withLock { $0 }
        #expect(patience[0] == .seconds(40) && patience[1_000] == .seconds(40))
        #expect(patience[1_000_000] == .seconds(300))
        await networker.stop()
    }

    @Test("A connection that was kept, and has ended when it is used again, is no failure")
    func endedConnection() async throws {
        let fixture = try SyncServerFixture(.sqlite)
        let relay = try ImpatientRelay(to: fixture.port)
        defer { relay.stop() }
        let networker = try HTTPNetworker(HTTPSetup())
        await networker.start()
        let keys = try Ed25519.KeyPair.make()
        let place = try SyncPlaces(networker) {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }.place(at: "http://127.0.0.1:\(relay.port)", of: ItemID(), for: .machine(keys))
        try await place.prepare(by: nil)
        for _ in 0..<5 { #expect(try await place.heads(after: [:]).isEmpty) }
        #expect(relay.closedCount > 0)
        await networker.stop()
    }
}
