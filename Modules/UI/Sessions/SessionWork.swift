import Synchronization
import TenonCore

/// The tasks of a session beside those of its scenes: confirmed actions, alerts about errors.
final class SessionWork: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var stackBound: Set<Int> = []
        var next = 0
        var isClosed = false
    }

    private let environment: EnvironmentStack
    private let gate: ActivityGate
    private let state = Mutex(State())

    /// Makes the work of a session; each task finds the container on top in its environment.
    init(environment: EnvironmentStack, gate: ActivityGate) {
        self.environment = environment
        self.gate = gate
    }

    /// Runs something that the person waits for; its error becomes an alert.
    ///
    /// - Parameters:
    ///   - isStackBound: Whether ``cancelStackBound()`` cancels it.
    ///   - operation: What runs.
    func run(
        isStackBound: Bool = true, _ operation: @escaping @Sendable () async throws -> Void
    ) {
        gate.changeActivity(by: 1)
        start(isStackBound: isStackBound) { [gate] in
            do {
                try await operation()
            } catch {
                await self.show(error)
            }
            gate.changeActivity(by: -1)
        }
    }

    /// Shows the person an error that no caller handles.
    func report(_ error: any Error) {
        run { throw error }
    }

    /// Runs something that the person does not wait for.
    func start(
        isStackBound: Bool = false, _ operation: @escaping @Sendable () async -> Void
    ) {
        state.withLock { state in
            guard !state.isClosed else { return }
            let id = state.next
            state.next += 1
            if isStackBound { state.stackBound.insert(id) }
            // The task removes itself only after the lock is released, since that takes it as well.
            let container = environment.current
            state.tasks[id] = Task {
                await Environment.$current.withValue(container) { await operation() }
                self.state.withLock { state in
                    state.tasks[id] = nil
                    state.stackBound.remove(id)
                }
            }
        }
    }

    /// How many tasks are running.
    var count: Int { state.withLock(\.tasks.count) }

    /// Cancels the tasks that belong to the present stack of scenes; later ones start as usual.
    func cancelStackBound() {
        let tasks = state.withLock { state in state.stackBound.compactMap { state.tasks[$0] } }
        for task in tasks { task.cancel() }
    }

    /// Cancels all tasks; later ones do not start.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }

    private func show(_ error: any Error) async {
        guard !(error is CancellationError) else { return }
        let container = environment.current
        let localizer = container[.localizer]
        _ = await container[.alerts].present(
            Alert(
                title: localizer(UIText.errorTitle),
                message: localizer.text(of: Explanation(error).sentence)))
    }
}
