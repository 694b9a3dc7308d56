import Foundation
import Synchronization
import TenonCore
import TenonSQLite
import TenonTesting
import TestSupport
import WalletAgentClient
import WalletAgentLink
import WalletCredentials
import WalletSync
import WalletTestSupport
import WalletVault

@testable import WalletAgent  // Other modules see its socket only.

/// An agent in this process, with a real socket and a real vault, and clients of it.
final class AgentFixture: Sendable {
    static let passphrase = SecretText(TemporaryVault.passphrase)

    let clock = ManualClock()
    let service: AgentService
    let path: String
    let place: AgentPlace
    private let limits: AgentLimits
    let vault: TemporaryVault
    private let folder: TemporaryFolder
    private let running: Mutex<(server: AgentServer, task: Task<Void, Never>)?>

    /// Starts an agent; the vault does not exist yet.
    init(
        autoLock: Duration? = .seconds(300), idle: Duration? = .seconds(300),
        limits: AgentLimits = AgentLimits(), isReplaced: Bool = false,
        isSyncing: Bool = false,
        makePerson: @escaping AgentService.PersonMaker = { _ in NobodyToAsk() }
    ) throws {
        folder = try TemporaryFolder()
        vault = try TemporaryVault()
        path = vault.manager.path
        let path = folder.path
        place = try AgentPlace { $0 == "XDG_RUNTIME_DIR" ? path : nil }
        let manager = vault.manager
        service = AgentService(
            AgentService.Options(
                defaultVault: manager.path, autoLock: autoLock, idle: idle, version: "test"),
            clock: clock, makePerson: makePerson, isReplaced: { isReplaced },
            makeSync: { _ in
                guard isSyncing else { return nil }
                return VaultSync(
                    manager, stateFolder: path, databases: SQLiteDatabases(),
                    now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) })
            },
            makeVault: { _ in manager })
        self.limits = limits
        running = Mutex(try Self.serve(service, at: place, limits))
    }

    private static func serve(
        _ service: AgentService, at place: AgentPlace, _ limits: AgentLimits
    ) throws -> (server: AgentServer, task: Task<Void, Never>) {
        guard let listener = try AgentListener(at: place) else { throw LinkError.notRunning }
        let server = AgentServer(listener, limits: limits, maker: service)
        return (server, Task { await server.run() })
    }

    /// A client of the agent.
    func client() -> AgentVault { AgentVault(of: vault.makeOther(), client: "test", at: place) }

    /// A client of an agent that has made a vault, which is unlocked.
    static func unlocked(
        autoLock: Duration? = .seconds(300), isReplaced: Bool = false, isSyncing: Bool = false,
        makePerson: @escaping AgentService.PersonMaker = { _ in NobodyToAsk() }
    ) async throws -> (AgentFixture, AgentVault) {
        let fixture = try AgentFixture(
            autoLock: autoLock, isReplaced: isReplaced, isSyncing: isSyncing,
            makePerson: makePerson)
        let client = fixture.client()
        try await client.create(passphrase: passphrase)
        return (fixture, client)
    }

    /// Ends the agent and locks the vault, as the process of the agent does.
    func stop() async {
        // Nothing may keep the server, which holds the lock of the socket.
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        last?.server.stop()
        await last?.task.value
        await service.lockAll()
    }

    /// Ends the agent, and starts it again when the socket is free.
    func restart() async throws {
        await stop()
        try await until("the free socket") {
            do {
                let new = try Self.serve(service, at: place, limits)
                running.withLock { $0 = new }
                return true
            } catch LinkError.notRunning {
                return false
            }
        }
    }
}
