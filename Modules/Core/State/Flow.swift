import Synchronization

/// A push stream of values: what `send` delivers before it returns, without a hop.
///
/// Values from one source arrive in order, one at a time.
public struct Flow<Element: Sendable>: Sendable {
    /// Receives the values of a flow.
    public typealias Receive = @Sendable (Element) -> Void

    /// Delivers values to a receiver until the scope is cancelled.
    package let connect: @Sendable (FlowScope, @escaping Receive) -> Void
    /// The subject whose values these are, as long as nothing is changed about them.
    let subject: Subject<Element>?

    /// Makes a flow from a function that connects a receiver to its source.
    package init(connect: @escaping @Sendable (FlowScope, @escaping Receive) -> Void) {
        self.connect = connect
        subject = nil
    }

    init(of subject: Subject<Element>) {
        connect = { _, receive in subject.add(receive) }
        self.subject = subject
    }

    /// A flow of the elements of an asynchronous sequence, for as long as the scene lives.
    public init<Source: AsyncSequence & Sendable>(_ source: Source)
    where Source.Element == Element, Source.Failure == Never {
        self.init { scope, receive in
            scope.run {
                for await element in source { receive(element) }
            }
        }
    }

    /// A flow of changed values.
    public func map<Other>(_ change: @escaping @Sendable (Element) -> Other) -> Flow<Other> {
        Flow<Other> { scope, receive in connect(scope) { receive(change($0)) } }
    }

    /// A flow of changed values without the `nil` ones.
    public func compactMap<Other>(
        _ change: @escaping @Sendable (Element) -> Other?
    ) -> Flow<Other> {
        Flow<Other> { scope, receive in
            connect(scope) { element in
                if let changed = change(element) { receive(changed) }
            }
        }
    }

    /// A flow of the values for which a condition holds.
    public func filter(_ condition: @escaping @Sendable (Element) -> Bool) -> Flow {
        compactMap { condition($0) ? $0 : nil }
    }

    /// A flow of the values of both.
    public func merge(with other: Flow) -> Flow {
        Flow { scope, receive in
            connect(scope, receive)
            other.connect(scope, receive)
        }
    }
}

/// The source of a flow.
@usableFromInline
final class Subject<Element: Sendable>: Sendable {
    private let receivers = Mutex<[Flow<Element>.Receive]>([])

    func add(_ receive: @escaping Flow<Element>.Receive) {
        receivers.withLock { $0.append(receive) }
    }

    @usableFromInline
    func send(_ element: Element) {
        for receive in receivers.withLock({ $0 }) { receive(element) }
    }
}

/// The tasks behind the flows of one scene; cancelled with it.
public final class FlowScope: Sendable {
    private struct State {
        var tasks: [Task<Void, Never>] = []
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Runs a task until it ends or the scope is cancelled.
    func run(_ operation: @escaping @Sendable () async -> Void) {
        let task = Task(operation: operation)
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.tasks.append(task) }
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels all tasks, and those that come later.
    func cancel() {
        let tasks = state.withLock { state in
            defer { state.tasks = [] }
            state.isCancelled = true
            return state.tasks
        }
        for task in tasks { task.cancel() }
    }
}
