import Foundation
import Synchronization
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonSQLite
import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests
import WalletTestSupport
import WalletVault

@testable import WalletSync  // Only the desk needs to know the key of an invitation.

@Suite("Who may use a vault on a sync server", .serialized)
struct SyncServerMembersTests {
    private let fixture: SyncServerFixture
    private let desk: ServedMachine
    private let phone: ServedMachine

    init() async throws {
        fixture = try SyncServerFixture(.sqlite)
        desk = try ServedMachine(
            try await .make([Login(title: "bank", password: SecretText("one"))]))
        phone = try ServedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
    }

    private func stop() async { for machine in [desk, phone] { await machine.stop() } }

    private func letPhoneIn() async throws {
        try await phone.join(desk, as: "phone")
        for machine in [desk, phone, desk, phone] { try await machine.exchange() }
    }

    /// The path of the vault on the server.
    private func path() async throws -> String { "/v1/vaults/\(try await desk.vault.name())" }

    /// The devices that the server lets in.
    private func members() async throws -> Set<String> {
        let keys = try await desk.sync.open().replica.keys
        let client = try SyncClient(port: fixture.port, keys: keys)
        let devices = try await client.send("GET", "\(try await path())/devices")
            .member("devices")
        return Set((devices as? [[String: Any]] ?? []).compactMap { $0["device"] as? String })
    }

    /// The devices that count.
    private func counted() async throws -> Set<String> {
        Set(try await desk.sync.syncStatus().devices.map { "\($0.id)" })
    }

