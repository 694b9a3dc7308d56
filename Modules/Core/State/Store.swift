public import Synchronization

/// Runs an interactor: keeps its state, takes actions, delivers states.
///
/// Actions may be sent from any thread. They and the steps of running work are taken one at a time:
/// what one leads to begins before the next one is looked at, so that none is decided on a state that
/// another is about to change, and nothing of work that another has cancelled arrives after it.
/// A listener gets the latest state first, then every different state in order. A synchronous
/// mutation has reached the state when `send` returns.
public final class Store<Logic: Interactor>: Sendable {
    /// The state that listeners have, and what waits to be delivered.
    @usableFromInline struct Storage {
        @usableFromInline var state: Logic.State
        @usableFromInline var outbox = Outbox()
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

    /// States that are still to be delivered; a single one is kept without an array.
    @usableFromInline struct Outbox {
        @usableFromInline var first: Logic.State?
        @usableFromInline var rest: [Logic.State] = []

        @inlinable
        init() {}

        @inlinable
        mutating func append(_ state: Logic.State) {
            if first == nil { first = state } else { rest.append(state) }
        }
    }

    @usableFromInline let interactor: Logic
    @usableFromInline let hooks: StoreHooks
    private let effects: EffectRunner<Logic.Mutation>
    private let scope = FlowScope()
    /// Held while an action, or a step of running work, is taken.
    @usableFromInline let turn = Mutex(())
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
    package func updates() -> AsyncStream<Logic.State> {
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
        takeTurn { state in
            if let willSend = hooks.willSend { willSend(Self.name(of: action)) }
            let effect = interactor.mutate(action, state)
            if let first = effect.first { perform(first) }
            for step in effect.rest { perform(step) }
        }
    }

    /// Does something that no other action comes between, then delivers the states that it led to.
    ///
    /// A cancelled scene takes no more turns, so that nothing happens unseen.
    @inlinable
    func takeTurn(_ body: (Logic.State) -> Void) {
        let delivers = turn.withLock { _ in
            guard let (state, delivers) = beginTurn() else { return false }
            body(state)
            return delivers
        }
        // Outside the lock, so that a listener may send again.
        if delivers { deliverAll() }
    }

    /// The present state, and whether this thread is the one that delivers.
    @inlinable
    func beginTurn() -> (Logic.State, Bool)? {
        storage.withLock { storage in
            guard !storage.isCancelled else { return nil }
            defer { storage.isDelivering = true }
            return (storage.state, !storage.isDelivering)
        }
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
        effects.start(work) { [weak self] step, isWanted in
            guard let self else { return }
            takeTurn { _ in if isWanted() { perform(step) } }
        } failed: { [weak self] error, isWanted in
            self?.handle(error, while: isWanted)
        }
    }

    func handle(_ error: any Error, while isWanted: () -> Bool) {
        if let mutation = interactor.mutation(for: error) {
            takeTurn { _ in if isWanted() { take(mutation) } }
        } else if isWanted() {
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
        // Within a turn somebody delivers already; a mutation that was held back has none.
        let delivers = storage.withLock { storage in
            guard !storage.isCancelled else { return false }
            let old = storage.state
            interactor.reduce(&storage.state, mutation)
            guard storage.state != old else { return false }
            storage.outbox.append(storage.state)
            defer { storage.isDelivering = true }
            return !storage.isDelivering
        }
        if delivers { deliverAll() }
    }

    /// Delivers what there is; one thread at a time does.
    @inlinable
    func deliverAll() {
        while let batch = nextBatch() {
            if let first = batch.first { pass(first) }
            for state in batch.rest { pass(state) }
        }
    }

    /// The states that came meanwhile; `nil` when there are none, and delivering ends.
    @inlinable
    func nextBatch() -> Outbox? {
        storage.withLock { storage in
            guard storage.outbox.first != nil else {
                storage.isDelivering = false
                return nil
            }
            defer { storage.outbox = Outbox() }
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
