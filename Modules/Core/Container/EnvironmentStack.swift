import CTenonCore
import Synchronization

/// The containers of one session, each on top of the other: signing in pushes, signing out pops.
///
/// Each layer has values of the session's lifetime of its own, made and started when it is pushed,
/// stopped in reverse order and dropped when it is popped. What begins after a pop sees nothing of
/// the layer; work that began inside keeps its container until it ends, with values that have been
/// stopped.
///
/// ```swift
/// let stack = EnvironmentStack(container)
/// let layer = try await stack.push { $0.provide(.account, account) }
/// try await stack.run { Environment.current?[.account] }
/// await stack.pop(layer)
/// ```
public final class EnvironmentStack: Sendable {
    /// Identifies the layer that one push put on a stack.
    public struct Layer: Sendable, Hashable {
        fileprivate let id: Int
    }

    private struct Entry: Sendable {
        let layer: Layer
        let container: Container
        /// What runs, dependencies first.
        let lifecycles: [any LifecycleHandling]
    }

    private struct State {
        var entries: [Entry] = []
        var pushes = 0
        var isClosed = false
    }

    private let base: Container
    private let state = Mutex(State())

    /// Makes a stack without layers; the container at its bottom is never removed.
    public init(_ base: Container) { self.base = base }

    deinit { close() }

    /// The container on top; after ``close()`` that of the application.
    public var current: Container { top ?? base }

    /// The container on top; `nil` after ``close()``.
    public var top: Container? {
        withState { $0.isClosed ? nil : $0.entries.last?.container ?? base }
    }

    /// How many layers there are.
    public var depth: Int { withState { $0.entries.count } }

    /// Puts a layer on top, with new values of the session's lifetime.
    ///
    /// Nothing sees it before all of its values have been made and started.
    ///
    /// - Parameter change: The ports in which it differs from what is on top.
    /// - Returns: What ``pop(_:)`` takes.
    /// - Throws: What a factory or a start throws, and ``ContainerError`` (`container.environment`)
    ///   when there was another push or a pop meanwhile; nothing has changed then.
    @discardableResult
    public func push(_ change: (inout Overrides) -> Void = { _ in }) async throws -> Layer {
        let top = withState { $0.entries.last }
        let (container, lifecycles) = try await (top?.container ?? base)
            .overriding(change).makeScope()
        for (index, lifecycle) in lifecycles.enumerated() {
            do {
                try await lifecycle.start()
            } catch {
                await Self.stop(lifecycles[..<index])
                throw error
            }
        }
        let layer = withState { state -> Layer? in
            guard !state.isClosed, state.entries.last?.layer == top?.layer else { return nil }
            state.pushes += 1
            let layer = Layer(id: state.pushes)
            state.entries.append(
                Entry(layer: layer, container: container, lifecycles: lifecycles))
            return layer
        }
        guard let layer else {
            await Self.stop(lifecycles[...])
            throw ContainerError.environmentChanged
        }
        return layer
    }

    /// Removes a layer and all above it; does nothing when it is gone already.
    ///
    /// They are removed at once. The function returns when everything that ran in them has been
    /// stopped, the latest first.
    public func pop(_ layer: Layer) async { await remove(layer)?.value }

    /// Removes a layer and all above it, and stops what ran in them, without waiting for it.
    ///
    /// - Returns: The task that stops them; `nil` when nothing ran.
    @discardableResult
    public func remove(_ layer: Layer) -> Task<Void, Never>? {
        let removed = withState { state -> [Entry] in
            guard let index = state.entries.firstIndex(where: { $0.layer == layer }) else {
                return []
            }
            defer { state.entries.removeSubrange(index...) }
            return Array(state.entries[index...])
        }
        return Self.stopping(removed)
    }

    /// Removes all layers for good, and stops what ran in them, without waiting for it.
    ///
    /// - Returns: The task that stops them; `nil` when nothing ran.
    @discardableResult
    public func close() -> Task<Void, Never>? {
        let removed = withState { state in
            defer { state.entries = [] }
            state.isClosed = true
            return state.entries
        }
        return Self.stopping(removed)
    }

    /// Runs a closure that finds the container on top in ``Environment/current`` until it ends.
    public func run<Result>(
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await Environment.$current.withValue(current, operation: operation)
    }

    /// Accesses the state exclusively.
    ///
    /// The calls around it tell the thread sanitizer what it cannot see in a `Mutex`: that callers
    /// come one after the other. They do nothing in other builds.
    private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let lock = Unmanaged.passUnretained(self).toOpaque()
        return state.withLock { state in
            tenon_lock_taken(lock)
            defer { tenon_lock_released(lock) }
            return body(&state)
        }
    }

    private static func stopping(_ entries: [Entry]) -> Task<Void, Never>? {
        let lifecycles = entries.flatMap(\.lifecycles)
        return lifecycles.isEmpty ? nil : Task { await stop(lifecycles[...]) }
    }

    private static func stop(_ lifecycles: ArraySlice<any LifecycleHandling>) async {
        for lifecycle in lifecycles.reversed() { await lifecycle.stop() }
    }
}
