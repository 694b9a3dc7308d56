import CTenonCore
import Synchronization

/// Runs factories, each once, in the order in which they need each other.
///
/// The first caller who needs a value runs its factory, without changing threads; others who ask
/// meanwhile wait. The lock guards the bookkeeping and is never held while a factory runs.
final class ContainerBuilder: Sendable {
    typealias Waiting = CheckedContinuation<(any AnyBox)?, any Error>

    enum Progress {
        case idle
        case running([Waiting])
        case done(any AnyBox)
        case failed(any Error)
    }

    struct State {
        var progress: [Progress]
        var needs: NeedGraph
        var durations: [Duration]
        /// Whether the values made so far have been handed over for starting and stopping.
        var isSealed = false
        /// Whether starting is no longer allowed.
        var isClosed = false
        /// The values made and started since it was sealed.
        var startedLater: [any LifecycleHandling] = []
    }

    let table: RegistrationTable
    let parent: BuiltPorts
    private let allowed: Lifetime
    private let state: Mutex<State>

    /// Makes a builder on top of what a parent has already built.
    init(_ table: RegistrationTable, parent: BuiltPorts, allowing allowed: Lifetime) {
        self.table = table
        self.parent = parent
        self.allowed = allowed
        let count = table.registrations.count
        state = Mutex(
            State(
                progress: Array(repeating: .idle, count: count),
                needs: NeedGraph(count: count),
                durations: Array(repeating: .zero, count: count)))
    }

