import Synchronization
import TenonCore
import TenonNetworking
import WalletSyncRequests

/// Tells machines that wait how far the logs of their vaults are, whenever that changes.
///
/// What this server changes is told at once. What others change on the same database is found by looking
/// once a second at all vaults that somebody waits for, together: the number of those who wait makes no
/// difference.
final class VaultWatch: Sendable {
    /// A machine that waits.
    private struct Listener {
        let number: Int
        let pieces: AsyncStream<[UInt8]>.Continuation
        /// When the stream ends, so that the machine has to come again.
        let end: ContinuousClock.Instant
    }

    /// A vault that somebody waits for.
    private struct Watched {
        var mark: VaultMark
        /// One for each machine: a new one replaces the one before.
        var listeners: [SyncName: Listener] = [:]
    }

    private struct State {
        var vaults: [SyncName: Watched] = [:]
        /// Vaults that this server has changed since they were looked at.
        var touched: Set<SyncName> = []
        var isDue = false
        var count = 0
        var tasks: [Task<Void, Never>] = []
    }

    /// How many looks at the database pass between two comments on a stream.
    private static let silence = 15

    private let store: SyncStore
    private let state = Mutex(State())
    private let (wishes, wish) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(_ store: SyncStore) { self.store = store }

    // MARK: - Running

    /// Begins to look for changes.
    func start() {
        let ticking = Task {
            var round = 0
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                round += 1
                tick(isSilent: round % Self.silence == 0)
            }
        }
        let looking = Task { for await _ in wishes { await look() } }
        state.withLock { $0.tasks = [ticking, looking] }
    }

    /// Ends all streams.
    func stop() {
        let (tasks, listeners) = state.withLock { state in
            defer { (state.tasks, state.vaults) = ([], [:]) }
            return (state.tasks, state.vaults.values.flatMap(\.listeners.values))
        }
        for task in tasks { task.cancel() }
        for listener in listeners { listener.pieces.finish() }
    }

    private func tick(isSilent: Bool) {
        let now = ContinuousClock.now
        let (past, present) = state.withLock { state in
            state.isDue = true
            let all = state.vaults.values.flatMap(\.listeners.values)
            return (all.filter { $0.end < now }, isSilent ? all.filter { $0.end >= now } : [])
        }
        for listener in past { listener.pieces.finish() }
        for listener in present { listener.pieces.yield(VectorEvent.comment) }
        wish.yield()
    }

    // MARK: - Waiting

    /// The events for a machine: how far the logs are now, and then whenever that has changed.
    ///
    /// - Throws: A ``ProblemDocument`` when the machine may not use the vault.
    func events(of vault: SyncName, for device: SyncName) async throws -> AsyncStream<[UInt8]> {
        let (marks, event) = try await store.read { connection in
            let records = VaultRecords(connection, vault)
            _ = try records.member(device)
            return (try VaultMark.marks(of: [vault], in: connection), try records.event())
        }
        guard let mark = marks[vault] else { throw ProblemDocument.noVault }
        let (stream, pieces) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingNewest(8))
        pieces.yield(event)
        let end = ContinuousClock.now + .seconds(Int.random(in: 3_000...4_200))
        let (number, earlier) = state.withLock { state in
            state.count += 1
            let new = Listener(number: state.count, pieces: pieces, end: end)
            let earlier = state.vaults[vault, default: Watched(mark: mark)].listeners
                .updateValue(new, forKey: device)
            return (new.number, earlier)
        }
        earlier?.pieces.finish()
        pieces.onTermination = { [weak self] _ in self?.forget(number, device, of: vault) }
        return stream
    }

    private func forget(_ number: Int, _ device: SyncName, of vault: SyncName) {
        state.withLock { state in
            guard state.vaults[vault]?.listeners[device]?.number == number else { return }
            state.vaults[vault]?.listeners[device] = nil
            if state.vaults[vault]?.listeners.isEmpty == true { state.vaults[vault] = nil }
        }
    }

    /// Tells that this server has changed something in a vault.
    func touch(_ vault: SyncName) {
        let isAwaited = state.withLock { state in
            guard state.vaults[vault] != nil else { return false }
            state.touched.insert(vault)
            return true
        }
        if isAwaited { wish.yield() }
    }

    // MARK: - Looking

    private func look() async {
        let names = state.withLock { state in
            defer { (state.touched, state.isDue) = ([], false) }
            return state.isDue ? Set(state.vaults.keys) : state.touched
        }
        guard !names.isEmpty else { return }
        // An unavailable database is looked at again in a second.
        guard
            let marks = try? await store.read({ connection in
                try VaultMark.marks(of: Array(names), in: connection)
            })
        else { return }
        for name in names {
            let isChanged = state.withLock { state in
                guard let known = state.vaults[name]?.mark else { return false }
                return known != marks[name]
            }
            if isChanged { await tell(name, marks[name]) }
        }
    }

    /// Tells the machines that wait for a vault, and ends the streams of those that may not use it
    /// any more.
    private func tell(_ vault: SyncName, _ mark: VaultMark?) async {
        guard
            let (members, event) = try? await store.read({ connection in
                let records = VaultRecords(connection, vault)
                return (Set(try records.members().map(\.device)), try records.event())
            })
        else { return }
        let listeners = state.withLock { state in
            if let mark { state.vaults[vault]?.mark = mark }
            return state.vaults[vault]?.listeners ?? [:]
        }
        for (device, listener) in listeners {
            if members.contains(device.description) {
                listener.pieces.yield(event)
            } else {
                listener.pieces.finish()
            }
        }
    }
}

extension VaultRecords {
    /// How far the logs are, as an event.
    fileprivate func event() throws -> [UInt8] {
        let numbers = try heads().map { ($0.device, UInt64($0.number)) }
        return VectorEvent.bytes(LogVector(Dictionary(numbers) { first, _ in first }))
    }
}
