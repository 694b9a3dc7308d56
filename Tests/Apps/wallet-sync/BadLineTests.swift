import Foundation
import TenonCore
import TenonSQLite
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("Whatever a broken connection cuts off can be done once more", .serialized)
struct BadLineTests {
    /// A machine, as one process has it.
    private struct Machine {
        let home: TemporaryVault
        let vault: VaultManager
        let sync: VaultSync
        let line: BadLine

        init(_ home: TemporaryVault) throws { try self.init(home, home.manager) }

        private init(_ home: TemporaryVault, _ vault: VaultManager) throws {
            (self.home, self.vault) = (home, vault)
            line = try BadLine()
            sync = VaultSync(
                vault, stateFolder: home.folder.path, databases: SQLiteDatabases(),
                networker: line,
                now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) })
        }

        /// The machine as a new process has it.
        func restarted() async throws -> Machine {
            await vault.lock()
            await sync.drop()
            await line.stop()
            return try Machine(home, home.makeOther())
        }

        func names() async throws -> [String] {
            try await sync.syncStatus().devices.filter { !$0.isSheet }.map(\.name).sorted()
        }
    }

    private let fixture: SyncServerFixture
    private let passphrase = SecretText(TemporaryVault.passphrase)

    init() throws { fixture = try SyncServerFixture(.sqlite) }

    /// A machine with a vault that has one item, which is on the server.
    private func makeDesk() async throws -> Machine {
        let desk = try Machine(
            try await .make([Login(title: "bank", password: SecretText("one"))]))
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        return desk
    }

    /// Does something with a connection that breaks at each of its requests in turn.
    ///
    /// - Parameter body: Is told what is lost, and after how many requests.
    /// - Returns: Whether the connection broke.
    private func atEachRequest(
        _ body: (_ loss: BadLine.Loss, _ requests: Int) async throws -> Bool
    ) async throws {
        for loss in BadLine.Loss.allCases {
            var requests = 0
            while try await body(loss, requests) { requests += 1 }
            #expect(requests > 1)
        }
    }

    /// Does something that a broken connection may cut off.
    ///
    /// - Returns: Whether it broke.
    private func attempt(
        _ line: BadLine, _ loss: BadLine.Loss, _ requests: Int, _ body: () async throws -> Void
    ) async throws -> Bool {
        line.cut(loss, after: requests)
        do {
            try await body()
            return line.mend()
        } catch let error as SyncError where error.code == .syncRemote {
            #expect(line.mend())
            return true
        }
    }

    private func join(_ machine: Machine, _ code: SecretText) async throws {
        try await machine.sync.joinSync(code, folder: nil, passphrase: passphrase, device: "phone")
    }

    private func recover(_ machine: Machine, _ sheet: RecoverySheetContent) async throws {
        try await machine.sync.recoverSync(
            sheet.text, folder: nil, passphrase: passphrase, device: "phone")
    }

    /// Expects that both machines know each other, and nobody else.
    private func expectPair(_ desk: Machine, _ phone: Machine) async throws {
        for machine in [phone, desk, phone] {
            #expect(try await machine.sync.synchronize().problems == [])
        }
        for machine in [phone, desk] {
            #expect(try await machine.sync.syncStatus().phase == .inStep)
            #expect(try await machine.names() == ["desk", "phone"])
            #expect(try await machine.vault.list(ItemQuery()).items.map(\.title) == ["bank"])
        }
    }

    /// Expects that a code lets nobody in any more.
    private func expectUsed(_ code: SecretText) async throws {
        let tablet = try Machine(try TemporaryVault())
        await #expect(throws: SyncError.self) { try await join(tablet, code) }
        #expect(tablet.vault.status == .missing)
        await tablet.line.stop()
    }

    @Test(
        "A join is repeated with the same code, which lets in one device and nobody else",
        arguments: [false, true])
    func joining(isTakenMeanwhile: Bool) async throws {
        try await atEachRequest { loss, requests in
            let desk = try await makeDesk()
            let code = try await desk.sync.inviteDevice()
            var phone = try Machine(try TemporaryVault())
            let isCut = try await attempt(phone.line, loss, requests) {
                try await join(phone, code)
            }
            if isTakenMeanwhile {
                _ = try await desk.sync.synchronize()
                phone = try await phone.restarted()
            }
            try await join(phone, code)
            try await expectUsed(code)
            try await expectPair(desk, phone)
            try await expectUsed(code)
            for machine in [desk, phone] { await machine.line.stop() }
            return isCut
        }
    }

    @Test("Whoever gives up a join that came to nothing joins by another code, as one device")
    func anotherCode() async throws {
        try await atEachRequest { loss, requests in
            let desk = try await makeDesk()
            let code = try await desk.sync.inviteDevice()
            let phone = try Machine(try TemporaryVault())
            let isCut = try await attempt(phone.line, loss, requests) {
                try await join(phone, code)
            }
            if isCut { try await join(phone, desk.sync.inviteDevice()) }
            try await expectPair(desk, phone)
            for machine in [desk, phone] { await machine.line.stop() }
            return isCut
        }
    }

    @Test("Inviting is repeated, and so is the exchange that lets somebody in, as one device")
    func inviting() async throws {
        try await atEachRequest { loss, requests in
            let desk = try await makeDesk()
            let isInvitationCut = try await attempt(desk.line, loss, requests) {
                _ = try await desk.sync.inviteDevice()
            }
            let code = try await desk.sync.inviteDevice()
            let phone = try Machine(try TemporaryVault())
            try await join(phone, code)
            let isCut = try await attempt(desk.line, loss, requests) {
                _ = try await desk.sync.synchronize()
            }
            try await expectUsed(code)
            try await expectPair(desk, phone)
            try await expectUsed(code)
            for machine in [desk, phone] { await machine.line.stop() }
            return isCut || isInvitationCut
        }
    }

    @Test("A set-up is repeated with the same address")
    func settingUp() async throws {
        try await atEachRequest { loss, requests in
            let desk = try Machine(try await .make())
            func setUp() async throws {
                try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
            }
            let isCut = try await attempt(desk.line, loss, requests) { try await setUp() }
            if isCut { try await setUp() }
            #expect(try await desk.sync.syncStatus().phase == .inStep)
            #expect(try await desk.names() == ["desk"])
            await #expect(throws: SyncError.self) { try await setUp() }
            await desk.line.stop()
            return isCut
        }
    }

    @Test("Taking a machine out is repeated, with a new key or without", arguments: [false, true])
    func removing(isRekeyed: Bool) async throws {
        let change = isRekeyed ? KeyChange(passphrase) : nil
        try await atEachRequest { loss, requests in
            var desk = try await makeDesk()
            let phone = try Machine(try TemporaryVault())
            try await join(phone, desk.sync.inviteDevice())
            try await expectPair(desk, phone)
            let devices = try await desk.sync.syncStatus().devices
            let id = try #require(devices.first { !$0.isThis }?.id)
            let isCut = try await attempt(desk.line, loss, requests) {
                try await desk.sync.removeDevices([id], changing: change)
            }
            if isCut {
                // Whom it takes out by now is known, so that it can be named again.
                let status = try await desk.sync.syncStatus()
                #expect((status.devices + status.removed.map(\.device)).count == 2)
                // Once the machine is shut out, what opens the new key is still to be handed over.
                #expect(
                    status.removed.allSatisfy { $0.isPending }
                        || isRekeyed && (status.unsent > 0 || !status.removed[0].hasKey))
                if isRekeyed {
                    desk = try await desk.restarted()
                    try await desk.vault.unlock(passphrase: passphrase)
                }
                try await desk.sync.removeDevices([id], changing: change)
            }
            #expect(try await desk.names() == ["desk"])
            let removed = try await desk.sync.syncStatus().removed
            #expect(removed.map(\.device.name) == ["phone"])
            #expect(removed.map(\.isPending) == [false])
            #expect(removed.map(\.hasKey) == [!isRekeyed])
            let key = try await desk.vault.keyName()
            try await desk.sync.removeDevices([id], changing: change)
            #expect(try await desk.vault.keyName() == key)
            // The server has heard of it as well.
            await #expect(throws: SyncError.self) { try await phone.sync.synchronize() }
            for machine in [desk, phone] { await machine.line.stop() }
            return isCut
        }
    }

    @Test(
        "A machine is recovered by repeating it with the same sheet, as one device",
        arguments: [false, true])
    func recovering(isRestarted: Bool) async throws {
        try await atEachRequest { loss, requests in
            let desk = try await makeDesk()
            let sheet = try await desk.sync.makeRecoverySheet()
            var phone = try Machine(try TemporaryVault())
            let isCut = try await attempt(phone.line, loss, requests) {
                try await recover(phone, sheet)
            }
            if isRestarted { phone = try await phone.restarted() }
            try await recover(phone, sheet)
            try await expectPair(desk, phone)
            for machine in [desk, phone] { await machine.line.stop() }
            return isCut
        }
    }

    @Test("A recovery sheet is made once more, and the last one is good")
    func makingSheets() async throws {
        try await atEachRequest { loss, requests in
            let desk = try await makeDesk()
            let isCut = try await attempt(desk.line, loss, requests) {
                _ = try await desk.sync.makeRecoverySheet()
            }
            let sheet = try await desk.sync.makeRecoverySheet()
            #expect(try await desk.sync.syncStatus().devices.filter(\.isSheet).count == 1)
            let phone = try Machine(try TemporaryVault())
            try await recover(phone, sheet)
            try await expectPair(desk, phone)
            for machine in [desk, phone] { await machine.line.stop() }
            return isCut
        }
    }
}
