import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests

@Suite("Vaults on a sync server", .serialized)
struct SyncServerVaultTests {
    @Test(
        "The key of an invitation reads its notes and leaves one; a device lets the newcomer in",
        arguments: SyncEngine.allCases)
    func invitation(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (fixture, desk, vault) = (site.fixture, site.desk, site.vault)
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
        #expect(try await desk.send("PUT", offer, []).problem == "empty-note")
        #expect(try await desk.send("PUT", offer, [1, 2]).status == 201)
        #expect(try await desk.send("PUT", offer, [1, 2]).problem == "other-note")

        #expect(try await guest.send("GET", "\(notes)/offer").body == [1, 2])
        let early = try await guest.send("GET", "\(notes)/request")
        #expect(try (early.status, early.problem) == (404, "no-note"))
        // The key of an invitation is for its notes alone.
        #expect(try await guest.send("GET", vault).status == 403)
        let request = "\(notes)/request"
        #expect(try await desk.send("PUT", request, [3]).status == 403)
        #expect(try await guest.send("PUT", request, []).problem == "empty-note")
        #expect(try await guest.send("PUT", request, [3]).status == 201)
        #expect(try await guest.send("PUT", request, [3]).problem == "other-note")
        #expect(try await desk.send("GET", "\(notes)/request").body == [3])

        // The answer has let nobody in, neither who has the code nor whom it names.
        let entry = "\(vault)/devices/\(phone.device)"
        for stranger in [guest, phone] {
            for (method, path) in [
                ("GET", vault), ("GET", "\(vault)/commits"), ("GET", "\(vault)/events"),
                ("GET", "\(vault)/devices"), ("PUT", entry),
                ("DELETE", "\(vault)/devices/\(desk.device)"), ("DELETE", vault),
            ] {
                let reply = try await stranger.send(method, path)
                #expect(try reply.problem == "foreign-device", "\(method) \(path)")
            }
        }
        #expect(try await phone.send("GET", "\(notes)/request").status == 403)

        #expect(try await desk.send("PUT", entry).status == 201)
        #expect(try await desk.send("PUT", entry).status == 200)
        #expect(try await phone.send("GET", vault).status == 200)
        let devices = try await desk.send("GET", "\(vault)/devices").member("devices")
        #expect((devices as? [[String: Any]])?.count == 2)
        #expect(try await desk.send("DELETE", "\(notes)/offer").status == 204)
        #expect(try await desk.send("GET", "\(notes)/offer").status == 404)
        #expect(try await guest.send("GET", "\(notes)/offer").status == 403)

        #expect(try await desk.send("DELETE", entry).status == 204)
        #expect(try await phone.send("GET", vault).problem == "foreign-device")
        let again = try await desk.send("PUT", entry)
        #expect(try (again.status, again.problem) == (409, "former-device"))
        let heads = try await desk.send("GET", vault).member("heads") as? [String: [String: Any]]
        #expect(heads?["\(phone.device)"]?["former"] as? Bool == true)
        #expect(heads?["\(desk.device)"]?["former"] == nil)
    }

    @Test("Whoever has answered an invitation may withdraw that, which ends it")
    func withdrawal() async throws {
        let site = try SyncSite(.sqlite)
        let guest = try SyncClient(port: site.fixture.port)
        let notes = "\(site.vault)/invitations/\(guest.device)"
        let offer = "\(notes)/offer?key=\(Base64Text.url(guest.keys.publicKey))"
        _ = try await site.desk.send("PUT", site.vault)
        #expect(try await site.desk.send("PUT", offer, [1]).status == 201)
        #expect(try await guest.send("PUT", "\(notes)/request", [2]).status == 201)
        let stranger = try SyncClient(port: site.fixture.port)
        #expect(try await stranger.send("DELETE", "\(notes)/request").status == 403)
        #expect(try await guest.send("DELETE", "\(notes)/request").status == 204)
        #expect(try await site.desk.send("GET", "\(notes)/request").problem == "no-note")
        #expect(try await guest.send("PUT", "\(notes)/request", [3]).problem == "no-note")
    }

