package import TenonCore
package import TenonSecurity
package import WalletVault

/// The state that all devices come to, as one of them has it, with its own log and what it knows of
/// the logs of the others.
///
/// A commit is applied when all that its author had seen is there, and written down together with
/// what it changes: a device that is interrupted at any point goes on where it was.
package actor Replica {
    let store: any ReplicaStoring
    private let sealer: CommitSealer
    let rows: RowSealer
    nonisolated let sums: HMACSHA256
    private let now: @Sendable () -> Timestamp
    private var memory: ReplicaMemory
    private var state: SyncState
    /// The hashes of the commits of each device.
    private var logs: [DeviceID: [[UInt8]]] = [:]
    /// Whether the store holds what is here; not known after it failed.
    private var isCurrent = true

    /// This device.
    package nonisolated let device: Device

    // MARK: Making one

    /// Opens what a device remembers.
    ///
    /// - Parameters:
    ///   - store: Where that is.
    ///   - vault: The name of the vault.
    ///   - key: The key of the vault for synchronising.
    ///   - now: Tells the time.
    /// - Throws: ``SyncError`` (`syncLocalState`), or an error of the store.
    package init(
        _ store: any ReplicaStoring, vault: ItemID, key: SecretBytes,
        now: @escaping @Sendable () -> Timestamp
    ) throws {
        let rows = try RowSealer(vault: vault, key: key)
        let sums = RowSealer.sums(vault: vault, key: key)
        let loaded = try Loaded(store, rows, sums)
        guard let device = Device(publicKey: loaded.memory.keys.publicKey, name: loaded.memory.name)
        else { throw SyncError.localState() }
        self.store = store
        self.rows = rows
        self.sums = sums
        self.now = now
        self.device = device
        sealer = try CommitSealer(vault: vault, key: key)
        (memory, state, logs) = (loaded.memory, loaded.state, loaded.logs)
    }

    /// Makes the first device of a vault: it introduces itself.
    ///
    /// - Parameters:
    ///   - keys: The key of this device.
    ///   - name: Its name for people.
    package static func found(
        _ store: any ReplicaStoring, vault: ItemID, key: SecretBytes, keys: Ed25519.KeyPair,
        name: String, now: @escaping @Sendable () -> Timestamp
    ) async throws -> Replica {
        let memory = ReplicaMemory(keys: keys, name: name)
        let replica = try await start(memory, store, vault, key, now)
        try await replica.commit([.device(replica.device)])
        return replica
    }

    /// Makes a further device, which counts once a device that counts has introduced it.
    ///
    /// - Parameters:
    ///   - keys: The key of this device.
    ///   - introduction: What the device that it was invited by gave it.
    package static func join(
        _ store: any ReplicaStoring, vault: ItemID, key: SecretBytes, keys: Ed25519.KeyPair,
        name: String, by introduction: Introduction, now: @escaping @Sendable () -> Timestamp
    ) async throws -> Replica {
        var memory = ReplicaMemory(keys: keys, name: name)
        memory.trusted = Dictionary(introduction.devices.map { ($0.id, $0) }) { first, _ in first }
        memory.pinned = introduction.vector
        return try await start(memory, store, vault, key, now)
    }

    private static func start(
        _ memory: ReplicaMemory, _ store: any ReplicaStoring, _ vault: ItemID, _ key: SecretBytes,
        _ now: @escaping @Sendable () -> Timestamp
    ) async throws -> Replica {
        var memory = memory
        memory.stateHash = SyncState(key: RowSealer.sums(vault: vault, key: key)).hash
        let rows = try RowSealer(vault: vault, key: key)
        try store.save([RowKey.meta: try rows.seal(RowKey.meta, memory.write)])
        return try Replica(store, vault: vault, key: key, now: now)
    }

    // MARK: Looking

    /// What is known of an item.
    package func item(_ id: ItemID) -> ItemState? { state.items[id] }

    /// The names of all items, also of those that were taken away.
    package var itemIDs: Set<ItemID> { Set(state.items.keys) }

    /// The hash of the state.
    package var stateHash: [UInt8] { state.hash }

    /// The devices that count, and how many commits of each are here.
    package var devices: [(device: Device, number: UInt64)] {
        state.devices.values.sorted { $0.id < $1.id }.map { ($0, position(of: $0.id).number) }
    }

    /// The items with values that were given at the same time, or that came back.
    package var conflicted: [ItemID] {
        state.items.filter { _, item in
            item.removal == .none && (item.isBack || !item.conflicts.isEmpty)
        }.keys.sorted()
    }

    /// How far all logs are here, its own included.
    package var vector: VersionVector {
        VersionVector(Dictionary(uniqueKeysWithValues: logs.keys.map { ($0, position(of: $0)) }))
    }

    /// A short text of ``vector``, to be compared by eye between devices.
    package var fingerprint: String {
        var bytes: [UInt8] = []
        for (device, position) in vector.positions.sorted(by: { $0.key < $1.key }) {
            bytes += device.bytes + position.hash
        }
        let hash = CommitSealer.hash(of: bytes).prefix(8)
        let digits = hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return stride(from: 0, to: 8, by: 2).map { digits[$0] + digits[$0 + 1] }
            .joined(separator: "-")
    }

    /// How many commits of this device no remote has had yet.
    package var unsent: UInt64 { position(of: device.id).number - memory.sent }

    /// How new the vault was when it was brought together with this; see ``VaultSynchronizer``.
    var lastVaultRevision: Int64 { memory.vaultRevision }

    /// Remembers how new the vault is.
    func noteVaultRevision(_ revision: Int64) throws {
        guard revision != memory.vaultRevision else { return }
        var next = memory
        next.vaultRevision = revision
        try save(next, [:])
        memory = next
    }

    // MARK: Changing

    /// Writes changes of this device down; they are durable when it returns.
    ///
    /// - Parameter dates: When items were changed for the last time, if that was before now.
    /// - Throws: ``SyncError`` (`syncTooLarge`), then nothing was written; or an error of the store.
    package func commit(_ changes: [Change], dates: [ItemID: Timestamp] = [:]) throws {
        try reload()
        for group in try grouped(changes, dates) { try commit(group) }
    }

    /// Lets another device in.
    ///
    /// - Returns: What the other device has to know.
    /// - Throws: ``SyncError`` (`syncNotIn`) when this device does not count itself, as far as it
    ///   knows; or an error of the store.
    package func introduce(_ newcomer: Device) throws -> Introduction {
        try reload()
        guard state.devices[device.id] != nil else { throw SyncError.notIn }
        try commit([.device(newcomer)])
        return Introduction(devices: devices.map(\.device), vector: vector)
    }

    private func commit(_ changes: [TimedChange]) throws {
        var next = memory
        next.clock = HybridClock(
            last: changes.map(\.time).reduce(memory.clock.last) { max($0, $1) })
        let old = position(of: device.id)
        var seen = vector
        seen.positions[device.id] = nil
        let step = state.applying(changes, by: device.id, old.number + 1, seen: seen)
        let content = CommitContent(seen: seen, stateHash: step.hash, changes: changes)
        let commit = try sealer.make(content, after: old, by: memory.keys, device.id)
        try adopt(
            step, next, by: device.id, old.number + 1, hash: CommitSealer.hash(of: commit),
            with: [RowKey.own(old.number + 1): commit])
    }

    /// Gives changes their times, and divides them into commits.
    private func grouped(
        _ changes: [Change], _ dates: [ItemID: Timestamp]
    ) throws -> [[TimedChange]] {
        var clock = memory.clock
        let now = now()
        var groups: [[TimedChange]] = []
        var size = Int.max
        for change in try changes.flatMap(divided) {
            var time = clock.next(now)
            if case .fields(let id, _) = change, let date = dates[id], date < now {
                time = HybridTime(date)
            }
            let timed = TimedChange(time, change)
            let count = Self.size(of: change)
            if size > CommitSealer.changesLimit - count {
                groups.append([])
                size = 0
            }
            groups[groups.count - 1].append(timed)
            size += count
        }
        return groups
    }

    /// Divides what does not fit into one commit.
    private func divided(_ change: Change) throws -> [Change] {
        guard Self.size(of: change) > CommitSealer.changesLimit else { return [change] }
        guard case .fields(let id, let fields) = change, fields.count > 1 else {
            if case .fields(let id, _) = change { throw SyncError.tooLarge(id.description) }
            return [change]
        }
        return try fields.sorted { $0.key < $1.key }.flatMap { field, value in
            try divided(.fields(id, [field: value]))
        }
    }

    private static func size(of change: Change) -> Int {
        let writer = SecretWriter(capacity: 256)
        TimedChange(HybridTime(value: .max), change).write(to: writer)
        return writer.count + 8
    }

    // MARK: Exchanging

    /// Hands over its own commits, and applies those of others.
    ///
    /// What is wrong with the log of a device stops that log alone; nothing of it is applied, and it
    /// is looked at again the next time.
    ///
    /// - Throws: An error of the remote or of the store.
    package func synchronize(with remote: any SyncRemote) async throws -> SyncReport {
        try reload()
        var report = SyncReport()
        let heads = try await remote.heads()
        try await send(to: remote, heads, &report)
        for (device, log) in logs where device != self.device.id {
            guard heads[device] ?? 0 < UInt64(log.count) else { continue }
            report.problems.append(
                SyncProblem(
                    device: device, number: (heads[device] ?? 0) + 1, error: .rolledBack))
        }
        try await verifyEnds(at: remote, heads, &report)
        var stopped = Set(report.problems.map(\.device))
        var isProgress = true
        while isProgress {
            isProgress = false
            report.waiting = []
            for device in known.sorted() where !stopped.contains(device) {
                let before = report.applied
                if try await !receive(device, from: remote, &report) { stopped.insert(device) }
                isProgress = isProgress || report.applied > before
            }
        }
        for (device, pin) in memory.pinned.positions
        where position(of: device).number < pin.number {
            report.waiting.insert(device)
        }
        return report
    }

    /// Devices whose logs are read.
    private var known: Set<DeviceID> {
        Set(state.devices.keys).union(memory.trusted.keys).subtracting([device.id])
    }

    private func send(
        to remote: any SyncRemote, _ heads: [DeviceID: UInt64], _ report: inout SyncReport
    ) async throws {
        let head = heads[device.id] ?? 0
        if head > position(of: device.id).number {
            report.problems.append(
                SyncProblem(device: device.id, number: head, error: .ownStateOlder))
            return
        }
        if head < memory.sent {
            report.problems.append(
                SyncProblem(device: device.id, number: head + 1, error: .rolledBack))
        }
        var number = head
        while number < position(of: device.id).number {
            number += 1
            guard let commit = try store.row(RowKey.own(number)) else {
                throw SyncError.localState()
            }
            guard case .there = try await remote.append(commit, number, of: device.id) else {
                report.problems.append(
                    SyncProblem(device: device.id, number: number, error: .forked))
                return
            }
            report.sent += 1
        }
        guard number > memory.sent else { return }
        var next = memory
        next.sent = number
        try save(next, [:])
        memory = next
    }

    /// Whether the last commit known of each log is still the one that is there.
    private func verifyEnds(
        at remote: any SyncRemote, _ heads: [DeviceID: UInt64], _ report: inout SyncReport
    ) async throws {
        for (device, log) in logs.sorted(by: { $0.key < $1.key }) {
            guard let hash = log.last, heads[device] ?? 0 >= UInt64(log.count),
                let commit = try await remote.commit(UInt64(log.count), of: device),
                CommitSealer.hash(of: commit) != hash
            else { continue }
            report.problems.append(
                SyncProblem(device: device, number: UInt64(log.count), error: .forked))
        }
    }

    /// Applies what is there of a log; `false` when something is wrong with it.
    private func receive(
        _ author: DeviceID, from remote: any SyncRemote, _ report: inout SyncReport
    ) async throws -> Bool {
        while true {
            let number = position(of: author).number + 1
            guard let commit = try await remote.commit(number, of: author) else { return true }
            // Another exchange may have been quicker.
            guard number == position(of: author).number + 1 else { continue }
            do {
                guard try apply(commit, by: author, &report) else {
                    report.waiting.insert(author)
                    return true
                }
            } catch let error as SyncError where error.code != .syncLocalState {
                report.problems.append(
                    SyncProblem(device: author, number: number, error: error))
                return false
            }
        }
    }

    /// Applies one commit; `false` when what its author had seen is not here yet.
    private func apply(
        _ commit: [UInt8], by author: DeviceID, _ report: inout SyncReport
    ) throws -> Bool {
        guard let device = state.devices[author] ?? memory.trusted[author] else { return false }
        let old = position(of: author)
        let content = try sealer.open(commit, after: old, by: device)
        guard try isReady(for: content.seen, of: author) else { return false }
        let hash = CommitSealer.hash(of: commit)
        if let pin = memory.pinned.positions[author], pin.number == old.number + 1,
            pin.hash != hash
        {
            throw SyncError.forked
        }
        let step = state.applying(
            content.changes, by: author, old.number + 1, seen: content.seen)
        let isSameView = logs.keys.allSatisfy { other in
            other == author || content.seen.number(of: other) == position(of: other).number
        }
        guard !isSameView || step.hash == content.stateHash else { throw SyncError.diverged }
        var next = memory
        for change in content.changes where !next.clock.follow(change.time, now()) {
            report.ahead.insert(author)
        }
        try adopt(step, next, by: author, old.number + 1, hash: hash)
        report.applied += 1
        report.items.formUnion(step.items.keys)
        return true
    }

    /// Whether all that an author had seen is here, and is the same.
    private func isReady(for seen: VersionVector, of author: DeviceID) throws -> Bool {
        guard seen.positions[author] == nil else { throw SyncError.damaged }
        var isReady = true
        for (other, position) in seen.positions where position.number > 0 {
            let log = logs[other] ?? []
            guard position.number <= UInt64(log.count) else {
                guard other != device.id else { throw SyncError.ownStateOlder }
                isReady = false
                continue
            }
            guard log[Int(position.number) - 1] == position.hash else { throw SyncError.forked }
        }
        return isReady
    }

    // MARK: Writing down

    private func position(of device: DeviceID) -> LogPosition {
        guard let log = logs[device], let hash = log.last else { return .start }
        return LogPosition(number: UInt64(log.count), hash: hash)
    }

    /// Writes down what a commit comes to, and takes it over.
    private func adopt(
        _ step: SyncState.Step, _ memory: ReplicaMemory, by author: DeviceID, _ number: UInt64,
        hash: [UInt8], with further: [[UInt8]: [UInt8]] = [:]
    ) throws {
        var next = memory
        next.stateHash = step.hash
        next.devices = Array(state.devices.merging(step.devices) { $1 }.values)
        var changed = further
        for (id, item) in step.items {
            let key = RowKey.item(ItemCoding.bytes(of: id))
            changed[key] = try rows.seal(key, item.write)
        }
        let key = RowKey.hash(author, number)
        changed[key] = try rows.seal(key) { $0.bytes(hash) }
        try save(next, changed)
        self.memory = next
        state.adopt(step)
        logs[author, default: []].append(hash)
    }

    private func save(_ memory: ReplicaMemory, _ changed: [[UInt8]: [UInt8]]) throws {
        var changed = changed
        changed[RowKey.meta] = try rows.seal(RowKey.meta, memory.write)
        do {
            try store.save(changed)
        } catch {
            isCurrent = false
            throw error
        }
    }

    /// After the store failed, nobody knows what it holds: a number must not be given twice.
    private func reload() throws {
        guard !isCurrent else { return }
        let loaded = try Loaded(store, rows, sums)
        (memory, state, logs) = (loaded.memory, loaded.state, loaded.logs)
        isCurrent = true
    }
}
