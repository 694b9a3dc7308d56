import Foundation
import SyncSimulation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletVault

/// Two machines that keep a vault in step through a folder: the second one begins with a copy of it.
struct TwoMachines {
    let folder: TemporaryFolder
    let desk: SimulatedMachine
    let phone: SimulatedMachine

    var remote: FolderRemote { desk.remote }

    init(
        _ logins: [Login] = [], now: @escaping @Sendable () -> Timestamp = SyncFixture.now
    ) async throws {
        folder = try TemporaryFolder()
        let shared = folder.url.appending(path: "shared").path
        try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
        desk = try await .found(
            in: folder.url.appending(path: "desk").path, sharing: shared, now: now)
        for login in logins { try await desk.vault.add(login) }
        phone = try await desk.joined(
            in: folder.url.appending(path: "phone").path, sharing: shared, now: now)
    }

    static func login(_ title: String, _ password: String = "secret") -> Login {
        Login(
            title: title, sites: ["https://\(title).example"], userName: "ada",
            password: SecretText(password), notes: SecretText("notes of \(title)"),
            tags: ["one", "two"],
            customFields: [
                CustomField(label: "PIN", value: SecretText("1234"), isConcealed: true),
                CustomField(label: "PIN", value: SecretText("5678"), isConcealed: false),
            ])
    }

    /// Lets both learn of everything.
    func exchange() async throws {
        for machine in [desk, phone, desk] {
            let report = try await machine.synchronizer.synchronize(with: remote)
            #expect(report.problems.isEmpty)
        }
        // What the first one said at last, such as that something is erased, the other one has to hear.
        if await desk.replica.vector != phone.replica.vector {
            for machine in [phone, desk] {
                let report = try await machine.synchronizer.synchronize(with: remote)
                #expect(report.problems.isEmpty)
            }
        }
        #expect(await desk.replica.vector == phone.replica.vector)
        #expect(await desk.replica.stateHash == phone.replica.stateHash)
    }

    /// Lets a machine exchange while something else happens, right before what has arrived is written
    /// into its vault.
    func exchange(
        _ machine: SimulatedMachine, while body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let replica = machine.replica
        let count = await replica.vector.positions.values.map(\.number).reduce(0, +)
        let once = Once()
        let remote = WatchedRemote(remote) {
            let now = await replica.vector.positions.values.map(\.number).reduce(0, +)
            if now > count, once.isFirst() { try await body() }
        }
        _ = try await machine.synchronizer.synchronize(with: remote)
        #expect(!once.isFirst())
    }
}

extension SimulatedMachine {
    /// Changes a login as a person does.
    func edit(_ id: ItemID, _ body: @Sendable (inout Login) -> Void) async throws {
        try await vault.edit(id, body)
    }

    /// The passwords of a login, the present one and those of its history.
    func passwords(of id: ItemID) async throws -> Set<String> {
        let present = try await vault.login(id).password.reveal()
        return Set(try await vault.history(id).compactMap { $0.password?.reveal() } + [present])
    }
}

extension VaultManager {
    /// Changes a login as a person does.
    func edit(_ id: ItemID, _ body: @Sendable (inout Login) -> Void) async throws {
        var login = try await login(id)
        body(&login)
        try await save(login)
    }
}
