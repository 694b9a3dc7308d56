import Synchronization

/// What a store tells its surroundings.
public struct StoreHooks: Sendable {
    /// Called with the name of every action, without its values, before it is mutated.
    public var willSend: (@Sendable (String) -> Void)?
    /// Called with the change of the number of running foreground effects, +1 or −1.
    public var activity: @Sendable (Int) -> Void
    /// Takes the errors for which the interactor declares no mutation.
    public var failed: @Sendable (any Error) -> Void
    /// The container that effects find in ``Environment/current``.
    public var container: Container?

    /// Makes hooks; by default nothing listens.
    public init(
        willSend: (@Sendable (String) -> Void)? = nil,
        activity: @escaping @Sendable (Int) -> Void = { _ in },
        failed: @escaping @Sendable (any Error) -> Void = { _ in }, container: Container? = nil
    ) {
        self.willSend = willSend
        self.activity = activity
        self.failed = failed
        self.container = container
    }
}

/// Runs an interactor: keeps its state, takes actions, delivers states.
///
/// Actions may be sent from any thread. A listener gets the latest state first, then every
/// different state in order. A synchronous mutation has reached the state when `send` returns.
public final class Store<Logic: Interactor>: Sendable {
    /// The state that listeners have, and what waits to be delivered.
    private struct Storage {
        var state: Logic.State
        var outbox: [Logic.State] = []
        var isDelivering = false
        var latest: Logic.State
        var listeners: [Int: AsyncStream<Logic.State>.Continuation] = [:]
        var observers: [@Sendable (Logic.State) -> Void] = []
        var nextListener = 0
        var isCancelled = false
    }

    private let interactor: Logic
    private let hooks: StoreHooks
    private let effects: EffectRunner<Logic.Mutation>
    private let scope = FlowScope()
    private let storage: Mutex<Storage>
    private let actions = Subject<Logic.Action>()
    private let mutations = Subject<Logic.Mutation>()
    private let states = Subject<Logic.State>()

    /// Makes a store in the interactor's initial state and connects its flows.
    public init(_ interactor: Logic, hooks: StoreHooks = StoreHooks()) {
        self.interactor = interactor
        self.hooks = hooks
        let initial = interactor.initialState
        storage = Mutex(Storage(state: initial, latest: initial))
        effects = EffectRunner(hooks: hooks)
        connect()
    }

    deinit { cancel() }

    /// The current state.
    public var state: Logic.State { storage.withLock(\.state) }

    /// Takes an action.
    public func send(_ action: Logic.Action) {
        actions.send(action)
    }

    /// The latest state, then every different one, in order, until the scene is cancelled.
    public func updates() -> AsyncStream<Logic.State> {
        let (stream, continuation) = AsyncStream.makeStream(of: Logic.State.self)
        let id = storage.withLock { storage -> Int? in
            continuation.yield(storage.latest)
            guard !storage.isCancelled else { return nil }
            defer { storage.nextListener += 1 }
            storage.listeners[storage.nextListener] = continuation
            return storage.nextListener
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.storage.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Calls back with every different state from now on, in order, on the thread that caused it.
    public func observe(_ observer: @escaping @Sendable (Logic.State) -> Void) {
        storage.withLock { $0.observers.append(observer) }
    }

    /// Cancels all effects and flows and ends all listeners.
    public func cancel() {
        scope.cancel()
        effects.cancelAll()
        let listeners = storage.withLock { storage in
            defer { storage.listeners = [:] }
            storage.isCancelled = true
            storage.observers = []
            return storage.listeners.values
        }
        for listener in listeners { listener.finish() }
    }

    private func connect() {
        // The closures must not keep the store alive: it owns the subjects that own them.
        interactor.transform(states: states.flow).connect(scope) { [weak self] state in
            self?.deliver(state)
        }
        interactor.transform(mutations: mutations.flow).connect(scope) { [weak self] mutation in
            self?.apply(mutation)
        }
        interactor.transform(actions: actions.flow).connect(scope) { [weak self] action in
            self?.accept(action)
        }
    }

    private func accept(_ action: Logic.Action) {
        // A cancelled scene takes no action any more, so that nothing happens that nobody sees.
        guard let state = storage.withLock({ $0.isCancelled ? nil : $0.state }) else { return }
        if let willSend = hooks.willSend { willSend(Self.name(of: action)) }
        let effect = interactor.mutate(action, state)
        if let first = effect.first { perform(first) }
        for step in effect.rest { perform(step) }
    }

    private func perform(_ step: Effect<Logic.Mutation>.Step) {
        switch step {
        case .mutation(let mutation):
            mutations.send(mutation)
        case .cancel(let id):
            effects.cancel(id)
        case .work(let work):
            effects.start(work) { [weak self] mutation in
                self?.mutations.send(mutation)
            } failed: { [weak self] error in
                self?.handle(error)
            }
        }
    }

    private func handle(_ error: any Error) {
        if let mutation = interactor.mutation(for: error) {
            mutations.send(mutation)
        } else {
            hooks.failed(error)
        }
    }

    private func apply(_ mutation: Logic.Mutation) {
        let mustDeliver = storage.withLock { storage -> Bool in
            guard !storage.isCancelled else { return false }
            let old = storage.state
            interactor.reduce(&storage.state, mutation)
            guard storage.state != old else { return false }
            storage.outbox.append(storage.state)
            defer { storage.isDelivering = true }
            return !storage.isDelivering
        }
        // One thread at a time delivers, outside the lock, so that a listener may send again.
        while mustDeliver {
            let next = storage.withLock { storage -> Logic.State? in
                guard !storage.outbox.isEmpty else {
                    storage.isDelivering = false
                    return nil
                }
                return storage.outbox.removeFirst()
            }
            guard let next else { return }
            states.send(next)
        }
    }

    private func deliver(_ state: Logic.State) {
        let observers = storage.withLock { storage -> [@Sendable (Logic.State) -> Void] in
            guard !storage.isCancelled, state != storage.latest else { return [] }
            storage.latest = state
            for listener in storage.listeners.values { listener.yield(state) }
            return storage.observers
        }
        for observer in observers { observer(state) }
    }

    /// The name of an action without its values, which may be private.
    private static func name(of action: Logic.Action) -> String {
        let mirror = Mirror(reflecting: action)
        guard mirror.displayStyle == .enum else { return "\(Logic.Action.self)" }
        return mirror.children.first?.label ?? "\(action)"
    }
}

/// The source of a flow.
private final class Subject<Element: Sendable>: Sendable {
    private let receivers = Mutex<[Flow<Element>.Receive]>([])

    var flow: Flow<Element> {
        Flow { _, receive in self.receivers.withLock { $0.append(receive) } }
    }

    func send(_ element: Element) {
        for receive in receivers.withLock({ $0 }) { receive(element) }
    }
}
