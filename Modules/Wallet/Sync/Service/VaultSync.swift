package import TenonCore
import TenonSecurity
package import WalletVault

/// Keeps a vault that is held by this process in step with other machines.
package actor VaultSync: VaultSyncing {
    /// An opened replica, and all that belongs to it.
    private struct Session {
        let replica: Replica
        let synchronizer: VaultSynchronizer
        let remote: FolderRemote
        var memory: SyncMemory
    }

    /// Why an exchange is due.
    enum Due {
        /// Somebody unlocked the vault.
        case now
        /// Something was changed.
        case change
    }

    /// How long an invitation is good, in milliseconds.
    private static let invitationLife: Int64 = 10 * 60 * 1000
    /// How much longer a request may be on its way to the machine that invited, in milliseconds: a
    /// stick takes its time, and the request shows that its author knows the passphrase.
    private static let carriage: Int64 = 24 * 3600 * 1000

    let vault: VaultManager
    private let folder: String
    private let databases: any DatabaseOpening
    private let now: @Sendable () -> Timestamp
    private var session: Session?
    private var flight: Task<SyncReport, any Error>?
    private var problem: Sentence?
    private var report = SyncReport()
    private var due: Due?

    /// Makes it; nothing is opened before it is used.
    ///
    /// - Parameters:
    ///   - stateFolder: A private folder of this machine.
    ///   - now: Tells the time.
    package init(
        _ vault: VaultManager, stateFolder: String, databases: any DatabaseOpening,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.vault = vault
        folder = "\(stateFolder)/sync"
        self.databases = databases
        self.now = now
    }

    // MARK: Looking

    package func syncStatus() async throws -> SyncStatus {
        guard try await isSetUp() else { return SyncStatus(.off) }
        guard vault.status == .unlocked else { return SyncStatus(.locked) }
        let session = try await open()
        var status = SyncStatus(.inStep)
        status.place = session.memory.folder
        status.lastExchange = session.memory.lastExchange
        status.problem = problem
        status.unsent = Int(clamping: await session.replica.unsent)
        status.conflictCount = await session.replica.conflicted.count
        status.fingerprint = await session.replica.fingerprint
        let devices = await session.replica.devices
        status.devices = devices.map { device, number in
            SyncDevice(
                id: device.id.description, name: device.name,
                isThis: device.id == session.replica.device.id, changeCount: Int(clamping: number),
                lastHeard: session.memory.heard[device.id]?.time)
        }
        status.phase = phase(status, isIn: status.devices.contains(where: \.isThis))
        return status
    }

    private func phase(_ status: SyncStatus, isIn: Bool) -> SyncStatus.Phase {
        if flight != nil { return .working }
        if !report.problems.isEmpty || status.conflictCount > 0 { return .attention }
        if problem != nil { return .offline }
        return isIn ? .inStep : .waiting
    }

    package func syncConflicts() async throws -> [SyncConflict] {
        let session = try await open()
        return try await session.synchronizer.conflicts()
    }

    package func checkSync() async throws -> SyncCheck {
        let report = try await exchange()
        let session = try await open()
        let check = try await session.synchronizer.compare()
        return SyncCheck(
            itemCount: check.itemCount,
            findings: await findings(of: report, session.replica) + check.findings)
    }

    // MARK: Beginning and ending

    package func setUpSync(inFolder path: String, device: String) async throws {
        if try await isSetUp() { throw SyncError.already(try await open().memory.folder) }
        try Self.checkFolder(path)
        let (name, key) = (try await vault.name(), try await vault.deviceKey())
        let remote = FolderRemote(path: path, vault: name)
        let store = try ReplicaFile(path: file(of: name), databases: databases)
        let replica = try await Replica.found(
            store, vault: name, key: key, keys: .make(), name: device, now: now)
        try await replica.remember(SyncMemory(folder: path))
        session = Session(
            replica: replica, synchronizer: VaultSynchronizer(vault, replica), remote: remote,
            memory: SyncMemory(folder: path))
        _ = try await exchange()
    }

    package func inviteDevice() async throws -> SecretText {
        // The newcomer is told of all that is known by then.
        _ = try await exchange()
        var session = try await open()
        let invitation = Invitation(to: try await vault.name(), at: session.memory.folder)
        let expiry = Timestamp(milliseconds: now().milliseconds + Self.invitationLife)
        let offer = InvitationOffer(
            expiry: expiry, beginning: try await vault.beginning(),
            introduction: try await session.replica.introduction())
        session.memory.invitations.append(.init(code: invitation.code, expiry: expiry))
        try await remember(session.memory)
        _ = try session.remote.leave(
            offer.sealed(for: invitation), as: InvitationNote(.offer, of: invitation.id))
        return invitation.code
    }

    package func joinSync(
        _ code: SecretText, folder path: String?, passphrase: SecretText, device name: String
    ) async throws {
        let invitation = try Invitation(code: code)
        let path = path ?? invitation.address
        try Self.checkFolder(path)
        if vault.status != .missing { try await checkVault(invitation.vault, passphrase) }
        let remote = FolderRemote(path: path, vault: invitation.vault)
        guard let sealed = try remote.note(InvitationNote(.offer, of: invitation.id)) else {
            throw SyncError.noInvitation(path)
        }
        let offer = try InvitationOffer(opening: sealed, by: invitation)
        guard now() <= offer.expiry else { throw SyncError.expiredInvitation }
        let request = InvitationNote(.request, of: invitation.id)
        guard try remote.note(request) == nil else { throw SyncError.usedInvitation }
        if vault.status == .missing {
            try await vault.create(from: offer.beginning, passphrase: passphrase)
        }
        let key = try await vault.deviceKey()
        let keys = try Ed25519.KeyPair.make()
        guard let device = Device(publicKey: keys.publicKey, name: name) else {
            throw SyncError.localState()
        }
        let note = try InvitationRequest(of: device, key: key, vault: invitation.vault)
            .sealed(for: invitation)
        guard try remote.leave(note, as: request) else { throw SyncError.usedInvitation }
        let replica = try await Replica.join(
            ReplicaFile(path: file(of: invitation.vault), databases: databases),
            vault: invitation.vault, key: key, keys: keys, name: name, by: offer.introduction,
            now: now)
        try await replica.remember(SyncMemory(folder: path))
        session = Session(
            replica: replica, synchronizer: VaultSynchronizer(vault, replica), remote: remote,
            memory: SyncMemory(folder: path))
        _ = try await exchange()
    }

    /// Makes sure that the vault that is here already is the one of the invitation, and opens it.
    private func checkVault(_ name: ItemID, _ passphrase: SecretText) async throws {
        guard try await vault.nameInFile() == name else { throw SyncError.otherVault }
        if try await isSetUp() {
            throw SyncError.already(try await open().memory.folder)
        }
        if vault.status == .unlocked {
            try await vault.verify(passphrase: passphrase)
        } else {
            try await vault.unlock(passphrase: passphrase)
        }
    }

    package func leaveSync() async throws {
        guard try await isSetUp() else { throw SyncError.off }
        let name = try await vault.name()
        flight?.cancel()
        drop()
        ReplicaFile.remove(path: file(of: name))
    }

    // MARK: Exchanging

    package func synchronize() async throws -> SyncOutcome {
        let report = try await exchange()
        let replica = try await open().replica
        let names = await Dictionary(
            replica.devices.map { ($0.device.id, $0.device.name) }
        ) { first, _ in first }
        var outcome = SyncOutcome()
        outcome.sent = report.sent
        outcome.received = report.applied
        outcome.itemCount = report.items.count
        outcome.waiting = report.waiting.sorted().map { names[$0] ?? $0.description }
        outcome.ahead = report.ahead.sorted().map { names[$0] ?? $0.description }
        outcome.problems = await findings(of: report, replica)
        return outcome
    }

    package func decide(_ decision: SyncDecision) async throws {
        let session = try await open()
        try await session.synchronizer.decide(decision)
        _ = try await exchange()
    }

    /// One exchange at a time; whoever asks during one waits for the next.
    @discardableResult
    func exchange() async throws -> SyncReport {
        while let flight { _ = try? await flight.value }
        let task = Task { try await self.exchangeNow() }
        flight = task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func exchangeNow() async throws -> SyncReport {
        // Here, before anybody who waits for the task goes on.
        defer { flight = nil }
        do {
            var session = try await open()
            try await admit(&session)
            let report = try await session.synchronizer.synchronize(with: session.remote)
            for (device, number) in await session.replica.devices
            where number > session.memory.heard[device.id]?.number ?? 0 {
                session.memory.heard[device.id] = .init(number: number, time: now())
            }
            session.memory.lastExchange = now()
            try await remember(session.memory)
            self.report = report
            problem = nil
            return report
        } catch {
            if vault.status == .unlocked {
                let unknown: Sentence = "The exchange failed."
                problem = (error as? any ExplainedError)?.message ?? unknown
            }
            throw error
        }
    }

    /// Lets in the machines that have answered an invitation.
    private func admit(_ session: inout Session) async throws {
        for waiting in session.memory.invitations {
            let invitation = try Invitation(code: waiting.code)
            let name = InvitationNote(.request, of: invitation.id)
            let note = try session.remote.note(name)
            let isLate = now().milliseconds > waiting.expiry.milliseconds + Self.carriage
            guard note != nil || isLate else { continue }
            if let note, !isLate {
                let request = try? InvitationRequest(
                    opening: note, by: invitation, key: try await vault.deviceKey())
                if let request { _ = try await session.replica.introduce(request.device) }
            }
            session.memory.invitations.removeAll { $0 == waiting }
            try await remember(session.memory)
            try session.remote.remove(name)
            try session.remote.remove(InvitationNote(.offer, of: invitation.id))
        }
    }

    private func findings(of report: SyncReport, _ replica: Replica) async -> [SyncFinding] {
        let devices = await replica.devices
        return report.problems.map { problem in
            let name = devices.first { $0.device.id == problem.device }?.device.name
            return SyncFinding(
                subject: name ?? problem.device.description, message: problem.error.message,
                remedy: problem.error.remedy)
        }
    }

    // MARK: Parts

    /// An exchange is due at once.
    func becomeDue() { due = .now }

    /// Items have changed; after an exchange that changed them, the next one finds nothing to do.
    func noteChange() { if due == nil { due = .change } }

    /// Why an exchange is due; it is not any more after that.
    func takeChange() -> Due? {
        defer { due = nil }
        return due
    }

    /// Forgets all that was opened, as the vault is locked.
    func drop() {
        guard session != nil else { return }
        session = nil
        report = SyncReport()
        DeadMemory.wipeStacksForAWhile()
    }

    /// Whether this machine knows of others.
    func isSetUp() async throws -> Bool {
        guard let name = try await vault.nameInFile() else { return false }
        return ReplicaFile.exists(path: file(of: name))
    }

    private func open() async throws -> Session {
        if let session { return session }
        let (name, key) = (try await vault.name(), try await vault.deviceKey())
        guard ReplicaFile.exists(path: file(of: name)) else { throw SyncError.off }
        let replica = try Replica(
            ReplicaFile(path: file(of: name), databases: databases), vault: name, key: key, now: now
        )
        let memory = try await replica.syncMemory()
        if let session { return session }
        let opened = Session(
            replica: replica, synchronizer: VaultSynchronizer(vault, replica),
            remote: FolderRemote(path: memory.folder, vault: name), memory: memory)
        session = opened
        return opened
    }

    private func remember(_ memory: SyncMemory) async throws {
        guard session?.memory != memory else { return }
        session?.memory = memory
        try await session?.replica.remember(memory)
    }

    private func file(of name: ItemID) -> String { "\(folder)/\(name).db" }

    private static func checkFolder(_ path: String) throws {
        guard FolderRemote.isFolder(path) else { throw SyncError.noFolder(path) }
    }
}