    /// The code of the error that something ends with.
    private func refusal(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? any ExplainedError)?.code
        }
    }

    @Test("A code without the passphrase lets nobody in, and the machine that invited says so")
    func codeAlone() async throws {
        let invitation = try Invitation(code: try await desk.sync.inviteDevice())
        let path = try await path()
        let thief = try SyncClient(port: fixture.port, keys: invitation.makeKeys())
        let machine = try SyncClient(port: fixture.port)
        let request = "\(path)/invitations/\(invitation.id)/request"
        #expect(try await thief.send("PUT", request, [0]).status == 201)
        try await desk.exchange()
        for client in [thief, machine] {
            for target in [path, "\(path)/commits", "\(path)/devices"] {
                #expect(try await client.send("GET", target).problem == "foreign-device")
            }
            #expect(try await client.send("DELETE", path).problem == "foreign-device")
        }
        let status = try await desk.sync.syncStatus()
        #expect(status.phase == .attention)
        #expect(status.problem.map { "\($0)" }?.contains("but not the passphrase") == true)
        #expect(status.devices.count == 1)
        // The code is of no use any more; the next one is.
        let used = await refusal {
            try await phone.sync.joinSync(
                invitation.code, folder: nil, passphrase: SecretText(TemporaryVault.passphrase),
                device: "phone")
        }
        #expect(used == .syncInvitation)
        try await letPhoneIn()
        #expect(try await desk.sync.syncStatus().phase == .inStep)
        #expect(try await members() == counted())
        await stop()
    }

    @Test("A machine that has answered waits until the one that invited lets it in")
    func waiting() async throws {
        try await phone.join(desk, as: "phone")
        #expect(try await phone.sync.syncStatus().phase == .waiting)
        try await phone.exchange()
        #expect(try await phone.sync.syncStatus().phase == .waiting)
        #expect(try await members() == counted())
        try await desk.exchange()
        #expect(try await members().count == 2)
        try await phone.exchange()
        #expect(try await phone.sync.syncStatus().phase == .inStep)
        #expect(try await phone.vault.list(ItemQuery()).items.map(\.title) == ["bank"])
        await stop()
    }

    @Test("A machine that leaves takes itself away; after the last one, the vault is set up anew")
    func leaving() async throws {
        try await letPhoneIn()
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        #expect(try await phone.sync.leaveSync().problem == nil)
        #expect(try await members().count == 1)
        try await desk.exchange()
        #expect(try await members() == counted())
        #expect(try await desk.sync.syncStatus().formerMachines.map(\.hasLeft) == [true])
        let address = fixture.server.firstLine
        #expect(
            await refusal { try await phone.sync.setUpSync(at: address, device: "phone") }
                == .syncAlready)
        #expect(await refusal { try await phone.sync.removeSyncVault(at: address) } == .syncRefused)
        #expect(try await desk.sync.leaveSync().problem == nil)
        try await phone.sync.setUpSync(at: address, device: "phone")
        try await phone.exchange()
        #expect(try await phone.vault.list(ItemQuery()).items.map(\.title) == ["bank", "mail"])
        try await phone.sync.removeSyncVault(at: nil)
        try await desk.sync.setUpSync(at: address, device: "desk")
        try await desk.exchange()
        #expect(try await members() == counted())
        await stop()
    }

    @Test("Where another machine has removed the vault, whoever leaves has nobody to tell")
    func removed() async throws {
        try await letPhoneIn()
        try await desk.sync.removeSyncVault(at: nil)
        #expect(await refusal { _ = try await phone.sync.synchronize() } == .syncRemoved)
        #expect(try await phone.sync.syncStatus().phase == .attention)
        let departure = try await phone.sync.leaveSync()
        #expect(departure.isRemoved)
        #expect(departure.problem == nil)
        await stop()
    }

    @Test("While there is a recovery sheet, nobody else takes over what the last machine has left")
    func sheetStays() async throws {
        let sheet = try await desk.sync.makeRecoverySheet()
        #expect(try await desk.sync.leaveSync().problem == nil)
        let address = fixture.server.firstLine
        #expect(
            await refusal { try await desk.sync.setUpSync(at: address, device: "desk") }
                == .syncAlready)
        try await desk.sync.recoverSync(
            sheet.text, folder: nil, passphrase: SecretText(TemporaryVault.passphrase),
            device: "desk")
        try await desk.exchange()
        #expect(try await desk.sync.syncStatus().isLast)
        await stop()
    }

    @Test("A machine that withdraws is not let in")
    func withdrawal() async throws {
        try await phone.join(desk, as: "phone")
        try await phone.sync.leaveSync()
        try await desk.exchange()
        #expect(try await desk.sync.syncStatus().devices.map(\.name) == ["desk"])
        #expect(try await members() == counted())
        await stop()
    }

    @Test("Whom a machine lets in at the server alone is shut out by the next exchange")
    func stranger() async throws {
        try await letPhoneIn()
        let thief = try SyncClient(port: fixture.port)
        let keys = try await phone.sync.open().replica.keys
        let path = try await path()
        let entry = "\(path)/devices/\(thief.device)"
        #expect(
            try await SyncClient(port: fixture.port, keys: keys).send("PUT", entry).status == 201)
        #expect(try await thief.send("GET", path).status == 200)
        try await desk.exchange()
        #expect(try await thief.send("GET", path).problem == "foreign-device")
        #expect(try await members() == counted())
        await stop()
    }

    @Test("A machine that counts and that the server has forgotten is let in again by another")
    func forgotten() async throws {
        try await letPhoneIn()
        let id = try #require(
            try await desk.sync.syncStatus().devices.first { $0.name == "phone" }?.id)
        let database = try SQLiteDatabases().open(
            path: fixture.database, options: DatabaseOptions())
        try database.write { connection in
            for table in ["log_entry", "device"] {
                try connection.execute(
                    "DELETE FROM \(table) WHERE device = ?", [.text("\(id)")])
            }
        }
        try database.close()
        #expect(await refusal { _ = try await phone.sync.synchronize() } == .syncRefused)
        // Its changes are missing there, so that this is said; it is not let in before they are back.
        _ = try await desk.sync.synchronize()
        #expect(try await members().contains("\(id)"))
        _ = try await phone.sync.synchronize()
        for machine in [desk, phone] { try await machine.exchange() }
        #expect(try await members() == counted())
        await stop()
    }

    @Test("A commit that the server has no longer, and that others had from it, is a lie at once")
    func leftOut() async throws {
        try await letPhoneIn()
        let id = try #require(try await phone.sync.syncStatus().devices.first { !$0.isThis }?.id)
        var numbers: [Int] = []
        for title in ["mail", "shop", "club"] {
            try await desk.vault.add(Login(title: title, password: SecretText("two")))
            try await desk.exchange()
            numbers.append(
                try #require(
                    try await desk.sync.syncStatus().devices.first(where: \.isThis)?.changeCount))
        }
        let database = try SQLiteDatabases().open(
            path: fixture.database, options: DatabaseOptions())
        var content: [UInt8] = []
        let row: [DatabaseValue] = [.text("\(id)"), .integer(Int64(numbers[1]))]
        try database.write { connection in
            let place = "log_entry WHERE device = ? AND number = ?"
            try connection.query("SELECT content FROM \(place)", row) { content = $0.blob(0) }
            try connection.execute("DELETE FROM \(place)", row)
        }
        #expect(!content.isEmpty)
        let outcome = try await phone.sync.synchronize()
        #expect(outcome.problems.map(\.subject) == ["desk"])
        #expect(
            outcome.problems.first.map { "\($0.message)" }?
                .contains("The server does not have one of its changes") == true)
        #expect(try await phone.sync.syncStatus().phase == .attention)
        #expect(try await phone.vault.list(ItemQuery()).items.map(\.title) == ["bank", "mail"])
        let vault = try #require(SyncName(bytes: Array(content[4..<20])))
        try database.write { connection in
            try connection.execute(
                "INSERT INTO log_entry (vault, device, number, content) VALUES (?, ?, ?, ?)",
                [.text("\(vault)")] + row + [.blob(content)])
        }
        try database.close()
        try await phone.exchange()
        #expect(try await phone.sync.syncStatus().phase == .inStep)
        #expect(try await phone.vault.list(ItemQuery()).items.count == 4)
        await stop()
    }

    @Test(
        "A recovery sheet and its shelf stay, the former ones go, and no other machine undoes that")
    func sheet() async throws {
        try await letPhoneIn()
        let first = try await desk.sync.makeRecoverySheet()
        for machine in [phone, desk] { try await machine.exchange() }
        #expect(try await members().count == 4)
        let sheet = try await phone.sync.makeRecoverySheet()
        for machine in [desk, phone, desk] { try await machine.exchange() }
        #expect(try await members().count == 4)
        #expect(try await counted().isSubset(of: members()))
        let tablet = try ServedMachine(try TemporaryVault())
        let passphrase = SecretText("seven new words for the same vault")
        let void = await refusal {
            try await tablet.sync.recoverSync(
                first.text, folder: nil, passphrase: passphrase, device: "tablet")
        }
        #expect(void == .syncSheet)
        try await tablet.sync.recoverSync(
            sheet.text, folder: nil, passphrase: passphrase, device: "tablet")
        for machine in [desk, phone, tablet] { try await machine.exchange() }
        #expect(try await members().count == 5)
        #expect(try await tablet.vault.list(ItemQuery()).items.map(\.title) == ["bank"])
        await tablet.stop()
        await stop()
    }

    @Test("A machine that is taken out is shut out before the others are told what opens a new key")
    func order() async throws {
        let line = RecordedLine(try HTTPNetworker())
        let home = try await TemporaryVault.make([Login(title: "bank", password: SecretText("1"))])
        let sync = VaultSync(
            home.manager, stateFolder: home.folder.path, databases: SQLiteDatabases(),
            networker: line,
            now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) })
        let passphrase = SecretText(TemporaryVault.passphrase)
        try await sync.setUpSync(at: fixture.server.firstLine, device: "mine")
        try await phone.sync.joinSync(
            sync.inviteDevice(), folder: nil, passphrase: passphrase, device: "phone")
        _ = try await sync.synchronize()
        try await phone.exchange()
        let id = try #require(try await sync.syncStatus().devices.first { !$0.isThis }?.id)
        line.forget()
        try await sync.removeDevices(
            [id], changing: KeyChange(passphrase, newPassphrase: SecretText("seven other words")))
        let changes = line.changes.map { $0.contains("/commits/") ? "commit" : $0 }
        let path = try await "/v1/vaults/\(home.manager.name())"
        // The machine is out and the key is handed over; it is shut out; what opens the key; the key is here.
        #expect(changes.starts(with: ["commit", "DELETE \(path)/devices/\(id)", "commit"]))
        #expect(await refusal { _ = try await phone.sync.synchronize() } == .syncRefused)
        await line.stop()
        await stop()
    }
}

/// Remembers the requests that change something.
private final class RecordedLine: Networker {
    private let networker: HTTPNetworker
    private let requests = Mutex<[String]>([])

    var changes: [String] { requests.withLock { $0 } }

    init(_ networker: HTTPNetworker) { self.networker = networker }

    func forget() { requests.withLock { $0 = [] } }

    func perform(_ call: NetworkCall) async throws -> NetworkReply {
        let method = "\(call.method)"
        if method != "GET" {
            requests.withLock { $0.append("\(method) \(call.address.path)") }
        }
        return try await networker.perform(call)
    }

    func stop() async { await networker.stop() }
}
