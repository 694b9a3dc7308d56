package import TenonCore
package import TenonSecurity
package import WalletVault

/// The state that all devices come to, as one of them has it, with its own log and what it knows of
/// the logs of the others.
///
/// A commit is applied when all that its author had seen is there, and written down together with
/// what it changes: a device that is interrupted at any point goes on where it was.
package actor Replica {
    private let executor = QueueExecutor(label: "wallet.replica")
    let store: any ReplicaStoring
    private(set) var sealer: CommitSealer
    let rows: RowSealer
    /// Whether a former key of the vault opens what is remembered, too: the process ended when it was
    /// given another one.
    var isWrappedTwice: Bool
    nonisolated let sums: HMACSHA256
    /// The key of the names of parts of files.
    nonisolated let blobs: HMACSHA256
    nonisolated let now: @Sendable () -> Timestamp
    let snapshots: SnapshotPolicy
    var memory: ReplicaMemory
    var state: SyncState
    /// What is known of the log of each device.
    var logs: [DeviceID: KnownLog] = [:]
    /// Whether the store holds what is here; not known after it failed.
    private var isCurrent = true
    /// The items that may be something else than in the vault; `nil` when every one has to be looked at.
    var unsettled: Set<ItemID>?
    /// When it last looked after its own commits where they are kept.
    var repaired: Timestamp?
    /// When there was no room for a snapshot.
    var snapshotRefused: Timestamp?
    /// The commits of this device that stay for ever, of so many that were looked at.
    var kept: (numbers: [UInt64], end: UInt64) = ([], 0)
    /// How far logs were where they are kept when less of them was there than before.
    ///
    /// This and ``lostEnds`` are of the place, as it was found since this device was opened: neither is remembered.
    var lostHeads: [DeviceID: UInt64] = [:]
    /// The devices that are out of whose logs the end is gone where they are kept: nobody hands it over again.
    var lostEnds: Set<DeviceID> = []
    /// Whether the next time it compares all of them, not their sizes only.
    var isThorough = false
    /// How far the exchange is that is under way.
    var progress: SyncStatus.Progress?

    /// The name of the vault.
    nonisolated let vault: ItemID
    /// This device.
    package nonisolated let device: Device
    /// The key of this device.
    nonisolated let keys: Ed25519.KeyPair
    /// What keys of the vault are sealed for.
    nonisolated let agreement: HybridEncryption.KeyPair

    /// Runs on a thread that may block.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    // MARK: Making one

    /// Opens what a device remembers.
    ///
    /// - Parameters:
    ///   - store: Where that is.
    ///   - vault: The name of the vault.
    ///   - ring: The keys of the vault for synchronising, the present one last.
    ///   - snapshots: When it makes a snapshot.
    ///   - now: Tells the time.
    /// - Throws: ``SyncError`` (`syncLocalState`, `syncNewerFormat`), or an error of the store.
    package init(
        _ store: any ReplicaStoring, vault: ItemID, ring: [SecretBytes],
        snapshots: SnapshotPolicy = SnapshotPolicy(), now: @escaping @Sendable () -> Timestamp
    ) throws {
        let rows = try RowSealer(store, vault: vault, keys: ring)
        // What stays when the vault is given another key comes from the first one.
        guard let key = ring.first else { throw SyncError.localState() }
        let sums = RowSealer.sums(vault: vault, key: key)
        let loaded = try Loaded(store, rows, sums)
        guard let device = Device(publicKey: loaded.memory.keys.publicKey, name: loaded.memory.name)
        else { throw SyncError.localState() }
        self.store = store
        self.rows = rows
        isWrappedTwice = rows.wrappingCount > 1
        self.sums = sums
        blobs = RowSealer.blobs(vault: vault, key: key)
        self.now = now
        self.snapshots = snapshots
        self.vault = vault
        self.device = device
        keys = loaded.memory.keys
        agreement = try Self.agreement(of: keys)
        sealer = try Self.sealer(vault, ring, loaded.memory)
        (memory, state, logs) = (loaded.memory, loaded.state, loaded.logs)
    }

    /// Makes the first device of a vault: it introduces itself.
    ///
    /// - Parameters:
    ///   - keys: The key of this device.
    ///   - name: Its name for people.
    ///   - snapshots: When it makes a snapshot.
    package static func found(
        _ store: any ReplicaStoring, vault: ItemID, ring: [SecretBytes], keys: Ed25519.KeyPair,
        name: String, snapshots: SnapshotPolicy = SnapshotPolicy(),
        now: @escaping @Sendable () -> Timestamp
    ) async throws -> Replica {
        let memory = ReplicaMemory(keys: keys, name: name)
        let replica = try await start(memory, store, vault, ring, snapshots, now)
        try await replica.commit([.device(replica.device)])
        return replica
    }

    /// Makes a further device, which counts once a device that counts has introduced it.
    ///
    /// - Parameters:
    ///   - keys: The key of this device.
    ///   - introduction: What the device that it was invited by gave it.
    ///   - snapshots: When it makes a snapshot.
    package static func join(
        _ store: any ReplicaStoring, vault: ItemID, ring: [SecretBytes], keys: Ed25519.KeyPair,
        name: String, by introduction: Introduction, snapshots: SnapshotPolicy = SnapshotPolicy(),
        now: @escaping @Sendable () -> Timestamp
    ) async throws -> Replica {
        let memory = ReplicaMemory(keys: keys, name: name, by: introduction, now())
        return try await start(memory, store, vault, ring, snapshots, now)
    }

    private static func start(
        _ memory: ReplicaMemory, _ store: any ReplicaStoring, _ vault: ItemID,
        _ ring: [SecretBytes], _ snapshots: SnapshotPolicy,
        _ now: @escaping @Sendable () -> Timestamp
    ) async throws -> Replica {
        guard let first = ring.first, let present = ring.last else { throw SyncError.localState() }
        var memory = memory
        let rows = try RowSealer()
        let sums = RowSealer.sums(vault: vault, key: first)
        memory.stateHash = SyncState(key: sums, sealedBy: rows).hash
        var saved = try rows.wrapped(vault: vault, under: [present])
        saved[RowKey.memory.bytes] = try rows.seal(.memory, memory.write)
        try store.save(saved)
        return try Replica(store, vault: vault, ring: ring, snapshots: snapshots, now: now)
    }

    private static func agreement(of keys: Ed25519.KeyPair) throws -> HybridEncryption.KeyPair {
        try HybridEncryption.KeyPair(
            secretKey: HKDF.deriveKey(
                from: keys.secretKey, salt: [], info: Array("wallet sync 1 agreement".utf8),
                count: HybridEncryption.keyCount))
    }

    private static func sealer(
        _ vault: ItemID, _ ring: [SecretBytes], _ memory: ReplicaMemory
    ) throws -> CommitSealer {
        var sealer = try CommitSealer(vault: vault, keys: ring)
        for key in memory.learned { try sealer.add(key) }
        return sealer
    }

    /// Makes commits from now on under the last of these keys of the vault.
    func use(_ ring: [SecretBytes]) throws {
        sealer = try Self.sealer(vault, ring, memory)
    }

    /// Opens commits under a key of the vault that another device has handed over.
    func open(under key: SecretBytes) throws { try sealer.add(key) }

    // MARK: Looking

    /// What is known of an item.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`) when it does not open.
    package func item(_ id: ItemID) throws -> ItemState? { try state.items.item(id) }

    /// The names of all items, also of those that were taken away.
    package var itemIDs: Set<ItemID> { Set(state.items.ids) }

    /// The hash of the state.
    package var stateHash: [UInt8] { state.hash }

    /// The devices that count, and how many commits of each are here.
    package var devices: [(device: Device, number: UInt64)] {
        state.counted.map { ($0, position(of: $0.id).number) }
    }

    /// The other devices that count, without recovery sheets, which have nothing.
    var others: [Device] {
        state.counted.filter { $0.id != device.id && RecoverySheet.shelf(of: $0) == nil }
    }

    /// How many commits of this device each other one has applied, as far as it has said.
    var acknowledged: [DeviceID: UInt64] {
        Dictionary(
            uniqueKeysWithValues: others.map { ($0.id, memory.known[$0.id]?.acknowledged ?? 0) })
    }

    /// Who let devices in, and when.
    var admissions: [Admission: Stamp] { state.admissions }

    /// The names for people of all devices that were ever let in.
    package var deviceNames: [DeviceID: String] {
        state.devices.mapValues { RecoverySheet.shelf(of: $0) == nil ? $0.name : "recovery sheet" }
    }

    /// The items with values that were given at the same time, or that came back.
    package var conflicted: [ItemID] { state.items.conflicted.sorted() }

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
        let digits = CommitSealer.hash(of: bytes).prefix(8).map { $0.hexadecimal() }
        return stride(from: 0, to: 8, by: 2).map { digits[$0] + digits[$0 + 1] }
            .joined(separator: "-")
    }

    /// The last snapshot that somebody told of, as far as is known here.
    package var lastSnapshot: SnapshotReference? { memory.snapshots.last?.snapshot.reference }

    /// How many commits of this device no remote has had yet.
    package var unsent: UInt64 { position(of: device.id).number - memory.sent }

    // MARK: Writing down

    /// Where the log of a device ends here.
    func position(of device: DeviceID) -> LogPosition {
        logs[device]?.position ?? .start
    }

    /// Writes down what a commit comes to, and takes it over.
    func adopt(
        _ step: SyncState.Step, _ memory: ReplicaMemory, by author: DeviceID, _ number: UInt64,
        hash: [UInt8], with further: [[UInt8]: [UInt8]] = [:]
    ) throws {
        var next = memory
        next.stateHash = step.hash
        next.devices = Array(state.devices.merging(step.devices) { $1 }.values)
        next.admissions = state.admissions.merging(step.admissions) { $1 }
        next.dismissed = state.dismissed.merging(step.dismissed) { $1 }
        next.noteHeard(of: step.dismissed.keys, now())
        next.access = step.access ?? state.access
        let items = try state.items.sealed(step.items)
        var changed = further
        for (id, row) in items { changed[RowKey.item(id).bytes] = row }
        let key = RowKey.hash(author, number: number)
        changed[key.bytes] = try rows.seal(key) { $0.bytes(hash) }
        try save(next, changed)
        self.memory = next
        unsettled?.formUnion(step.items.keys)
        state.adopt(step, items)
        logs[author, default: KnownLog()].append(hash)
    }

    /// Writes the memory and rows down.
    func save(_ memory: ReplicaMemory, _ changed: [[UInt8]: [UInt8]]) throws {
        try save(memory) { write in
            for (key, sealed) in changed { try write(key, sealed) }
        }
    }

    /// Writes the memory down, and what a closure changes, one row after the other.
    func save(_ memory: ReplicaMemory, _ body: (RowWriter) throws -> Void) throws {
        let row = try rows.seal(.memory, memory.write)
        do {
            try store.change { write in
                try write(RowKey.memory.bytes, row)
                try body(write)
            }
        } catch {
            isCurrent = false
            throw error
        }
    }

    /// After the store failed, nobody knows what it holds: a number must not be given twice.
    func reload() throws {
        guard !isCurrent else { return }
        let loaded = try Loaded(store, rows, sums)
        (memory, state, logs) = (loaded.memory, loaded.state, loaded.logs)
        unsettled = nil
        isCurrent = true
    }
}