    /// Accesses the state exclusively.
    ///
    /// The calls around it tell the thread sanitizer what it cannot see in a `Mutex`: that callers
    /// come one after the other. They do nothing in other builds.
    func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let lock = Unmanaged.passUnretained(self).toOpaque()
        return state.withLock { state in
            tenon_lock_taken(lock)
            defer { tenon_lock_released(lock) }
            return body(&state)
        }
    }

    /// Makes everything of the lifetime that this builder is for, except what is lazy.
    ///
    /// One slow factory delays only those who need it: a task runs factories one after the other
    /// until it has to wait, and then another task goes on with the rest.
    ///
    /// - Returns: The errors of the factories that failed, each once; empty when all went well.
    /// - Throws: `CancellationError` when the task was cancelled.
    func buildAll() async throws -> [any Error] {
        let rest = PendingFactories(
            table.registrations.indices.filter { isAllowed($0) && !isLazy($0) })
        await withDiscardingTaskGroup { group in
            while !rest.isEmpty {
                group.addImmediateTask {
                    while let index = rest.next() { _ = try? await self.create(index, for: nil) }
                }
            }
        }
        try Task.checkCancellation()
        var known: Set<String> = []
        return withState { state in
            state.progress.compactMap { progress in
                guard case .failed(let error) = progress, known.insert("\(error)").inserted else {
                    return nil
                }
                return error
            }
        }
    }

    /// The value of a port with one provider; `nil` when nothing provides it.
    func box(of port: AnyPort, path: ResolutionPath?) async throws -> (any AnyBox)? {
        guard let index = table.index(of: port) else { return parent.box(of: port) }
        return try await create(index, for: path)
    }

    /// The contributions to a collection, those of the parent among them, in their order.
    func contributions(
        to port: AnyPort, path: ResolutionPath?
    ) async throws -> [Contribution] {
        var result = parent.contributions(to: port)
        for index in table.indexes(of: port) where isAllowed(index) {
            result.append(
                Contribution(table.registrations[index], try await create(index, for: path)))
        }
        return result.inOrder()
    }

    /// The names of what is being made, the innermost last.
    func labels(of path: ResolutionPath?) -> [String] {
        path?.indexes.map { table.registrations[$0].label } ?? []
    }

    private func isAllowed(_ index: Int) -> Bool {
        table.registrations[index].lifetime == allowed
    }

    private func isLazy(_ index: Int) -> Bool { table.registrations[index].deferred != nil }

    private func create(_ index: Int, for path: ResolutionPath?) async throws -> any AnyBox {
        let registration = table.registrations[index]
        if registration.lifetime == .transient {
            if let indexes = path?.indexes, let start = indexes.firstIndex(of: index) {
                throw cycle(Array(indexes[start...]))
            }
            return try await run(index, for: path)
        }
        guard isAllowed(index) else {
            throw ContainerError.wrongLifetime(registration.port, path: labels(of: path))
        }
        let waiter = waiter(in: path)
        while true {
            switch withState({ begin(index, neededBy: waiter, &$0) }) {
            case .run:
                guard isLazy(index) else { return try await finish(index, for: path) }
                // A separate task: others may still wait for it when the first caller is cancelled.
                return try await Task { try await self.finish(index, for: path) }.value
            case .take(let box): return box
            case .fail(let error): throw error
            case .wait: if let box = try await value(of: index) { return box }
            }
        }
    }

    /// What a caller that needs a value does next.
    private enum Step {
        case run
        case wait
        case take(any AnyBox)
        case fail(any Error)
    }

    private func begin(
        _ index: Int, neededBy waiter: NeedGraph.Waiter?, _ state: inout State
    ) -> Step {
        switch state.progress[index] {
        case .done(let box):
            // A factory may keep its resolver and ask again later; boot does not record that as a
            // need.
            if let waiter, case .running = state.progress[waiter.index] {
                state.needs.add(index, neededBy: waiter)
            }
            return .take(box)
        case .failed(let error):
            return .fail(error)
        case .idle:
            state.needs.add(index, neededBy: waiter)
            state.progress[index] = .running([])
            return .run
        case .running:
            // Waiting for a value that waits for this one, in any task, would never end.
            let progress = state.progress
            let circle = waiter.flatMap { waiter in
                state.needs.circle(closing: waiter, waitingFor: index) { index in
                    if case .running = progress[index] { true } else { false }
                }
            }
            if let circle { return .fail(cycle(circle)) }
            state.needs.add(index, neededBy: waiter)
            return .wait
        }
    }

    /// Waits for a factory that another caller runs; `nil` when it failed before the wait began,
    /// and may run again.
    private func value(of index: Int) async throws -> (any AnyBox)? {
        try await withCheckedThrowingContinuation { continuation in
            let result = withState { state -> Result<(any AnyBox)?, any Error>? in
                switch state.progress[index] {
                case .running(let waiting):
                    state.progress[index] = .running(waiting + [continuation])
                    return nil
                case .done(let box): return .success(box)
                case .failed(let error): return .failure(error)
                case .idle: return .success(nil)
                }
            }
            if let result { continuation.resume(with: result) }
        }
    }

    private func finish(
        _ index: Int, for path: ResolutionPath?
    ) async throws -> any AnyBox {
        do {
            let box = try await run(index, for: path)
            let waiting = withState { state in
                // A value that boot has not started is started first.
                let isLate = state.isSealed && isLazy(index) && box.lifecycle != nil
                return isLate ? nil : complete(index, .done(box), &state)
            }
            guard let waiting else { return try await start(index, box, for: path) }
            for continuation in waiting { continuation.resume(returning: box) }
            return box
        } catch {
            let waiting = withState { state in
                if isLazy(index) { state.needs.clear(index) }
                return complete(index, isLazy(index) ? .idle : .failed(error), &state)
            }
            for continuation in waiting { continuation.resume(throwing: error) }
            throw error
        }
    }

    /// Starts what was made after the boot, and hands it out.
    private func start(
        _ index: Int, _ box: any AnyBox, for path: ResolutionPath?
    ) async throws -> any AnyBox {
        let registration = table.registrations[index]
        guard let lifecycle = box.lifecycle, !withState({ $0.isClosed }) else {
            throw ContainerError.stopped(registration)
        }
        do {
            try await lifecycle.start()
        } catch {
            throw ContainerError.factory(registration, path: labels(of: path), cause: error)
        }
        let waiting = withState { state in
            guard !state.isClosed else { return nil as [Waiting]? }
            state.startedLater.append(lifecycle)
            return complete(index, .done(box), &state)
        }
        guard let waiting else {
            await lifecycle.stop()
            throw ContainerError.stopped(registration)
        }
        for continuation in waiting { continuation.resume(returning: box) }
        return box
    }

    /// Sets the state of a factory, and takes the callers that wait for it.
    private func complete(
        _ index: Int, _ progress: Progress, _ state: inout State
    ) -> [Waiting] {
        guard case .running(let waiting) = state.progress[index] else { return [] }
        state.progress[index] = progress
        return waiting
    }

    private func run(_ index: Int, for path: ResolutionPath?) async throws -> any AnyBox {
        let registration = table.registrations[index]
        let inner = ResolutionPath(index, for: path)
        let start = ContinuousClock.now
        do {
            let box = try await registration.make(Resolver(builder: self, path: inner))
            let duration = ContinuousClock.now - start
            withState { $0.durations[index] += duration }
            return box
        } catch let error as ContainerError {
            throw error
        } catch {
            throw ContainerError.factory(registration, path: labels(of: path), cause: error)
        }
    }

    /// The registration whose factory waits: the innermost one that is made only once.
    private func waiter(in path: ResolutionPath?) -> NeedGraph.Waiter? {
        var transients: [Int] = []
        var current = path
        while let step = current {
            if table.registrations[step.index].lifetime != .transient {
                return NeedGraph.Waiter(index: step.index, transients: transients.reversed())
            }
            transients.append(step.index)
            current = step.parent
        }
        return nil
    }

    private func cycle(_ indexes: [Int]) -> ContainerError {
        let labels = indexes.map { table.registrations[$0].label }
        return ContainerError.cycle(labels + labels.prefix(1))
    }
}