    @Test("No more devices are let in than the server allows, and nobody is invited in vain")
    func deviceLimit() async throws {
        let site = try SyncSite(.sqlite)
        _ = try await site.desk.send("PUT", site.vault)
        func enrol() async throws -> LoopbackHTTP.Response {
            let device = try SyncClient(port: site.fixture.port).device
            return try await site.desk.send("PUT", "\(site.vault)/devices/\(device)")
        }
        for _ in 1..<64 { #expect(try await enrol().status == 201) }
        let further = try await enrol()
        #expect(try (further.status, further.problem) == (507, "too-many-devices"))
        let guest = try SyncClient(port: site.fixture.port)
        let key = Base64Text.url(guest.keys.publicKey)
        let offer = "\(site.vault)/invitations/\(guest.device)/offer?key=\(key)"
        #expect(try await site.desk.send("PUT", offer, [1]).problem == "too-many-devices")
    }

    @Test(
        "A vault ends with all that belongs to it",
        arguments: SyncEngine.allCases)
    func end(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (desk, vault, vaultBytes) = (site.desk, site.vault, site.vaultBytes)
        _ = try await desk.send("PUT", vault)
        _ = try await desk.send(
            "PUT", site.path(1, of: desk), desk.commit(1, of: vaultBytes, after: nil))
        #expect(try await desk.send("DELETE", vault).status == 204)
        #expect(try await desk.send("GET", vault).problem == "no-vault")
    }

    @Test(
        "A vault that was made and never used can be made again, by another key",
        arguments: SyncEngine.allCases)
    func unused(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (fixture, desk, vault) = (site.fixture, site.desk, site.vault)
        _ = try await desk.send("PUT", vault)
        let other = try SyncClient(port: fixture.port)
        #expect(try await other.send("PUT", vault).status == 201)
        #expect(try await desk.send("GET", vault).problem == "foreign-device")
    }

    @Test(
        "The operator's limits hold",
        arguments: SyncEngine.allCases)
    func limits(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (vault, vaultBytes) = (site.vault, site.vaultBytes)
        let closed = try SyncServerFixture(engine, "--registration", "closed")
        let nobody = try await SyncClient(port: closed.port).send("PUT", vault)
        #expect(try (nobody.status, nobody.problem) == (403, "registration-closed"))

        let small = try SyncServerFixture(engine, "--vault-megabytes", "1")
        let client = try SyncClient(port: small.port)
        _ = try await client.send("PUT", vault)
        let one = client.commit(1, of: vaultBytes, after: nil, count: 1_000_000)
        #expect(try await client.send("PUT", site.path(1, of: client), one).status == 201)
        let two = try await client.send(
            "PUT", site.path(2, of: client),
            client.commit(2, of: vaultBytes, after: one, count: 90_000))
        #expect(try (two.status, two.problem) == (507, "vault-full"))

        let slow = try SyncServerFixture(engine, "--requests-per-minute", "3")
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

    @Test(
        "New vaults have a limit in all, and one for each address",
        arguments: SyncEngine.allCases)
    func newVaults(_ engine: SyncEngine) async throws {
        func make(
            _ fixture: SyncServerFixture, from address: String = ""
        ) async throws -> LoopbackHTTP.Response {
            let client = try SyncClient(port: fixture.port)
            let vault = "/v1/vaults/\(client.device)"
            let fields = try client.fields("PUT", vault)
            return try await LoopbackHTTP(port: fixture.port).send(
                "PUT", vault, headers: fields.merging(["X-Forwarded-For": address]) { $1 })
        }
        let few = try SyncServerFixture(engine, "--vaults", "2")
        let first = try SyncClient(port: few.port)
        #expect(try await first.send("PUT", "/v1/vaults/\(first.device)").status == 201)
        #expect(try await make(few).status == 201)
        let further = try await make(few)
        #expect(try (further.status, further.problem) == (507, "too-many-vaults"))
        // One that is there is none the worse for it.
        #expect(try await first.send("PUT", "/v1/vaults/\(first.device)").status == 201)

        let slow = try SyncServerFixture(
            engine, "--vaults-per-address", "2", "--trusted-proxies", "127.0.0.1")
        for _ in 0..<2 { #expect(try await make(slow, from: "192.0.2.7").status == 201) }
        let many = try await make(slow, from: "198.51.100.1, 192.0.2.7")
        #expect(try (many.status, many.problem) == (429, "too-many-new-vaults"))
        let wait = many["retry-after"].flatMap { Int($0) } ?? 0
        #expect((1...43_201).contains(wait))
        for address in ["192.0.2.8", "2001:db8:1::1", "2001:db8:1::2"] {
            #expect(try await make(slow, from: address).status == 201)
        }
        #expect(try await make(slow, from: "2001:db8:1::3").status == 429)
        #expect(try await make(slow, from: "2001:db8:2::3").status == 201)
    }

    @Test("Notes count, until they go", arguments: SyncEngine.allCases)
    func notes(_ engine: SyncEngine) async throws {
        let site = try SyncSite(SyncServerFixture(engine, "--vault-megabytes", "1"))
        let desk = site.desk
        _ = try await desk.send("PUT", site.vault)
        func offer(_ count: Int) async throws -> (guest: SyncClient, problem: String) {
            let guest = try SyncClient(port: site.fixture.port)
            let key = Base64Text.url(guest.keys.publicKey)
            let path = "\(site.vault)/invitations/\(guest.device)/offer?key=\(key)"
            let note = [UInt8](repeating: 7, count: count)
            return (guest, try await desk.send("PUT", path, note).problem)
        }
        var guests: [SyncClient] = []
        for _ in 0..<3 {
            let (guest, problem) = try await offer(300_000)
            #expect(problem == "")
            guests.append(guest)
        }
        #expect(try await offer(300_000).problem == "vault-full")
        let request = "\(site.vault)/invitations/\(guests[0].device)/request"
        let answer = [UInt8](repeating: 7, count: 200_000)
        #expect(try await guests[0].send("PUT", request, answer).problem == "vault-full")
        let ended = "\(site.vault)/invitations/\(guests[1].device)/offer"
        for _ in 0..<2 { #expect(try await desk.send("DELETE", ended).status == 204) }
        #expect(try await guests[0].send("PUT", request, answer).status == 201)
        #expect(try await offer(300_000).problem == "vault-full")
        #expect(try await desk.send("DELETE", request).status == 204)
        for _ in 0..<2 { #expect(try await offer(300_000).problem == "") }
    }

    @Test("A commit counts for its row as well", arguments: SyncEngine.allCases)
    func rows(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        _ = try await site.desk.send("PUT", site.vault)
        func bytes() throws -> Int64 {
            let database = try site.fixture.openDatabase()
            defer { try? database.close() }
            return try database.read { connection in
                var bytes: Int64 = 0
                try connection.query("SELECT bytes FROM vault", []) { bytes = $0.integer(0) }
                return bytes
            }
        }
        _ = try await site.push(10, by: site.desk, size: 1)
        #expect(try bytes() == 10 * (77 + 256))
        let forgotten = "\(site.log(of: site.desk))?from=1&through=9"
        #expect(try await site.desk.send("DELETE", forgotten).status == 204)
        #expect(try bytes() == 77 + 256)
    }

    @Test("Refuses an address of a database that nothing linked can open")
    func engine() async throws {
        let result = try await Program(built: "wallet-sync").run(
            "--database", "oracle://x", "--check")
        #expect(result.status == 78)
        #expect(result.errors.contains("--database"))
    }
}
