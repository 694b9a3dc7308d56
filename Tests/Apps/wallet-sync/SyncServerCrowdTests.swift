import Foundation
import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests

@Suite("A sync server with much to do", .serialized)
struct SyncServerCrowdTests {
    @Test(
        "Many devices write at once, each its own log, and no commit is lost",
        arguments: SyncEngine.allCases)
    func crowd(_ engine: SyncEngine) async throws {
        let fixture = try SyncServerFixture(engine)
        let port = fixture.port
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let client = try SyncClient(port: port)
                    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
                    let vault = "/v1/vaults/\(try #require(SyncName(bytes: bytes)))"
                    #expect(try await client.send("PUT", vault).status == 201)
                    var last: [UInt8]?
                    for number in 1...25 {
                        let commit = client.commit(UInt64(number), of: bytes, after: last)
                        let target = "\(vault)/devices/\(client.device)/commits/\(number)"
                        #expect(try await client.send("PUT", target, commit).status == 201)
                        last = commit
                    }
                    let page = try await client.send("GET", "\(vault)/commits")
                    #expect(CommitPage.commits(in: page.body)?.count == 25)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        "Killed in the middle, it has every commit that it said it has",
        arguments: SyncEngine.allCases)
    func killed(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (fixture, desk) = (site.fixture, site.desk)
        let (vault, vaultBytes) = (site.vault, site.vaultBytes)
        _ = try await desk.send("PUT", vault)
        let (begun, tenth) = AsyncStream.makeStream(of: Never.self)
        let pushing = Task {
            defer { tenth.finish() }
            var last: [UInt8]?
            var acknowledged: [[UInt8]] = []
            for number in 1...100_000 {
                let commit = desk.commit(UInt64(number), of: vaultBytes, after: last)
                let target = "\(vault)/devices/\(desk.device)/commits/\(number)"
                guard (try? await desk.send("PUT", target, commit))?.status == 201 else { break }
                acknowledged.append(commit)
                if number == 10 { tenth.finish() }
                last = commit
            }
            return acknowledged
        }
        for await _ in begun {}
        fixture.server.kill()
        let acknowledged = await pushing.value
        #expect(acknowledged.count > 1)
        let again = try SyncServerFixture(in: fixture.folder, database: fixture.database)
        let page = try await SyncClient(port: again.port, keys: desk.keys)
            .send("GET", "\(vault)/commits")
        let kept = try #require(CommitPage.commits(in: page.body))
        #expect(Array(kept.prefix(acknowledged.count)) == acknowledged)
        #expect(kept.count <= acknowledged.count + 1)
        #expect(again.server.end() == 0)
    }
}
