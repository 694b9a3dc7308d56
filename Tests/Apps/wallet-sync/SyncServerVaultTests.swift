import Foundation
import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests

@Suite("Vaults on a sync server", .serialized)
struct SyncServerVaultTests {
    @Test(
        "An invitation lets one device in, by its own key",
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

    @Test("Refuses an address of a database that nothing linked can open")
    func engine() async throws {
        let result = try await Program(built: "wallet-sync").run(
            "--database", "oracle://x", "--check")
        #expect(result.status == 78)
        #expect(result.errors.contains("--database"))
    }
}
