package import TenonCore
import TenonSecurity
package import WalletVault

/// Keeps a vault that is held by this process in step with other machines.
package actor VaultSync: VaultSyncing {
    /// An opened replica, and all that belongs to it.
    struct Session {
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

    let vault: VaultManager
    private let folder: String
    let databases: any DatabaseOpening
    let now: @Sendable () -> Timestamp
    var session: Session?
    private(set) var flight: Task<SyncReport, any Error>?
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
        let session = try await open()
        let task = Task { try await self.exchange(session) }
        flight = task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func exchange(_ session: Session) async throws -> SyncReport {
        // Here, before anybody who waits for the task goes on.
        defer { flight = nil }
        do {
            var session = session
            try await admit(&session)
            let report = try await session.synchronizer.synchronize(with: session.remote)
            for (device, number) in await session.replica.devices
            where number > session.memory.heard[device.id]?.number ?? 0 {
                session.memory.heard[device.id] = .init(number: number, time: now())
            }
            session.memory.lastExchange = now()
            try remember(session.memory)
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
        return ReplicaFile.exists(at: file(of: name))
    }

    func open() async throws -> Session {
        if let session { return session }
        let (name, key) = (try await vault.name(), try await vault.deviceKey())
        // From here on nobody comes in between: the file has one opening only.
        if let session { return session }
        guard ReplicaFile.exists(at: file(of: name)) else { throw SyncError.off }
        let replica = try Replica(
            ReplicaFile(path: file(of: name), databases: databases), vault: name, key: key, now: now
        )
        let memory = try replica.syncMemory()
        let opened = Session(
            replica: replica, synchronizer: VaultSynchronizer(vault, replica),
            remote: FolderRemote(path: memory.folder, vault: name), memory: memory)
        session = opened
        return opened
    }

    func remember(_ memory: SyncMemory) throws {
        guard session?.memory != memory else { return }
        session?.memory = memory
        try session?.replica.remember(memory)
    }

    func file(of name: ItemID) -> String { "\(folder)/\(name).db" }
}
