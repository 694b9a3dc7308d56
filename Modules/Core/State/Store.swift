public import Synchronization

/// What a store tells its surroundings.
public struct StoreHooks: Sendable {
    /// Called with the name of every action, without its values, before it is mutated.
    public var willSend: (@Sendable (String) -> Void)?
    /// Called with the change of the number of running foreground effects, +1 or −1.
    public var activity: @Sendable (Int) -> Void
    /// Takes the errors for which the interactor declares no mutation, except cancellation.
    public var failed: @Sendable (any Error) -> Void
    /// The container that effects find in ``Environment/current``.
    public var container: Container?

    /// Makes hooks; by default nothing listens, and errors become alerts of the container.
    ///
    /// Without a container either, in a test of an interactor alone, an error that is not declared
    /// stops a debug build.
    public init(
        willSend: (@Sendable (String) -> Void)? = nil,
        activity: @escaping @Sendable (Int) -> Void = { _ in },
        failed: (@Sendable (any Error) -> Void)? = nil, container: Container? = nil
    ) {
        self.willSend = willSend
        self.activity = activity
        self.failed = failed ?? { Self.show($0, to: container) }
        self.container = container
    }

    private static func show(_ error: any Error, to container: Container?) {
        guard let container else {
            return assertionFailure("An effect failed, and nobody takes its error: \(error)")
        }
        let text = container.text(of: Explanation(error).sentence)
        Task { _ = await container[.alerts].present(Alert(title: "", message: text)) }
    }
}

/// Runs an interactor: keeps its state, takes actions, delivers states.
///
/// Actions may be sent from any thread. A listener gets the latest state first, then every
/// different state in order. A synchronous mutation has reached the state when `send` returns.
public final class Store<Logic: Interactor>: Sendable {
    /// The state that listeners have, and what waits to be delivered.
    @usableFromInline struct Storage {
        @usableFromInline var state: Logic.State
        /// States that came about while another thread was delivering.
        @usableFromInline var outbox: [Logic.State] = []
        @usableFromInline var isDelivering = false
        @usableFromInline var latest: Logic.State
        @usableFromInline var listeners: [Int: AsyncStream<Logic.State>.Continuation] = [:]
        @usableFromInline var observers: [@Sendable (Logic.State) -> Void] = []
        @usableFromInline var nextListener = 0
        @usableFromInline var isCancelled = false

        init(state: Logic.State) {
            self.state = state
            latest = state
        }
    }

    @usableFromInline let interactor: Logic
    @usableFromInline let hooks: StoreHooks
    private let effects: EffectRunner<Logic.Mutation>
    private let scope = FlowScope()
    @usableFromInline let storage: Mutex<Storage>
    /// Where each stage is handed to a transformation; `nil` where the interactor transforms nothing,
    /// so that values go straight on.
    @usableFromInline let actions: Subject<Logic.Action>?
    @usableFromInline let mutations: Subject<Logic.Mutation>?
    @usableFromInline let states: Subject<Logic.State>?

    /// Makes a store in the interactor's initial state and connects its flows.
    public init(_ interactor: Logic, hooks: StoreHooks = StoreHooks()) {
        self.interactor = interactor
        self.hooks = hooks
        let initial = interactor.initialState
        storage = Mutex(Storage(state: initial))
        effects = EffectRunner(hooks: hooks)
        let (actions, mutations, states) = (
            Subject<Logic.Action>(), Subject<Logic.Mutation>(), Subject<Logic.State>()
        )
        let stateFlow = interactor.transform(states: Flow(of: states))
        let mutationFlow = interactor.transform(mutations: Flow(of: mutations))
        let actionFlow = interactor.transform(actions: Flow(of: actions))
        self.actions = actionFlow.subject === actions ? nil : actions
        self.mutations = mutationFlow.subject === mutations ? nil : mutations
        self.states = stateFlow.subject === states ? nil : states
        // The closures must not keep the store alive: it owns the subjects that own them.
        if self.states != nil { stateFlow.connect(scope) { [weak self] in self?.deliver($0) } }
        if self.mutations != nil { mutationFlow.connect(scope) { [weak self] in self?.apply($0) } }
        if self.actions != nil { actionFlow.connect(scope) { [weak self] in self?.accept($0) } }
    }

