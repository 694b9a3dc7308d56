import Synchronization
import TenonCore

/// What a session shows now, and those who listen to it.
///
/// State and listeners are under one lock: a listener gets what is there, then every event, in
/// order, none twice and none left out.
final class SessionFeed: Sendable {
    private struct Listener {
        let receive: @Sendable (SessionEvent) -> Void
        let ended: @Sendable () -> Void
    }

    private struct State {
        var screen: Screen?
        var questions: [Question] = []
        var undoable: [Notice] = []
        var progress: [TaskProgress] = []
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
        var isEnded = false
    }

    private let state = Mutex(State())

    /// The present screen.
    var screen: Screen? { state.withLock(\.screen) }

    /// The questions that wait for an answer, the oldest first.
    var questions: [Question] { state.withLock(\.questions) }

    /// The notices whose subject can be taken back, the oldest first.
    var undoable: [Notice] { state.withLock(\.undoable) }

    /// The tasks that are running.
    var progress: [TaskProgress] { state.withLock(\.progress) }

    /// Whether ``end()`` was called.
    var isEnded: Bool { state.withLock(\.isEnded) }

    /// What is there now, then everything that happens.
    func events() -> AsyncStream<SessionEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
        let id = listen {
            continuation.yield($0)
        } ended: {
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Calls back with what is there now, then with everything that happens; `receive` is called
    /// under the lock and must not call the session.
    @discardableResult
    func listen(
        _ receive: @escaping @Sendable (SessionEvent) -> Void,
        ended: @escaping @Sendable () -> Void = {}
    ) -> Int {
        let (id, isEnded) = state.withLock { state in
            defer { state.nextListener += 1 }
            if let screen = state.screen { receive(.screen(screen)) }
            for question in state.questions { receive(.question(question)) }
            for notice in state.undoable { receive(.notice(notice)) }
            for task in state.progress { receive(.progress(task)) }
            if !state.isEnded {
                state.listeners[state.nextListener] = Listener(receive: receive, ended: ended)
            }
            return (state.nextListener, state.isEnded)
        }
        if isEnded {
            receive(.ended)
            ended()
        }
        return id
    }

    /// Tells all listeners; a screen only when it differs from the present one.
    func emit(_ event: SessionEvent) {
        state.withLock { state in
            guard !state.isEnded else { return }
            switch event {
            case .screen(let screen):
                guard screen != state.screen else { return }
                state.screen = screen
            case .question(let question):
                state.questions.append(question)
            case .questionClosed(let id):
                state.questions.removeAll { $0.id == id }
            case .progress(let task):
                state.progress.removeAll { $0.id == task.id }
                if !task.isFinished { state.progress.append(task) }
            case .notice(let notice):
                if notice.undo != nil { state.undoable.append(notice) }
            case .undoClosed(let id):
                state.undoable.removeAll { $0.undo == id }
            case .covered, .ended:
                break
            }
            for listener in state.listeners.values { listener.receive(event) }
        }
    }

    /// Tells all listeners that it is over; nothing is told after that.
    ///
    /// - Returns: Whether this was the first call.
    @discardableResult
    func end() -> Bool {
        let listeners = state.withLock { state -> [Listener]? in
            guard !state.isEnded else { return nil }
            let listeners = Array(state.listeners.values)
            state = State(isEnded: true)
            return listeners
        }
        // Outside the lock: finishing a stream calls its termination handler, which takes the lock.
        for listener in listeners ?? [] {
            listener.receive(.ended)
            listener.ended()
        }
        return listeners != nil
    }
}
