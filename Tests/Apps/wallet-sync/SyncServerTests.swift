import Foundation
import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests

@Suite("A sync server", .serialized)
struct SyncServerTests {
    @Test(
        "Keeps the log of a device, and gives it back page by page",
        arguments: SyncEngine.allCases)
    func log(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (desk, vault, vaultBytes) = (site.desk, site.vault, site.vaultBytes)
        #expect(try await desk.send("PUT", vault).status == 201)
        var last: [UInt8]?
        var commits: [[UInt8]] = []
        for number in 1...9 {
            let commit = desk.commit(
                UInt64(number), of: vaultBytes, after: last, count: 900_000)
            #expect(try await desk.send("PUT", site.path(number, of: desk), commit).status == 201)
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
        // A client may write what is reserved in either way, but says one thing.
        let escaped = try await desk.send("GET", "\(vault)/commits?after=\(desk.device)%3A8")
        #expect(CommitPage.commits(in: escaped.body) == [commits[8]])
        let twice = try await desk.send("GET", "\(vault)/commits?after=&after=")
        #expect(try (twice.status, twice.problem) == (400, "malformed-name"))
    }

    @Test(
        "A commit has one place: the same is taken again, another one or a gap is refused",
        arguments: SyncEngine.allCases)
    func numbers(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (desk, vault, vaultBytes) = (site.desk, site.vault, site.vaultBytes)
        _ = try await desk.send("PUT", vault)
        let one = desk.commit(1, of: vaultBytes, after: nil)
        #expect(try await desk.send("PUT", site.path(1, of: desk), one).status == 201)
        #expect(try await desk.send("PUT", site.path(1, of: desk), one).status == 200)
        let other = try await desk.send(
            "PUT", site.path(1, of: desk), desk.commit(1, of: vaultBytes, after: nil))
        #expect(try (other.status, other.problem) == (409, "other-commit"))
        #expect(
            try other.member("hash") as? String
                == SyncClient.hash(one).map { String(format: "%02x", $0) }.joined())
        let gap = try await desk.send(
            "PUT", site.path(3, of: desk), desk.commit(3, of: vaultBytes, after: one))
        #expect(try (gap.status, gap.problem) == (412, "missing-commit"))
        #expect(try gap.member("head") as? String == "1")
        for wrong in [
            desk.commit(2, of: vaultBytes, after: nil), desk.commit(3, of: vaultBytes, after: one),
            desk.commit(2, of: vaultBytes.reversed(), after: one), [1, 2, 3], [],
        ] {
            let answer = try await desk.send("PUT", site.path(2, of: desk), wrong)
            #expect(try (answer.status, answer.problem) == (422, "not-this-commit"))
        }
        // After an older copy of the database was put back, commits are missing that are nowhere any more.
        let three = desk.commit(3, of: vaultBytes, after: [3])
        let path = site.path(3, of: desk)
        for gap in ["gap=yes", "gap=true&gap=true"] {
            #expect(try await desk.send("PUT", "\(path)?\(gap)", three).problem == "malformed-name")
        }
        #expect(try await desk.send("PUT", "\(path)?gap=true", three).status == 201)
        #expect(try await site.commits(after: 0) == [one, three])
        let two = try await desk.send(
            "PUT", "\(site.path(2, of: desk))?gap=true", desk.commit(2, of: vaultBytes, after: one))
        #expect(try two.problem == "missing-commit")
        let unfit = try await desk.send(
            "PUT", "\(site.path(4, of: desk))?gap=true", desk.commit(4, of: vaultBytes, after: one))
        #expect(try unfit.problem == "not-this-commit")
        for number in ["0", "-1", "01", "x", "9223372036854775808"] {
            let target = "\(vault)/devices/\(desk.device)/commits/\(number)"
            #expect(try await desk.send("PUT", target, one).status == 400, "\(number)")
        }
    }

