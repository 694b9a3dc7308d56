import Foundation
import TestSupport
import Testing
import WalletSyncRequests

/// The document that the server serves and what it does are the same.
@Suite("The description of the sync server")
struct DescriptionTests {
    private typealias Operations = [String: [String: Any]]

    private let fixture: SyncServerFixture

    init() throws { fixture = try SyncServerFixture(.sqlite) }

    private func paths() async throws -> [String: Operations] {
        let reply = try await LoopbackHTTP(port: fixture.port).send("GET", "/openapi.json")
        #expect(reply["content-type"] == "application/json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
        #expect(document["openapi"] as? String == "3.2.0")
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        return paths.mapValues { $0.compactMapValues { $0 as? [String: Any] } }
    }

    private func filled(_ path: String, for client: SyncClient) -> String {
        SyncPath.filled(
            path,
            [
                "vault": "\(client.device)", "device": "\(client.device)", "number": "1",
                "invitation": "\(client.device)", "note": "offer", "name": "\(client.device)",
            ])
    }

    @Test("The server has each operation that is described, and no other method")
    func operations() async throws {
        let client = try SyncClient(port: fixture.port)
        for (path, operations) in try await paths() {
            for method in ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE"] {
                let reply = try await client.send(method, filled(path, for: client))
                let isDescribed = operations[method.lowercased()] != nil
                #expect((reply.status != 405) == isDescribed, "\(method) \(path)")
                let statuses = (operations[method.lowercased()]?["responses"] as? [String: Any])?
                    .keys
                #expect(
                    !isDescribed || statuses?.contains("\(reply.status)") == true,
                    "\(method) \(path) \(reply.status)")
            }
        }
    }

    @Test("Each path of the server is described")
    func complete() async throws {
        #expect(
            Set(try await paths().keys) == [
                SyncPath.vault, SyncPath.commits, SyncPath.events, SyncPath.commit, SyncPath.blob,
                SyncPath.devices, SyncPath.device, SyncPath.log, SyncPath.note, "/openapi.json",
            ])
    }
}
