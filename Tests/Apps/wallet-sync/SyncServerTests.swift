import Foundation
import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests

@Suite("A sync server", .serialized)
struct SyncServerTests {
    private let fixture: SyncServerFixture
    private let desk: SyncClient
    private let vaultBytes: [UInt8]
    private let vault: String

    init() throws {
        fixture = try SyncServerFixture()
        desk = try SyncClient(port: fixture.port)
        vaultBytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        vault = "/v1/vaults/\(try #require(SyncName(bytes: vaultBytes)))"
    }

    private func path(_ number: Int, of client: SyncClient) -> String {
        "\(vault)/devices/\(client.device)/commits/\(number)"
    }

    @Test("Keeps the log of a device, and gives it back page by page")
    func log() async throws {
        #expect(try await desk.send("PUT", vault).status == 201)
        var last: [UInt8]?
        var commits: [[UInt8]] = []
        for number in 1...9 {
            let commit = desk.commit(
                UInt64(number), of: vaultBytes, after: last, count: 900_000)
            #expect(try await desk.send("PUT", path(number, of: desk), commit).status == 201)
            commits.append(commit)
            last = commit
        }
        #expect(try await desk.send("PUT", vault).status == 200)
        let heads = try await desk.send("GET", vault).member("heads") as? [String: [String: Any]]
        let head = try #require(heads?["\(desk.device)"])
        #expect(head["number"] as? Int == 9)
        #expect(
            head["hash"] as? String
                == SyncClient.hash(commits[8]).map { String(format: "%02x", $0) }.joined())
        var received: [[UInt8]] = []
        var pages = 0
        while true {
            let page = try await desk.send(
                "GET", "\(vault)/commits?after=\(desk.device):\(received.count)")
            #expect(page["content-type"] == CommitPage.mediaType)
            let more = try #require(CommitPage.commits(in: page.body))
            guard !more.isEmpty else { break }
            received += more
            pages += 1
        }
        #expect(received == commits)
        #expect(pages == 2)
    }

    @Test("A commit has one place: the same is taken again, another one or a gap is refused")
    func numbers() async throws {
        _ = try await desk.send("PUT", vault)
        let one = desk.commit(1, of: vaultBytes, after: nil)
        #expect(try await desk.send("PUT", path(1, of: desk), one).status == 201)
        #expect(try await desk.send("PUT", path(1, of: desk), one).status == 200)
        let other = try await desk.send(
            "PUT", path(1, of: desk), desk.commit(1, of: vaultBytes, after: nil))
        #expect(try (other.status, other.problem) == (409, "other-commit"))
        #expect(
            try other.member("hash") as? String
                == SyncClient.hash(one).map { String(format: "%02x", $0) }.joined())
        let gap = try await desk.send(
            "PUT", path(3, of: desk), desk.commit(3, of: vaultBytes, after: one))
        #expect(try (gap.status, gap.problem) == (412, "missing-commit"))
        #expect(try gap.member("head") as? String == "1")
        for wrong in [
            desk.commit(2, of: vaultBytes, after: nil), desk.commit(3, of: vaultBytes, after: one),
            desk.commit(2, of: vaultBytes.reversed(), after: one), [1, 2, 3], [],
        ] {
            let answer = try await desk.send("PUT", path(2, of: desk), wrong)
            #expect(try (answer.status, answer.problem) == (422, "not-this-commit"))
        }
        for number in ["0", "-1", "01", "x", "9223372036854775808"] {
            let target = "\(vault)/devices/\(desk.device)/commits/\(number)"
            #expect(try await desk.send("PUT", target, one).status == 400, "\(number)")
        }
    }

    @Test("Nobody but the devices of a vault can do anything with it")
    func strangers() async throws {
        _ = try await desk.send("PUT", vault)
        let one = desk.commit(1, of: vaultBytes, after: nil)
        _ = try await desk.send("PUT", path(1, of: desk), one)
        let stranger = try SyncClient(port: fixture.port)
        for (method, target) in [
            ("PUT", vault), ("GET", vault), ("DELETE", vault), ("GET", "\(vault)/commits"),
            ("GET", "\(vault)/devices"), ("DELETE", "\(vault)/devices/\(desk.device)"),
            ("PUT", path(1, of: stranger)), ("PUT", path(2, of: desk)),
            ("GET", "\(vault)/invitations/\(desk.device)/offer"),
        ] {
            let answer = try await stranger.send(method, target)
            #expect(
                try (answer.status, answer.problem) == (403, "foreign-device"),
                "\(method) \(target)")
        }
        let answer = try await stranger.send("GET", "/v1/vaults/\(stranger.device)")
        #expect(try (answer.status, answer.problem) == (404, "no-vault"))
    }

    @Test("What is not signed, signed wrongly, old, or sent before is refused")
    func signatures() async throws {
        _ = try await desk.send("PUT", vault)
        let http = LoopbackHTTP(port: fixture.port)
        let bare = try await http.send("GET", vault)
        #expect(try (bare.status, bare.problem) == (401, "unsigned"))
        #expect(bare["www-authenticate"] == "Signature")

        let one = desk.commit(1, of: vaultBytes, after: nil)
        let good = try desk.fields("PUT", path(1, of: desk), one)
        let changed = try await http.send(
            "PUT", path(1, of: desk), headers: good, body: one.dropLast() + [one[99] ^ 1])
        #expect(try (changed.status, changed.problem) == (400, "wrong-digest"))
        let elsewhere = try await http.send("PUT", path(2, of: desk), headers: good, body: one)
        #expect(try (elsewhere.status, elsewhere.problem) == (401, "bad-signature"))
        let query = try await http.send(
            "PUT", path(1, of: desk) + "?x=1", headers: good, body: one)
        #expect(try query.problem == "bad-signature")
        let host = try await http.send(
            "PUT", path(1, of: desk), headers: good.merging(["Host": "example.org"]) { $1 },
            body: one)
        #expect(try host.problem == "bad-signature")
        let stranger = try SyncClient(port: fixture.port)
        var forged = good
        forged["Signature"] = try stranger.fields("PUT", path(1, of: desk), one)["Signature"]
        let forgery = try await http.send("PUT", path(1, of: desk), headers: forged, body: one)
        #expect(try (forgery.status, forgery.problem) == (401, "bad-signature"))

        for off in [-400_000, 400_000] as [Int64] {
            let stale = try await http.send(
                "GET", vault, headers: try desk.fields("GET", vault, off: off))
            #expect(try (stale.status, stale.problem) == (401, "stale"))
        }
        #expect(
            try await http.send("PUT", path(1, of: desk), headers: good, body: one).status == 201)
        let replay = try await http.send("PUT", path(1, of: desk), headers: good, body: one)
        #expect(try (replay.status, replay.problem) == (401, "replayed"))
    }

    @Test("A request that changed something is not taken again by a server that was started anew")
    func replayAfterRestart() async throws {
        _ = try await desk.send("PUT", vault)
        let one = desk.commit(1, of: vaultBytes, after: nil)
        _ = try await desk.send("PUT", path(1, of: desk), one)
        let second = try SyncClient(port: fixture.port)
        let target = "\(vault)/devices/\(second.device)"
        let fields = try desk.fields("DELETE", target)
        let http = LoopbackHTTP(port: fixture.port)
        #expect(try await http.send("DELETE", target, headers: fields).status == 204)
        let port = fixture.port
        #expect(fixture.server.end() == 0)
        let again = try SyncServerFixture(in: fixture.folder, port: port)
        let replay = try await http.send("DELETE", target, headers: fields)
        #expect(try (replay.status, replay.problem) == (401, "replayed"))
        #expect(again.server.end() == 0)
    }

    @Test("What is too large is refused before it is kept")
    func sizes() async throws {
        _ = try await desk.send("PUT", vault)
        let large = [UInt8](repeating: 1, count: SyncLimit.commit + 1)
        let answer = try await desk.send("PUT", path(1, of: desk), large)
        #expect(try (answer.status, answer.problem) == (413, "too-large"))
        let body = try await desk.send("PUT", vault, [1])
        #expect(body.status == 413)
        let note = try await desk.send(
            "PUT", "\(vault)/invitations/\(desk.device)/offer?key=x", large)
        #expect(note.status == 413)
    }

    @Test("An invitation lets one device in, by its own key")
    func invitation() async throws {
        _ = try await desk.send("PUT", vault)
        let guest = try SyncClient(port: fixture.port)
        let phone = try SyncClient(port: fixture.port)
        let notes = "\(vault)/invitations/\(guest.device)"
        let key = Base64Text.url(guest.keys.publicKey)
        #expect(try await phone.send("GET", vault).status == 403)
        #expect(try await guest.send("GET", "\(notes)/offer").status == 403)
        let offer = "\(notes)/offer?key=\(key)"
        #expect(try await phone.send("PUT", offer, [1]).status == 403)
        #expect(try await desk.send("PUT", "\(notes)/offer", [1]).status == 400)
        #expect(try await desk.send("PUT", offer, [1, 2]).status == 201)
        #expect(try await desk.send("PUT", offer, [1, 2]).problem == "other-note")

        #expect(try await guest.send("GET", "\(notes)/offer").body == [1, 2])
        let early = try await guest.send("GET", "\(notes)/request")
        #expect(try (early.status, early.problem) == (404, "no-note"))
        // The key of an invitation is for its notes alone.
        #expect(try await guest.send("GET", vault).status == 403)
        let request = "\(notes)/request?device=\(phone.device)"
        #expect(try await desk.send("PUT", request, [3]).status == 403)
        #expect(try await guest.send("PUT", request, [3]).status == 201)
        #expect(try await guest.send("PUT", request, [3]).problem == "other-note")
        #expect(try await desk.send("GET", "\(notes)/request").body == [3])

        #expect(try await phone.send("GET", vault).status == 200)
        let devices = try await desk.send("GET", "\(vault)/devices").member("devices")
        #expect((devices as? [[String: Any]])?.count == 2)
        #expect(try await desk.send("DELETE", "\(notes)/offer").status == 204)
        #expect(try await desk.send("GET", "\(notes)/offer").status == 404)
        #expect(try await guest.send("GET", "\(notes)/offer").status == 403)

        #expect(
            try await desk.send("DELETE", "\(vault)/devices/\(phone.device)").status == 204)
        #expect(try await phone.send("GET", vault).problem == "foreign-device")
    }

    @Test("A vault ends with all that belongs to it")
    func end() async throws {
        _ = try await desk.send("PUT", vault)
        _ = try await desk.send(
            "PUT", path(1, of: desk), desk.commit(1, of: vaultBytes, after: nil))
        #expect(try await desk.send("DELETE", vault).status == 204)
        #expect(try await desk.send("GET", vault).problem == "no-vault")
    }

    @Test("A vault that was made and never used can be made again, by another key")
    func unused() async throws {
        _ = try await desk.send("PUT", vault)
        let other = try SyncClient(port: fixture.port)
        #expect(try await other.send("PUT", vault).status == 201)
        #expect(try await desk.send("GET", vault).problem == "foreign-device")
    }

    @Test("The operator's limits hold")
    func limits() async throws {
        let closed = try SyncServerFixture("--registration", "closed")
        let nobody = try await SyncClient(port: closed.port).send("PUT", vault)
        #expect(try (nobody.status, nobody.problem) == (403, "registration-closed"))

        let small = try SyncServerFixture("--vault-megabytes", "1")
        let client = try SyncClient(port: small.port)
        _ = try await client.send("PUT", vault)
        let one = client.commit(1, of: vaultBytes, after: nil, count: 1_000_000)
        #expect(try await client.send("PUT", path(1, of: client), one).status == 201)
        let two = try await client.send(
            "PUT", path(2, of: client), client.commit(2, of: vaultBytes, after: one, count: 90_000))
        #expect(try (two.status, two.problem) == (507, "vault-full"))

        let slow = try SyncServerFixture("--requests-per-minute", "3")
        let eager = try SyncClient(port: slow.port)
        _ = try await eager.send("PUT", vault)
        for _ in 0..<2 { #expect(try await eager.send("GET", vault).status == 200) }
        let many = try await eager.send("GET", vault)
        #expect(try (many.status, many.problem) == (429, "too-many"))
        let wait = many["retry-after"].flatMap { Int($0) } ?? 0
        #expect((1...20).contains(wait))
        // Others are none the worse for it.
        #expect(try await SyncClient(port: slow.port).send("GET", vault).status == 403)
    }

    @Test("Refuses an address of a database that nothing linked can open")
    func engine() async throws {
        let result = try await Program(built: "wallet-sync").run(
            "--database", "oracle://x", "--check")
        #expect(result.status == 78)
        #expect(result.errors.contains("--database"))
    }

    @Test("Many devices write at once, each its own log, and no commit is lost")
    func crowd() async throws {
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

    @Test("Killed in the middle, it has every commit that it said it has")
    func killed() async throws {
        let (port, folder) = (fixture.port, fixture.folder)
        _ = try await desk.send("PUT", vault)
        let (client, vault, vaultBytes) = (desk, vault, vaultBytes)
        let pushing = Task {
            var last: [UInt8]?
            var acknowledged: [[UInt8]] = []
            for number in 1...100_000 {
                let commit = client.commit(UInt64(number), of: vaultBytes, after: last)
                let target = "\(vault)/devices/\(client.device)/commits/\(number)"
                guard (try? await client.send("PUT", target, commit))?.status == 201 else { break }
                acknowledged.append(commit)
                last = commit
            }
            return acknowledged
        }
        try await Task.sleep(for: .milliseconds(700))
        fixture.server.kill()
        let acknowledged = await pushing.value
        #expect(acknowledged.count > 1)
        let again = try SyncServerFixture(in: folder, port: port)
        let page = try await desk.send("GET", "\(vault)/commits")
        let kept = try #require(CommitPage.commits(in: page.body))
        #expect(Array(kept.prefix(acknowledged.count)) == acknowledged)
        #expect(kept.count <= acknowledged.count + 1)
        #expect(again.server.end() == 0)
    }
}
