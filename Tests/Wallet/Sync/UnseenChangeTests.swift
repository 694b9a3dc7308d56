import Dispatch
import SyncSimulation
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("What a person does while something arrives")
struct UnseenChangeTests {
    private let bank = TwoMachines.login("bank", "one")

    /// Machines of which the phone has given a password that the desk has not had yet, and another login
    /// since, so that the desk has the password when it asks for the login.
    private func machines() async throws -> TwoMachines {
        let machines = try await TwoMachines([bank])
        try await machines.exchange()
        try await machines.phone.edit(bank.id) { $0.password = SecretText("phone") }
        _ = try await machines.phone.synchronizer.synchronize(with: machines.remote)
        try await machines.phone.vault.add(TwoMachines.login("shop"))
        _ = try await machines.phone.synchronizer.synchronize(with: machines.remote)
        return machines
    }

    @Test("A value that replaces another one unseen is in conflict with it")
    func edit() async throws {
        let machines = try await machines()
        let (vault, id) = (machines.desk.vault, bank.id)
        try await machines.exchange(machines.desk) {
            try await vault.edit(id) { $0.password = SecretText("desk") }
        }
        try await machines.exchange()
        for machine in [machines.desk, machines.phone] {
            #expect(await machine.replica.conflicted == [bank.id])
            #expect(
                try await machine.passwords(of: bank.id).isSuperset(of: ["one", "phone", "desk"]))
        }
    }

    @Test("An item that is deleted before its new value was seen is back")
    func deletion() async throws {
        let machines = try await machines()
        let (vault, id) = (machines.desk.vault, bank.id)
        try await machines.exchange(machines.desk) { try await vault.deletePermanently(id) }
        try await machines.exchange()
        for machine in [machines.desk, machines.phone] {
            #expect(try await machine.vault.login(bank.id).password == SecretText("phone"))
            #expect(await machine.replica.conflicted == [bank.id])
        }
    }

    @Test(
        "What a vault cannot take is not lost when the item is changed or deleted there",
        arguments: [false, true])
    func untakenItem(isDeleted: Bool) async throws {
        let machines = try await TwoMachines([bank])
        try await machines.exchange()
        // A newer version knows a kind of item that this one does not know.
        try await machines.phone.replica.commit([
            .fields(bank.id, [.kind: SecretText("99"), .password: SecretText("newer")])
        ])
        try await machines.exchange()
        let (vault, id) = (machines.desk.vault, bank.id)
        #expect(try await vault.login(id).password == SecretText("one"))
        if isDeleted {
            try await vault.deletePermanently(id)
        } else {
            try await vault.edit(id) { $0.password = SecretText("desk") }
        }
        for _ in 0..<2 { try await machines.exchange() }
        for machine in [machines.desk, machines.phone] {
            let state = try #require(try await machine.replica.item(id))
            let passwords = (state.fields[.password] ?? []).compactMap { $0.value?.reveal() }
            #expect(passwords.contains("newer"))
            #expect(passwords.contains("desk") == !isDeleted)
            #expect(state.removal == .none)
            #expect(await machine.replica.conflicted == [id])
        }
    }

    @Test("What arrived before the remote went away is in the vault")
    func remoteGoesAway() async throws {
        let machines = try await machines()
        await #expect(throws: WatchedRemote.Unreachable.self) {
            try await machines.exchange(machines.desk) { throw WatchedRemote.Unreachable() }
        }
        #expect(try await machines.desk.vault.login(bank.id).password == SecretText("phone"))
    }

    @Test("An edit right after something was written into the vault is sent")
    func editAfterWriting() async throws {
        let machines = try await machines()
        let (vault, id, once) = (machines.desk.vault, bank.id, Once())
        let store = WatchedStore(machines.desk.store) {
            // The first write after the password has come into the vault.
            Self.wait {
                let password = try? await vault.login(id).password
                guard password == SecretText("phone"), once.isFirst() else { return }
                try? await vault.edit(id) { $0.password = SecretText("desk") }
            }
        }
        let replica = try Replica(
            store, vault: try await vault.name(), ring: try await vault.deviceKeys(),
            now: SyncFixture.now)
        let synchronizer = VaultSynchronizer(vault, replica)
        _ = try await synchronizer.synchronize(with: machines.remote)
        #expect(!once.isFirst())
        _ = try await synchronizer.synchronize(with: machines.remote)
        _ = try await machines.phone.synchronizer.synchronize(with: machines.remote)
        #expect(try await machines.phone.vault.login(bank.id).password == SecretText("desk"))
        #expect(await replica.conflicted.isEmpty)
    }

    /// Waits for something on threads that do nothing else, so that it can be waited for anywhere.
    private static func wait(_ body: @escaping @Sendable () async -> Void) {
        let end = DispatchSemaphore(value: 0)
        Task(executorPreference: OwnThread()) {
            await body()
            end.signal()
        }
        end.wait()
    }
}

/// Runs a task on a thread of its own.
private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "test.own-thread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A store that lets something happen before it writes.
private struct WatchedStore: ReplicaStoring {
    let base: any ReplicaStoring
    let watch: @Sendable () -> Void

    init(_ base: any ReplicaStoring, watch: @escaping @Sendable () -> Void) {
        self.base = base
        self.watch = watch
    }

    func load(_ row: (_ key: [UInt8], _ sealed: [UInt8]) throws -> Void) throws {
        try base.load(row)
    }

    func row(_ key: [UInt8]) throws -> [UInt8]? { try base.row(key) }

    func change(_ body: (RowWriter) throws -> Void) throws {
        watch()
        try base.change(body)
    }
}
