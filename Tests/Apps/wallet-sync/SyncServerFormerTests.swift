import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletSyncRequests
import WalletTestSupport
import WalletVault

@Suite("Machines that a vault on a sync server has had", .serialized)
struct SyncServerFormerTests {
    private static let problem = "too-many-former-devices"

    /// Offers an invitation.
    private func offer(_ site: SyncSite) async throws -> LoopbackHTTP.Response {
        let guest = try SyncClient(port: site.fixture.port)
        let key = Base64Text.url(guest.keys.publicKey)
        return try await site.desk.send(
            "PUT", "\(site.vault)/invitations/\(guest.device)/offer?key=\(key)", [1])
    }

    @Test(
        "A vault has a thousand devices in all, and nobody is invited for the last of them",
        arguments: SyncEngine.allCases)
    func limit(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let (desk, vault) = (site.desk, site.vault)
        let name = try #require(SyncName(bytes: site.vaultBytes))
        _ = try await desk.send("PUT", vault)
        let phone = try await site.letIn()
        #expect(
            try await desk.send("DELETE", "\(vault)/devices/\(phone.device)").status == 204)
        // Each that is open may need a place as well.
        try site.fixture.fill(name, to: 966)
        for _ in 0..<2 { #expect(try await offer(site).status == 201) }
        let refused = try await offer(site)
        #expect(try (refused.status, refused.problem) == (507, Self.problem))

        try site.fixture.fill(name, to: 999)
        #expect(try await offer(site).problem == Self.problem)
        _ = try await site.letIn()
        let newcomer = try SyncClient(port: site.fixture.port).device
        let further = try await desk.send("PUT", "\(vault)/devices/\(newcomer)")
        #expect(try (further.status, further.problem) == (507, Self.problem))
        // Nobody comes back by a key of former times, and whoever is in stays in.
        let again = try await desk.send("PUT", "\(vault)/devices/\(phone.device)")
        #expect(try (again.status, again.problem) == (409, "former-device"))
        #expect(try await desk.send("PUT", "\(vault)/devices/\(desk.device)").status == 200)
    }

    @Test("A server gives the log of one device alone", arguments: SyncEngine.allCases)
    func oneLog(_ engine: SyncEngine) async throws {
        let site = try SyncSite(engine)
        let desk = site.desk
        _ = try await desk.send("PUT", site.vault)
        let phone = try await site.letIn()
        let logs = [try await site.push(2, by: desk), try await site.push(2, by: phone)]
        func ask(_ query: String) async throws -> LoopbackHTTP.Response {
            try await desk.send("GET", "\(site.vault)/commits?\(query)")
        }
        func commits(_ query: String) async throws -> [[UInt8]] {
            let reply = try await ask(query)
            return try #require(CommitPage.commits(in: reply.body))
        }
        #expect(try await commits("of=\(desk.device)") == logs[0])
        #expect(try await commits("of=\(phone.device)") == logs[1])
        #expect(
            try await commits("of=\(phone.device)&after=\(phone.device):1") == [logs[1][1]])
        #expect(try await commits("of=\(phone.device)&after=\(desk.device):1") == logs[1])
        let stranger = try SyncClient(port: site.fixture.port).device
        #expect(try await commits("of=\(stranger)") == [])
        #expect(try await commits("after=\(desk.device):2") == logs[1])
        for query in ["of=", "of=desk", "of=\(desk.device)&of=\(desk.device)"] {
            #expect(try await ask(query).problem == "malformed-name", "\(query)")
        }
    }

    @Test(
        "However many machines a vault has had, what is new arrives",
        arguments: SyncEngine.allCases)
    func exchange(_ engine: SyncEngine) async throws {
        let served = try await ServedVault(engine)
        let (desk, phone) = (served.desk, served.phone)
        try await phone.join(desk, as: "phone")
        for machine in [desk, phone, desk, phone] { try await machine.exchange() }
        try served.fixture.fill(served.name, to: 1_000)
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        for machine in [phone, desk, phone] { try await machine.exchange() }
        #expect(try await served.titles(desk) == ["bank", "mail"])
        #expect(try await desk.sync.syncStatus().phase == .inStep)
        await served.stop()
    }

    @Test("A vault that lets no further machine in says so, and begins anew without loss")
    func anew() async throws {
        let served = try await ServedVault(.sqlite)
        let (desk, phone) = (served.desk, served.phone)
        try await phone.join(desk, as: "phone")
        try served.fixture.fill(served.name, to: 1_000)
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        // It was invited before, and the others count it; all but that goes on.
        let problems = try await desk.sync.synchronize().problems
        #expect(problems.map { "\($0.message)".contains("former ones included") } == [true])
        let remedy = problems.first?.remedy.description ?? ""
        for step in ["remove-vault", "set-up", "leave", "invite"] {
            #expect(remedy.contains("wallet sync \(step)"))
        }
        let status = try await desk.sync.syncStatus()
        #expect(status.phase == .attention)
        #expect(status.problem.map { "\($0)" }?.contains("former ones included") == true)
        #expect(status.unsent == 0)
        let refusal = await #expect(throws: SyncError.self) { try await desk.sync.inviteDevice() }
        #expect(refusal.map { "\($0.message)" }?.contains("former ones included") == true)

        try await phone.vault.add(Login(title: "shop", password: SecretText("three")))
        try await desk.sync.removeSyncVault(at: nil)
        try await desk.sync.setUpSync(at: served.fixture.server.firstLine, device: "desk")
        try await phone.sync.leaveSync()
        try await phone.join(desk, as: "phone")
        for machine in [desk, phone, desk, phone] { try await machine.exchange() }
        for machine in [desk, phone] {
            #expect(try await served.titles(machine) == ["bank", "mail", "shop"])
            #expect(try await machine.sync.syncStatus().phase == .inStep)
        }
        await served.stop()
    }
}

/// A vault on a server, and a machine that is not in yet.
private struct ServedVault {
    let fixture: SyncServerFixture
    let desk: ServedMachine
    let phone: ServedMachine
    let name: SyncName

    init(_ engine: SyncEngine) async throws {
        fixture = try SyncServerFixture(engine)
        desk = try ServedMachine(
            try await .make([Login(title: "bank", password: SecretText("one"))]))
        phone = try ServedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        let id = try await desk.vault.name()
        name = try #require(SyncName("\(id)"))
    }

    func titles(_ machine: ServedMachine) async throws -> [String] {
        try await machine.vault.list(ItemQuery()).items.map(\.title)
    }

    func stop() async { for machine in [desk, phone] { await machine.stop() } }
}

extension SyncServerFixture {
    /// Adds devices of former times, with a log each, until a vault has had so many in all.
    func fill(_ vault: SyncName, to count: Int) throws {
        let database = try openDatabase()
        defer { try? database.close() }
        try database.write { connection in
            var present = 0
            try connection.query(
                "SELECT count(*) FROM device WHERE vault = ?", [.text("\(vault)")]
            ) { present = Int($0.integer(0)) }
            for number in present..<count {
                let zeros = [UInt8](repeating: 0, count: 14)
                let device = try #require(
                    SyncName(bytes: zeros + [UInt8(number >> 8), UInt8(number & 255)]))
                try connection.execute(
                    """
                    INSERT INTO device (vault, device, added, removed, number, hash)
                        VALUES (?, ?, 1, 2, 3, ?)
                    """,
                    [
                        .text("\(vault)"), .text("\(device)"),
                        .blob([UInt8](repeating: 7, count: 32)),
                    ])
            }
        }
    }
}
