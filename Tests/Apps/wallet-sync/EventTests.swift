import Foundation
import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests

@Suite("Events of a sync server", .serialized)
struct EventTests {
    /// The vectors that a stream of events tells, as they come.
    private struct Stream {
        private var pieces: AsyncStream<[UInt8]>.AsyncIterator
        private var text = ""
        private(set) var head = ""

        init(_ client: SyncClient, _ vault: String) throws {
            let target = "\(vault)/events"
            let http = LoopbackHTTP(port: client.port)
            let request = http.request(
                "GET", target, headers: try client.fields("GET", target))
            pieces = http.pieces(request).makeAsyncIterator()
        }

        /// The next vector; `nil` when the server has ended the stream.
        mutating func next() async -> LogVector? {
            while true {
                if let end = text.range(of: "\n\n") {
                    let event = text[..<end.lowerBound]
                    text = String(text[end.upperBound...])
                    let lines = event.components(separatedBy: .newlines)
                    guard lines.contains("event: vector") else { continue }
                    return lines.compactMap { VectorEvent.vector(in: $0) }.first
                }
                guard let piece = await pieces.next() else { return nil }
                var rest = String(decoding: piece, as: UTF8.self)
                if head.isEmpty, let end = rest.range(of: "\r\n\r\n") {
                    head = String(rest[..<end.lowerBound])
                    rest = String(rest[end.upperBound...])
                }
                text += rest
            }
        }
    }

    private func append(
        _ number: Int, to site: SyncSite, after previous: [UInt8]?, by client: SyncClient
    ) async throws -> [UInt8] {
        let commit = site.desk.commit(UInt64(number), of: site.vaultBytes, after: previous)
        let answer = try await client.send("PUT", site.path(number, of: site.desk), commit)
        #expect(answer.status == 201)
        return commit
    }

    @Test(
        "Tell how far the logs are, and again when this server or another one has changed that",
        arguments: SyncEngine.allCases)
    func vectors(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (desk, vault) = (site.desk, site.vault)
        _ = try await desk.send("PUT", vault)
        var stream = try Stream(desk, vault)
        #expect(await stream.next() == LogVector([desk.device: 0]))
        #expect(stream.head.contains("200 OK"))
        #expect(stream.head.lowercased().contains("content-type: \(VectorEvent.mediaType)"))
        let one = try await append(1, to: site, after: nil, by: desk)
        #expect(await stream.next() == LogVector([desk.device: 1]))

        let other = try SyncServerFixture(
            in: site.fixture.folder, database: site.fixture.database)
        let far = try SyncClient(port: other.port, keys: desk.keys)
        _ = try await append(2, to: site, after: one, by: far)
        #expect(await stream.next() == LogVector([desk.device: 2]))

        // Whoever asks again has the new stream, and no longer the one before.
        var second = try Stream(desk, vault)
        #expect(await second.next() == LogVector([desk.device: 2]))
        #expect(await stream.next() == nil)

        // Who is told to end does so, though somebody waits.
        #expect(site.fixture.server.end() == 0)
        #expect(await second.next() == nil)
    }

    @Test(
        "Are for the devices of the vault, as long as they are some", arguments: SyncEngine.allCases
    )
    func members(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (desk, vault) = (site.desk, site.vault)
        _ = try await desk.send("PUT", vault)
        let stranger = try await SyncClient(port: desk.port).send("GET", "\(vault)/events")
        #expect(try (stranger.status, stranger.problem) == (403, "foreign-device"))
        let nowhere = try await desk.send("GET", "/v1/vaults/\(desk.device)/events")
        #expect(try (nowhere.status, nowhere.problem) == (404, "no-vault"))

        let guest = try SyncClient(port: desk.port)
        let phone = try SyncClient(port: desk.port)
        let notes = "\(vault)/invitations/\(guest.device)"
        let key = Base64Text.url(guest.keys.publicKey)
        _ = try await desk.send("PUT", "\(notes)/offer?key=\(key)", [1])
        var waiting = try Stream(desk, vault)
        #expect(await waiting.next()?.numbers.count == 1)
        // An answer is news, so that somebody looks at it; who is let in is, too.
        #expect(try await guest.send("PUT", "\(notes)/request", [1]).status == 201)
        #expect(await waiting.next()?.numbers == [desk.device: 0])
        let entry = "\(vault)/devices/\(phone.device)"
        #expect(try await desk.send("PUT", entry).status == 201)
        #expect(await waiting.next()?.numbers == [desk.device: 0, phone.device: 0])

        var removed = try Stream(phone, vault)
        #expect(await removed.next() != nil)
        _ = try await desk.send("DELETE", "\(vault)/devices/\(phone.device)")
        #expect(await removed.next() == nil)
        #expect(await waiting.next() != nil)
        _ = try await desk.send("DELETE", vault)
        #expect(await waiting.next() == nil)
    }

    @Test("Hundreds of streams are held, and each is told")
    func many() async throws {
        let site = try SyncSite(SyncServerFixture(.sqlite, "--vaults-per-address", "1000"))
        _ = try await site.desk.send("PUT", site.vault)
        let others = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let client = try SyncClient(port: site.fixture.port)
                    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
                    let vault = "/v1/vaults/\(try #require(SyncName(bytes: bytes)))"
                    _ = try await client.send("PUT", vault)
                    var stream = try Stream(client, vault)
                    #expect(await stream.next() == LogVector([client.device: 0]))
                    let commit = client.commit(1, of: bytes, after: nil)
                    let path = "\(vault)/devices/\(client.device)/commits/1"
                    #expect(try await client.send("PUT", path, commit).status == 201)
                    #expect(await stream.next() == LogVector([client.device: 1]))
                    return 1
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(others == 200)
    }
}
