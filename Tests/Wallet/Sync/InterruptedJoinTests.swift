import Foundation
import TenonCore
import TenonSQLite
import TenonSecurity
import TenonTesting
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletSync  // The file of a device that was not made to its end is internal.

@Suite("Machines whose program ends while they join")
struct InterruptedJoinTests {
    /// A machine, as one process has it.
    private struct Machine {
        let home: TemporaryVault
        let vault: VaultManager
        let sync: VaultSync
        let databases = FailingDatabases(SQLiteDatabases())

        init(_ home: TemporaryVault) { self.init(home, home.manager) }

        private init(_ home: TemporaryVault, _ vault: VaultManager) {
            (self.home, self.vault) = (home, vault)
            sync = VaultSync(
                vault, stateFolder: home.folder.path, databases: databases, now: SyncFixture.now)
        }

        /// The machine as a new process has it.
        func restarted() async -> Machine {
            await vault.lock()
            await sync.drop()
            return Machine(home, home.makeOther())
        }

        func names() async throws -> [String] {
            try await sync.syncStatus().devices.filter { !$0.isSheet }.map(\.name).sorted()
        }
    }

    private let passphrase = SecretText(TemporaryVault.passphrase)

    /// A machine that keeps a vault with one item in a folder.
    private func makeDesk(in folder: TemporaryFolder) async throws -> Machine {
        let desk = Machine(
            try await .make([Login(title: "bank", password: SecretText("one"))]))
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        return desk
    }

    private func join(_ machine: Machine, _ code: SecretText, _ name: String) async throws {
        try await machine.sync.joinSync(code, folder: nil, passphrase: passphrase, device: name)
    }

    /// Does something in a process that ends at one of its writes, at each in turn, and goes on with a new
    /// one.
    ///
    /// - Parameters:
    ///   - prepare: Makes what the new machine is given.
    ///   - body: Uses it there.
    private func atEachWrite<Given>(
        _ prepare: (Machine) async throws -> Given,
        _ body: (Machine, Given) async throws -> Void
    ) async throws {
        for moment in [FailingDatabases.Moment.before, .after] {
            var writes = 0
            var isCut = true
            while isCut {
                let folder = try TemporaryFolder()
                let desk = try await makeDesk(in: folder)
                let given = try await prepare(desk)
                var phone = Machine(try TemporaryVault())
                phone.databases.fail(moment, after: writes, with: POSIXError(.ECANCELED))
                do {
                    try await body(phone, given)
                    phone.databases.succeed()
                    isCut = false
                } catch is POSIXError {
                    phone = await phone.restarted()
                    try await body(phone, given)
                }
                for machine in [phone, desk, phone] {
                    #expect(try await machine.sync.synchronize().problems == [])
                }
                for machine in [phone, desk] {
                    #expect(try await machine.sync.syncStatus().phase == .inStep)
                    #expect(try await machine.names() == ["desk", "phone"])
                }
                writes += 1
            }
            #expect(writes > 3)
        }
    }

    @Test("They join by the same code, as one device")
    func joining() async throws {
        try await atEachWrite {
            try await $0.sync.inviteDevice()
        } _: { phone, code in
            try await join(phone, code, "phone")
            let tablet = Machine(try TemporaryVault())
            await #expect(throws: SyncError.self) { try await join(tablet, code, "tablet") }
        }
    }

    @Test("They are recovered by the same sheet, as one device")
    func recovering() async throws {
        try await atEachWrite {
            try await $0.sync.makeRecoverySheet()
        } _: { phone, sheet in
            try await phone.sync.recoverSync(
                sheet.text, folder: nil, passphrase: passphrase, device: "phone")
        }
    }

    @Test("What was not made to its end is no device yet")
    func incomplete() async throws {
        let folder = try TemporaryFolder()
        let desk = try await makeDesk(in: folder)
        let phone = Machine(try TemporaryVault())
        try await join(phone, desk.sync.inviteDevice(), "phone")
        try await phone.sync.leaveSync()
        let name = try await phone.vault.name()
        let path = "\(phone.home.folder.path)/sync/\(name).db"
        _ = try ReplicaFile(path: path, databases: SQLiteDatabases())
        #expect(try await phone.sync.syncStatus().phase == .off)
        _ = try await Replica.join(
            ReplicaFile(path: path, databases: SQLiteDatabases()), vault: name,
            ring: try await phone.vault.deviceKeys(), keys: .make(), name: "phone",
            by: Introduction(devices: [], vector: VersionVector()), now: SyncFixture.now)
        try await join(phone, desk.sync.inviteDevice(), "phone again")
        for machine in [desk, phone] { _ = try await machine.sync.synchronize() }
        #expect(try await phone.sync.syncStatus().phase == .inStep)
        // The first one has taken its request back.
        #expect(try await phone.names() == ["desk", "phone again"])
    }
}
