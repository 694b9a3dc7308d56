import Synchronization

/// Runs factories, each once, in the order in which they need each other.
///
/// The first caller who needs a value runs its factory, without changing threads; whoever asks
/// meanwhile waits. The lock guards the bookkeeping and is never held while a factory runs.
final class ContainerBuilder: Sendable {
    private enum Progress {
        case idle
        case running([CheckedContinuation<any AnyBox, any Error>])
        case done(any AnyBox)
        case failed(any Error)
    }

    private struct State {
        var progress: [Progress]
        /// By registration: what its factory asked for so far.
        var needs: [[Int]]
        var durations: [Duration]
    }

    private let table: RegistrationTable
    private let parent: BuiltPorts
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
                needs: Array(repeating: [], count: count),
                durations: Array(repeating: .zero, count: count)))
    }

    /// Makes everything of the lifetime that this builder is for.
    ///
    /// One slow factory delays only those who need it: each runs until it waits for something, and
    /// then the next one begins.
    ///
    /// - Returns: The errors of the factories that failed, each once; empty when all went well.
    /// - Throws: `CancellationError` when the task was cancelled.
    func buildAll() async throws -> [any Error] {
        await withDiscardingTaskGroup { group in
            for index in table.registrations.indices where isAllowed(index) && isIdle(index) {
                group.addImmediateTask { _ = try? await self.create(index, for: nil) }
            }
        }
        try Task.checkCancellation()
        var known: Set<String> = []
        return state.withLock { state in
            state.progress.compactMap { progress in
                guard case .failed(let error) = progress, known.insert("\(error)").inserted else {
                    return nil
                }
                return error
            }
        }
    }

    /// What was built, on top of the parent.
    func freeze() -> BuiltPorts {
        let progress = state.withLock(\.progress)
        var built = parent
        for (index, registration) in table.registrations.enumerated() {
            if registration.port.kind != .collection {
                if case .done(let box) = progress[index] { built.set(registration.port, box) }
            } else if table.index(of: registration.port) == index {
                let own = table.indexes(of: registration.port).compactMap { index in
                    if case .done(let box) = progress[index] {
                        Contribution(table.registrations[index], box)
                    } else {
                        nil
                    }
                }
                built.add(own, gather: registration)
            }
        }
        return built
    }

    /// What runs, dependencies first; otherwise in the order of the registrations.
    func lifecycles() -> [any LifecycleHandling] {
        let (progress, needs) = state.withLock { ($0.progress, $0.needs) }
        var result: [any LifecycleHandling] = []
        var visited = Array(repeating: false, count: progress.count)
        var stack: [(index: Int, isLeaving: Bool)] = []
        for root in progress.indices {
            stack.append((root, false))
            while let (index, isLeaving) = stack.popLast() {
                if isLeaving {
                    guard case .done(let box) = progress[index] else { continue }
                    if let lifecycle = box.lifecycle { result.append(lifecycle) }
                } else if !visited[index] {
                    visited[index] = true
                    stack.append((index, true))
                    // Sorted, since the order in which factories ask may differ from run to run.
                    stack += needs[index].sorted(by: >).map { ($0, false) }
                }
            }
        }
        return result
    }

    /// By plugin: how long its factories took, including what they waited for.
    func durations() -> [String: Duration] {
        let durations = state.withLock(\.durations)
        var result: [String: Duration] = [:]
        for (registration, duration) in zip(table.registrations, durations) {
            result[registration.plugin, default: .zero] += duration
        }
        return result
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

    /// Whether nobody has asked for it yet.
    private func isIdle(_ index: Int) -> Bool {
        state.withLock { state in
            if case .idle = state.progress[index] { true } else { false }
        }
    }

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
        switch state.withLock({ begin(index, neededBy: waiter(in: path), &$0) }) {
        case .run: return try await finish(index) { try await self.run(index, for: path) }
        case .take(let box): return box
        case .fail(let error): throw error
        case .wait: return try await value(of: index)
        }
    }

    /// What a caller does who needs a value.
    private enum Step {
        case run
        case wait
        case take(any AnyBox)
        case fail(any Error)
    }

    private func begin(_ index: Int, neededBy waiter: Int?, _ state: inout State) -> Step {
        switch state.progress[index] {
        case .done(let box):
            // A factory may keep its resolver and ask again later: that is no need of the boot.
            if let waiter, case .running = state.progress[waiter] {
                state.needs[waiter].append(index)
            }
            return .take(box)
        case .failed(let error):
            return .fail(error)
        case .idle:
            if let waiter { state.needs[waiter].append(index) }
            state.progress[index] = .running([])
            return .run
        case .running:
            // Waiting for what waits for us, in whatever task, would never end.
            if let waiter, let circle = route(from: index, to: waiter, state) {
                return .fail(cycle(circle))
            }
            if let waiter { state.needs[waiter].append(index) }
            return .wait
        }
    }

    /// Waits for a factory that another caller runs.
    private func value(of index: Int) async throws -> any AnyBox {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<any AnyBox, any Error>? in
                switch state.progress[index] {
                case .running(let waiting):
                    state.progress[index] = .running(waiting + [continuation])
                    return nil
                case .done(let box): return .success(box)
                case .failed(let error): return .failure(error)
                case .idle: return .failure(CancellationError())
                }
            }
            if let result { continuation.resume(with: result) }
        }
    }

    private func finish(
        _ index: Int, _ operation: () async throws -> any AnyBox
    ) async throws -> any AnyBox {
        do {
            let box = try await operation()
            for waiting in complete(index, .done(box)) { waiting.resume(returning: box) }
            return box
        } catch {
            for waiting in complete(index, .failed(error)) { waiting.resume(throwing: error) }
            throw error
        }
    }

    private func complete(
        _ index: Int, _ progress: Progress
    ) -> [CheckedContinuation<any AnyBox, any Error>] {
        state.withLock { state in
            guard case .running(let waiting) = state.progress[index] else { return [] }
            state.progress[index] = progress
            return waiting
        }
    }

    private func run(_ index: Int, for path: ResolutionPath?) async throws -> any AnyBox {
        let registration = table.registrations[index]
        let inner = ResolutionPath(index, for: path)
        let start = ContinuousClock.now
        do {
            let box = try await registration.make(Resolver(builder: self, path: inner))
            let duration = ContinuousClock.now - start
            state.withLock { $0.durations[index] += duration }
            return box
        } catch let error as ContainerError {
            throw error
        } catch {
            throw ContainerError.factory(registration, path: labels(of: path), cause: error)
        }
    }

    /// Whose factory waits: the innermost one that is made only once.
    private func waiter(in path: ResolutionPath?) -> Int? {
        var current = path
        while let step = current {
            if table.registrations[step.index].lifetime != .transient { return step.index }
            current = step.parent
        }
        return nil
    }

    /// The way along the factories that are running and wait; `nil` when there is none.
    private func route(from start: Int, to goal: Int, _ state: borrowing State) -> [Int]? {
        var visited: Set<Int> = [start]
        var stack: [[Int]] = [[start]]
        while let way = stack.popLast() {
            guard let last = way.last, last != goal else { return way }
            guard case .running = state.progress[last] else { continue }
            for next in state.needs[last] where visited.insert(next).inserted {
                stack.append(way + [next])
            }
        }
        return nil
    }

    private func cycle(_ indexes: [Int]) -> ContainerError {
        let labels = indexes.map { table.registrations[$0].label }
        return ContainerError.cycle(labels + labels.prefix(1))
    }
}
