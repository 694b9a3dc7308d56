package import TenonCore
package import TenonNetworking
import TenonSecurity
package import WalletVault

/// Keeps a vault that is held by this process in step with other machines.
package actor VaultSync: VaultSyncing {
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
    let places: SyncPlaces
    let snapshots: SnapshotPolicy
    private(set) var session: Session?
    /// The exchange that is under way.
    private(set) var flight: Task<SyncReport, any Error>?
    /// Why the last exchange failed.
    private(set) var problem: (error: Explanation, isRefusal: Bool)?
    private(set) var report = SyncReport()
    private var due: Due?
    /// Whether the place tells of news by itself at this moment.
    var isTold = false
    /// Tells that ``syncStatus()`` may have changed.
    let news = Broadcast<Void>()
    private let executor = QueueExecutor(label: "wallet.sync")

    /// Runs on a thread that may block.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes it; nothing is opened until it is used.
    ///
    /// - Parameters:
    ///   - stateFolder: A private folder of this machine.
    ///   - networker: What reaches servers; `nil` in a program that reaches none.
    ///   - snapshots: When it makes a snapshot.
    ///   - now: Tells the time.
    package init(
        _ vault: VaultManager, stateFolder: String, databases: any DatabaseOpening,
        networker: (any Networker)? = nil, snapshots: SnapshotPolicy = SnapshotPolicy(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.vault = vault
        folder = "\(stateFolder)/sync"
        self.databases = databases
        self.now = now
        self.snapshots = snapshots
        places = SyncPlaces(networker, now: now)
    }

    // MARK: Exchanging

    /// Runs an exchange, one at a time: a call during one waits for it, and runs the next.
    ///
    /// - Parameter isRoutine: Whether nobody asks for it. One that finds nothing new writes nothing then: when it
    ///   was is written with the next change, or when the vault is locked.
    @discardableResult
    func exchange(isRoutine: Bool = false) async throws -> SyncReport {
        while true {
            let session = try await open()
            // Nothing else runs on this actor from here until the task is made.
            if let flight {
                _ = await flight.result
                continue
            }
            let task = Task { try await self.exchange(session, isRoutine: isRoutine) }
            flight = task
            Task { await tell(of: task) }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    private func exchange(_ session: Session, isRoutine: Bool) async throws -> SyncReport {
        defer {
            flight = nil
            self.session?.owed = nil
            news.send()
            // Locked meanwhile: this exchange was the last to hold the session.
            if self.session == nil { DeadMemory.wipeStacksForAWhile() }
        }
        do {
            if let removed = try await removal(from: session) {
                // Whoever leaves hears how much that is.
                try await session.synchronizer.gatherUnsent()
                throw removed
            }
            if await !session.replica.isDismissed { try await admit(session) }
            var report = try await entering(session) {
                try await session.synchronizer.synchronize(with: session.remote)
            }
            try await shutOut(session)
            try await giveSlots(session)
            do {
                try await alignMembers(session, after: report)
                try await clearInvitations(session.replica, at: session.remote)
            } catch let error as SyncError where error.code == .syncRefused {
                // A server that lets no more machines in stops nothing else.
                report.problems.append(
                    SyncProblem(device: session.replica.device.id, number: 0, error: error))
            }
            let devices = await session.replica.devices
            let end = now()
            try update(session.replica) { memory in
                for (device, number) in devices where number > memory.heard[device.id]?.number ?? 0
                {
                    memory.heard[device.id] = .init(number: number, time: end)
                }
                if !isRoutine || memory.lastExchange == nil { memory.lastExchange = end }
                if report.hasOtherPassphrase { memory.passphraseChange = end }
                memory.missing = report.missing.reduce(into: [:]) { missing, found in
                    let known = memory.missing[found.key]
                    missing[found.key] =
                        known?.number == found.value
                        ? known : .init(number: found.value, since: end)
                }
            }
            self.session?.memory.lastExchange = end
            self.report = report
            problem = nil
            return report
        } catch {
            var error = error
            // Another machine may have removed the vault in the middle of it.
            if let removed = try? await removal(from: session) { error = removed }
            if self.session?.replica === session.replica {
                problem = (Explanation(error), (error as? SyncError)?.needsPerson == true)
            }
            throw error
        }
    }

    /// Sends news while an exchange takes longer than a moment.
    private func tell(of exchange: Task<SyncReport, any Error>) async {
        while flight == exchange {
            try? await Task.sleep(for: .milliseconds(300))
            if flight == exchange { news.send() }
        }
    }

    // MARK: Parts

    /// Makes an exchange due at once.
    func becomeDue() { due = .now }

    /// Notes that items have changed; if an exchange changed them, the next one finds nothing to
    /// do.
    func noteChange() { if due == nil { due = .change } }

    /// Why an exchange is due; afterwards it no longer is.
    func takeChange() -> Due? {
        defer { due = nil }
        return due
    }

    /// Closes everything, since the vault is locked; an exchange that is under way is cancelled.
    package func drop() {
        flight?.cancel()
        guard session != nil else { return }
        if let session { try? session.replica.remember(session.memory) }
        session = nil
        report = SyncReport()
        problem = nil
        news.send()
        DeadMemory.wipeStacksForAWhile()
    }

    /// Closes everything, and waits until an exchange that is under way has ended.
    func dropAndWait() async {
        repeat {
            drop()
            _ = await flight?.result
            // Another call may have opened it again meanwhile.
        } while session != nil || flight != nil
    }

    /// Whether the replica is open.
    package var isOpen: Bool { session != nil }

    /// Whether this machine knows of others.
    func isSetUp() async throws -> Bool {
        guard let name = try await vault.nameInFile() else { return false }
        return ReplicaFile.exists(at: file(of: name))
    }

    func open() async throws -> Session {
        if let session { return session }
        // An earlier exchange may still have the file open.
        while let flight { _ = await flight.result }
        let (name, ring) = (try await vault.name(), try await vault.deviceKeys())
        // Nothing else runs on this actor from here: the file can be open only once.
        if let session { return session }
        guard ReplicaFile.exists(at: file(of: name)) else { throw SyncError.off }
        let store = try ReplicaFile(path: file(of: name), databases: databases)
        guard try store.isComplete else {
            try ReplicaFile.remove(at: file(of: name))
            throw SyncError.off
        }
        let replica = try Replica(
            store, vault: name, ring: ring, snapshots: snapshots, now: now)
        var memory = try replica.syncMemory()
        if memory.passphraseChange != nil {
            // Whoever has unlocked the vault knows by now.
            memory.passphraseChange = nil
            try replica.remember(memory)
        }
        return try begin(replica, memory, name)
    }

    /// The session of a vault that is kept in step; `nil` for any other.
    func openIfSetUp() async throws -> Session? {
        guard try await isSetUp() else { return nil }
        do {
            return try await open()
        } catch let error as SyncError where error.code == .syncOff {
            return nil
        }
    }

    /// Adopts an opened replica, unless the vault was locked meanwhile, since nothing would close
    /// it then.
    @discardableResult
    func begin(_ replica: Replica, _ memory: SyncMemory, _ name: ItemID) throws -> Session {
        guard vault.status == .unlocked else { throw VaultError.locked }
        let opened = Session(
            replica: replica, synchronizer: VaultSynchronizer(vault, replica),
            remote: try places.place(
                at: memory.address, of: name, for: .machine(replica.keys)), memory: memory)
        session = opened
        news.send()
        return opened
    }

    /// Keeps what a status has found of files until an exchange has ended, or the vault is locked.
    func note(_ owed: OwedFiles, of replica: Replica) {
        if session?.replica === replica { session?.owed = owed }
    }

    /// Changes what this machine remembers of the exchanges; it is durable when it returns.
    ///
    /// - Throws: `CancellationError` when the vault was locked meanwhile, or another store was opened.
    func update(_ replica: Replica, _ change: (inout SyncMemory) -> Void) throws {
        var memory = try memory(of: replica)
        change(&memory)
        guard memory != session?.memory else { return }
        try replica.remember(memory)
        session?.memory = memory
    }

    /// What this machine remembers of the exchanges at this moment.
    ///
    /// - Throws: `CancellationError` when the vault was locked meanwhile, or another store was opened.
    func memory(of replica: Replica) throws -> SyncMemory {
        guard let session, session.replica === replica else { throw CancellationError() }
        return session.memory
    }

    func file(of name: ItemID) -> String { "\(folder)/\(name).db" }
}