    deinit { cancel() }

    /// The current state, as `reduce` made it.
    public var state: Logic.State { storage.withLock(\.state) }

    /// The state that listeners have, as `transform(states:)` let it through.
    public var latest: Logic.State { storage.withLock(\.latest) }

    /// The identities of the work that has not ended, cancelled work included.
    package var unfinishedWork: [String] { effects.unfinished }

    /// Takes an action.
    @inlinable
    public func send(_ action: Logic.Action) {
        if let actions { actions.send(action) } else { accept(action) }
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

    @inlinable
    func accept(_ action: Logic.Action) {
        // A cancelled scene takes no more actions, so that nothing happens unseen.
        guard let state = storage.withLock({ $0.isCancelled ? nil : $0.state }) else { return }
        if let willSend = hooks.willSend { willSend(Self.name(of: action)) }
        let effect = interactor.mutate(action, state)
        if let first = effect.first { perform(first) }
        for step in effect.rest { perform(step) }
    }

    @inlinable
    func perform(_ step: Effect<Logic.Mutation>.Step) {
        switch step {
        case .mutation(let mutation):
            take(mutation)
        case .cancel(let id):
            cancel(id)
        case .cancelAll(let part):
            cancelAll(in: part)
        case .work(let work):
            start(work)
        }
    }

    @usableFromInline
    func cancel(_ id: String) { effects.cancel(id) }

    @usableFromInline
    func cancelAll(in part: String) { effects.cancelAll(in: part) }

    @usableFromInline
    func start(_ work: Effect<Logic.Mutation>.Work) {
        effects.start(work) { [weak self] step in
            self?.perform(step)
        } failed: { [weak self] error in
            self?.handle(error)
        }
    }

    func handle(_ error: any Error) {
        if let mutation = interactor.mutation(for: error) {
            take(mutation)
        } else {
            hooks.failed(error)
        }
    }

    @inlinable
    func take(_ mutation: Logic.Mutation) {
        if let mutations { mutations.send(mutation) } else { apply(mutation) }
    }

    @inlinable
    func pass(_ state: Logic.State) {
        if let states { states.send(state) } else { deliver(state) }
    }

    @inlinable
    func apply(_ mutation: Logic.Mutation) {
        let changed = storage.withLock { storage -> Logic.State? in
            guard !storage.isCancelled else { return nil }
            let old = storage.state
            interactor.reduce(&storage.state, mutation)
            guard storage.state != old else { return nil }
            guard !storage.isDelivering else {
                storage.outbox.append(storage.state)
                return nil
            }
            storage.isDelivering = true
            return storage.state
        }
        guard let changed else { return }
        // One thread at a time delivers, outside the lock, so that a listener may send again.
        pass(changed)
        while let batch = nextBatch() {
            for state in batch { pass(state) }
        }
    }

    /// The states that came meanwhile; `nil` when there are none, and delivering ends.
    @inlinable
    func nextBatch() -> [Logic.State]? {
        storage.withLock { storage in
            guard !storage.outbox.isEmpty else {
                storage.isDelivering = false
                return nil
            }
            defer { storage.outbox = [] }
            return storage.outbox
        }
    }

    @inlinable
    func deliver(_ state: Logic.State) {
        let observers = storage.withLock { storage -> [@Sendable (Logic.State) -> Void] in
            guard !storage.isCancelled, state != storage.latest else { return [] }
            storage.latest = state
            for listener in storage.listeners.values { listener.yield(state) }
            return storage.observers
        }
        for observer in observers { observer(state) }
    }

    /// The name of an action without its values, which may be private.
    @usableFromInline
    static func name(of action: Logic.Action) -> String {
        let mirror = Mirror(reflecting: action)
        guard mirror.displayStyle == .enum else { return "\(Logic.Action.self)" }
        return mirror.children.first?.label ?? "\(action)"
    }
}
