import Synchronization

/// Runs the work of effects by their identity and policy.
final class EffectRunner<Mutation: Sendable>: Sendable {
    /// The work of one identity.
    private struct Running {
        /// Work that may still emit: neither ended nor cancelled.
        var live: [Int: Task<Void, Never>] = [:]
        /// The work that the next serial work waits for: cancelled work, too, since it may not have
        /// noticed yet.
        var ahead: [Int: Task<Void, Never>] = [:]

        mutating func cancel() {
            for task in live.values { task.cancel() }
            live = [:]
        }

        /// Makes room for new work; returns what it waits for, or `nil` when it does not run.
        mutating func admit(_ policy: Effect<Mutation>.Policy) -> [Task<Void, Never>]? {
            switch policy {
            case .concurrent:
                return []
            case .latest:
                cancel()
                return []
            case .first:
                // Cancelled work no longer counts, so that later requests are not lost.
                return live.isEmpty ? [] : nil
            case .serial:
                defer { ahead = [:] }
                return Array(ahead.values)
            }
        }

        mutating func add(_ task: Task<Void, Never>, _ number: Int) {
            live[number] = task
            ahead[number] = task
        }

        mutating func remove(_ number: Int) {
            live[number] = nil
            ahead[number] = nil
        }

        var isEmpty: Bool { live.isEmpty && ahead.isEmpty }
    }

    private struct State {
        var running: [String: Running] = [:]
        var next = 0
        var isCancelled = false
        /// All work that has not ended, whether it is cancelled or not.
        var unfinished: [Int: String] = [:]
    }

    private let hooks: StoreHooks
    private let state = Mutex(State())

    init(hooks: StoreHooks) { self.hooks = hooks }

    /// The identities of the work that has not ended, in the order in which it was asked for.
    var unfinished: [String] {
        state.withLock { state in
            state.unfinished.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Whether work is not cancelled yet.
    typealias Condition = () -> Bool

    /// Starts work as its policy says.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - perform: Takes each of its steps, and looks whether it is still wanted when nothing can
    ///     cancel the work any more.
    ///   - failed: Takes an error other than cancellation, in the same way.
    func start(
        _ work: Effect<Mutation>.Work,
        perform: @escaping @Sendable (Effect<Mutation>.Step, Condition) -> Void,
        failed: @escaping @Sendable (any Error, Condition) -> Void
    ) {
        state.withLock { state in
            guard !state.isCancelled else { return }
            // Changed in place: a copy would take time in proportion to the work.
            guard let predecessors = state.running[work.id, default: Running()].admit(work.policy)
            else { return }
            let number = state.next
            state.next += 1
            state.unfinished[number] = work.id
            if !work.isBackground { hooks.activity(1) }
            // The task ends only after the lock is released, since `finish` takes it as well.
            let task = Task { [hooks] in
                for predecessor in predecessors { await predecessor.value }
                await Environment.$current.withValue(hooks.container ?? Environment.current) {
                    await Self.run(work, perform: perform, failed: failed)
                }
                self.finish(work.id, number)
                if !work.isBackground { hooks.activity(-1) }
            }
            state.running[work.id, default: Running()].add(task, number)
        }
    }

    /// Cancels the running work with an identity.
    func cancel(_ id: String) {
        state.withLock { $0.running[id]?.cancel() }
    }

    /// Cancels the running work of a part.
    func cancelAll(in part: String) {
        state.withLock { state in
            for id in state.running.keys where id.hasPrefix("\(part)/") {
                state.running[id]?.cancel()
            }
        }
    }

    /// Cancels all work; later work does not start.
    func cancelAll() {
        state.withLock { state in
            state.isCancelled = true
            for id in state.running.keys { state.running[id]?.cancel() }
        }
    }

    private func finish(_ id: String, _ number: Int) {
        state.withLock { state in
            state.unfinished[number] = nil
            state.running[id]?.remove(number)
            if state.running[id]?.isEmpty == true { state.running[id] = nil }
        }
    }

    private static func run(
        _ work: Effect<Mutation>.Work,
        perform: @escaping @Sendable (Effect<Mutation>.Step, Condition) -> Void,
        failed: @escaping @Sendable (any Error, Condition) -> Void
    ) async {
        guard !Task.isCancelled else { return }
        let gate = Gate()
        do {
            try await withTaskCancellationHandler {
                try await work.operation { step in
                    perform(step) { gate.isOpen }
                }
            } onCancel: {
                gate.close()
            }
        } catch is CancellationError {
            return
        } catch {
            failed(error) { !Task.isCancelled }
        }
    }
}

/// Lets steps through until the work is cancelled.
///
/// Cancelled work may run on for a moment, and may emit from a thread or a task that knows nothing
/// of the cancellation; what it emits then is dropped.
private final class Gate: Sendable {
    private let isClosed = Atomic(false)

    var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

    func close() { isClosed.store(true, ordering: .releasing) }
}