    @Test(
        "Nobody but the devices of a vault can do anything with it",
        arguments: SyncEngine.allCases)
    func strangers(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (fixture, desk, vault, vaultBytes) = (
            site.fixture, site.desk, site.vault, site.vaultBytes
        )
        _ = try await desk.send("PUT", vault)
        let one = desk.commit(1, of: vaultBytes, after: nil)
        _ = try await desk.send("PUT", site.path(1, of: desk), one)
        let stranger = try SyncClient(port: fixture.port)
        for (method, target) in [
            ("PUT", vault), ("GET", vault), ("DELETE", vault), ("GET", "\(vault)/commits"),
            ("GET", "\(vault)/devices"), ("DELETE", "\(vault)/devices/\(desk.device)"),
            ("PUT", site.path(1, of: stranger)), ("PUT", site.path(2, of: desk)),
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

    @Test(
        "What is not signed, signed wrongly, old, or sent before is refused",
        arguments: SyncEngine.allCases)
    func signatures(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (fixture, desk, vault, vaultBytes) = (
            site.fixture, site.desk, site.vault, site.vaultBytes
        )
        _ = try await desk.send("PUT", vault)
        let http = LoopbackHTTP(port: fixture.port)
        let bare = try await http.send("GET", vault)
        #expect(try (bare.status, bare.problem) == (401, "unsigned"))
        #expect(bare["www-authenticate"] == "Signature")

        let one = desk.commit(1, of: vaultBytes, after: nil)
        let good = try desk.fields("PUT", site.path(1, of: desk), one)
        let changed = try await http.send(
            "PUT", site.path(1, of: desk),
            headers: try desk.fields("PUT", site.path(1, of: desk), one),
            body: one.dropLast() + [one[one.count - 1] ^ 1])
        #expect(try (changed.status, changed.problem) == (400, "wrong-digest"))
        let elsewhere = try await http.send("PUT", site.path(2, of: desk), headers: good, body: one)
        #expect(try (elsewhere.status, elsewhere.problem) == (401, "bad-signature"))
        let query = try await http.send(
            "PUT", site.path(1, of: desk) + "?x=1", headers: good, body: one)
        #expect(try query.problem == "bad-signature")
        let host = try await http.send(
            "PUT", site.path(1, of: desk), headers: good.merging(["Host": "example.org"]) { $1 },
            body: one)
        #expect(try host.problem == "bad-signature")
        let stranger = try SyncClient(port: fixture.port)
        var forged = good
        forged["Signature"] = try stranger.fields("PUT", site.path(1, of: desk), one)["Signature"]
        let forgery = try await http.send("PUT", site.path(1, of: desk), headers: forged, body: one)
        #expect(try (forgery.status, forgery.problem) == (401, "bad-signature"))

        for off in [-400_000, 400_000] as [Int64] {
            let stale = try await http.send(
                "GET", vault, headers: try desk.fields("GET", vault, off: off))
            #expect(try (stale.status, stale.problem) == (401, "stale"))
        }
        #expect(
            try await http.send("PUT", site.path(1, of: desk), headers: good, body: one).status
                == 201)
        let replay = try await http.send("PUT", site.path(1, of: desk), headers: good, body: one)
        #expect(try (replay.status, replay.problem) == (401, "replayed"))
    }

    @Test(
        "A request that changed something is not taken again by a server that was started anew",
        arguments: SyncEngine.allCases)
    func replayAfterRestart(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (fixture, desk, vault, vaultBytes) = (
            site.fixture, site.desk, site.vault, site.vaultBytes
        )
        _ = try await desk.send("PUT", vault)
        let one = desk.commit(1, of: vaultBytes, after: nil)
        _ = try await desk.send("PUT", site.path(1, of: desk), one)
        let second = try SyncClient(port: fixture.port)
        let target = "\(vault)/devices/\(second.device)"
        // The other server has another port, and is asked by the name of the first.
        let fields = try desk.fields("DELETE", target)
            .merging(["Host": "127.0.0.1:\(fixture.port)"]) { $1 }
        let http = LoopbackHTTP(port: fixture.port)
        #expect(try await http.send("DELETE", target, headers: fields).status == 204)
        #expect(fixture.server.end() == 0)
        let again = try SyncServerFixture(in: fixture.folder, database: fixture.database)
        let replay = try await LoopbackHTTP(port: again.port)
            .send("DELETE", target, headers: fields)
        #expect(try (replay.status, replay.problem) == (401, "replayed"))
        #expect(again.server.end() == 0)
    }

    @Test(
        "What is too large is refused before it is kept",
        arguments: SyncEngine.allCases)
    func sizes(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (desk, vault) = (site.desk, site.vault)
        _ = try await desk.send("PUT", vault)
        let large = [UInt8](repeating: 1, count: SyncLimit.commit + 1)
        let answer = try await desk.send("PUT", site.path(1, of: desk), large)
        #expect(try (answer.status, answer.problem) == (413, "too-large"))
        let code = [UInt8](repeating: 1, count: SyncLimit.registrationCode + 1)
        let body = try await desk.send("PUT", vault, code)
        #expect(body.status == 413)
        let note = try await desk.send(
            "PUT", "\(vault)/invitations/\(desk.device)/offer?key=x", large)
        #expect(note.status == 413)
    }

    @Test(
        "Content is not waited for when it is not wanted",
        arguments: SyncEngine.allCases)
    func unwantedContent(_ engine: SyncEngine) async throws {
        let site = try SyncSite(SyncServerFixture(engine, "--vault-megabytes", "1"))
        let (desk, vault) = (site.desk, site.vault)
        _ = try await desk.send("PUT", vault)
        let log = try await site.push(1, by: desk, size: 900_000)
        let http = LoopbackHTTP(port: site.fixture.port)
        let content = desk.commit(2, of: site.vaultBytes, after: log[0], count: 300_000)
        let blob = "\(vault)/blobs/\(desk.device)"
        let stranger = try SyncClient(port: site.fixture.port)
        let foreign = "\(vault)/devices/\(stranger.device)/commits/1"
        var unsigned = try desk.fields("PUT", blob, content)
        unsigned["Signature"] = nil
        for (target, fields, problem) in [
            (blob, unsigned, "unsigned"),
            (blob, try stranger.fields("PUT", blob, content), "foreign-device"),
            (foreign, try stranger.fields("PUT", foreign, content), "foreign-device"),
            (blob, try desk.fields("PUT", blob, content, off: 400_000), "stale"),
            (blob, try desk.fields("PUT", blob, content), "vault-full"),
            (
                site.path(2, of: desk), try desk.fields("PUT", site.path(2, of: desk), content),
                "vault-full"
            ),
        ] {
            // Of the content nothing is sent.
            let length = ["Content-Length": "\(content.count)"]
            let answer = try LoopbackHTTP.parse(
                try await http.exchange(
                    http.request("PUT", target, headers: fields.merging(length) { $1 })))
            #expect(try answer.problem == problem)
        }
        // What is there already needs no room.
        #expect(try await desk.send("PUT", site.path(1, of: desk), log[0]).status == 200)
    }
}
