import Synchronization

/// Runs the work of effects by their identity and policy.
final class EffectRunner<Mutation: Sendable>: Sendable {
    private struct Running {
        var tasks: [Int: Task<Void, Never>] = [:]
        var last: Task<Void, Never>?
    }

    private struct State {
        var running: [String: Running] = [:]
        var next = 0
        var isCancelled = false
    }

    private let hooks: StoreHooks
    private let state = Mutex(State())

    init(hooks: StoreHooks) { self.hooks = hooks }

    /// Starts work as its policy says; errors other than cancellation go to `failed`.
    func start(
        _ work: Effect<Mutation>.Work, emit: @escaping Effect<Mutation>.Emit,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        state.withLock { state in
            guard !state.isCancelled else { return }
            var running = state.running[work.id] ?? Running()
            if work.policy == .first, !running.tasks.isEmpty { return }
            if work.policy == .latest { running.tasks.values.forEach { $0.cancel() } }
            let predecessor = work.policy == .serial ? running.last : nil
            let number = state.next
            state.next += 1
            if !work.isBackground { hooks.activity(1) }
            // The task ends only after the lock is released, since `finish` takes it as well.
            let task = Task { [hooks] in
                await predecessor?.value
                await Environment.$current.withValue(hooks.container ?? Environment.current) {
                    await Self.run(work, emit: emit, failed: failed)
                }
                self.finish(work.id, number)
                if !work.isBackground { hooks.activity(-1) }
            }
            running.tasks[number] = task
            running.last = task
            state.running[work.id] = running
        }
    }

    /// Cancels the running work with an identity.
    func cancel(_ id: String) {
        state.withLock { state in
            state.running[id]?.tasks.values.forEach { $0.cancel() }
        }
    }

    /// Cancels all work; later work does not start.
    func cancelAll() {
        state.withLock { state in
            state.isCancelled = true
            for running in state.running.values { running.tasks.values.forEach { $0.cancel() } }
        }
    }

    private func finish(_ id: String, _ number: Int) {
        state.withLock { state in
            state.running[id]?.tasks.removeValue(forKey: number)
            if state.running[id]?.tasks.isEmpty == true { state.running.removeValue(forKey: id) }
        }
    }

    private static func run(
        _ work: Effect<Mutation>.Work, emit: @escaping Effect<Mutation>.Emit,
        failed: @escaping @Sendable (any Error) -> Void
    ) async {
        guard !Task.isCancelled else { return }
        let gate = Gate()
        do {
            try await withTaskCancellationHandler {
                try await work.operation { mutation in
                    if gate.isOpen { emit(mutation) }
                }
            } onCancel: {
                gate.close()
            }
        } catch is CancellationError {
            return
        } catch {
            if !Task.isCancelled { failed(error) }
        }
    }
}

/// Lets mutations through until the work is cancelled.
///
/// Cancelled work may run on for a moment, and may emit from a thread or a task that knows nothing
/// of the cancellation; what it emits then is dropped.
private final class Gate: Sendable {
    private let isClosed = Atomic(false)

    var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

    func close() { isClosed.store(true, ordering: .releasing) }
}
