internal import Synchronization
public import TenonCore

/// Where everything below the user interface puts its questions to the person of a session.
public final class QuestionDesk: Sendable {
    private struct Open {
        let question: Question
        let continuation: CheckedContinuation<Answer, Never>
    }

    private struct State {
        var open: [Open] = []
        var progress: [TaskProgress] = []
        var next = 1
        var isClosed = false
        var sink: @Sendable (SessionEvent) -> Void = { _ in }
    }

    private let state = Mutex(State())

    init() {}

    /// The questions that wait for an answer, the oldest first.
    var questions: [Question] { state.withLock { $0.open.map(\.question) } }

    /// The tasks that have not finished.
    var progress: [TaskProgress] { state.withLock(\.progress) }

    /// Sets who is told; called once, before anything is asked.
    func connect(_ sink: @escaping @Sendable (SessionEvent) -> Void) {
        state.withLock { $0.sink = sink }
    }

    /// Asks and waits; cancelled with the task that asks, and when the session ends.
    public func ask(_ kind: Question.Kind) async -> Answer {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return "q\(state.next)"
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let question = Question(id: id, kind: kind)
                let sink = state.withLock { state -> (@Sendable (SessionEvent) -> Void)? in
                    guard !state.isClosed, !Task.isCancelled else { return nil }
                    state.open.append(Open(question: question, continuation: continuation))
                    return state.sink
                }
                guard let sink else { return continuation.resume(returning: .cancel) }
                sink(.question(question))
            }
        } onCancel: {
            close(id, with: .cancel)
        }
    }

    /// Shows a passing message.
    public func notify(_ notice: Notice) {
        state.withLock(\.sink)(.notice(notice))
    }

    /// Shows how far a task has come.
    public func report(_ progress: TaskProgress) {
        let sink = state.withLock { state in
            state.progress.removeAll { $0.id == progress.id }
            if !progress.isFinished { state.progress.append(progress) }
            return state.sink
        }
        sink(.progress(progress))
    }

    /// Takes an answer.
    ///
    /// - Throws: ``SessionError`` when the question is not open, or the answer does not fit it.
    func answer(_ id: String, _ answer: Answer) throws {
        guard let question = questions.first(where: { $0.id == id }) else {
            throw SessionError.unknownQuestion(id)
        }
        if case .confirm(let confirmation) = question.kind,
            case .severe(let name) = confirmation.severity, answer != .cancel
        {
            guard answer == .text(SecretText(name)) else { throw SessionError.wrongName(name) }
        }
        close(id, with: answer)
    }

    /// Cancels all questions, now and later.
    func closeAll() {
        let open = state.withLock { state in
            defer { state.open = [] }
            state.isClosed = true
            return state.open
        }
        for entry in open { entry.continuation.resume(returning: .cancel) }
    }

    private func close(_ id: String, with answer: Answer) {
        let (entry, sink) = state.withLock { state in
            let index = state.open.firstIndex { $0.question.id == id }
            return (index.map { state.open.remove(at: $0) }, state.sink)
        }
        guard let entry else { return }
        sink(.questionClosed(id))
        entry.continuation.resume(returning: answer)
    }
}

extension AnyPort {
    /// The desk of the session that this task belongs to; every session overrides it.
    public static let questionDesk = OptionalPort<QuestionDesk>("questionDesk")
}
