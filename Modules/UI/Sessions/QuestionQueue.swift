import Synchronization
public import TenonCore

/// Where everything below the user interface puts its questions to the person of a session.
public final class QuestionQueue: Sendable {
    private struct Open {
        let question: Question
        let continuation: CheckedContinuation<Answer, Never>
    }

    private struct State {
        var open: [Open] = []
        var next = 1
        var isClosed = false
    }

    private let feed: SessionFeed
    private let gate: ActivityGate
    private let undoList: UndoList
    private let state = Mutex(State())

    init(feed: SessionFeed, gate: ActivityGate, clock: (any TimeTelling)?) {
        self.feed = feed
        self.gate = gate
        undoList = UndoList(feed: feed, clock: clock)
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
                let isAsked = state.withLock { state in
                    guard !state.isClosed, !Task.isCancelled else { return false }
                    state.open.append(Open(question: question, continuation: continuation))
                    // Under the lock, so that no listener hears of the end before the beginning.
                    feed.emit(.question(question))
                    return true
                }
                guard isAsked else { return continuation.resume(returning: .cancel) }
                gate.changeQuestions(by: 1)
            }
        } onCancel: {
            close(id, with: .cancel)
        }
    }

    /// Shows a passing message.
    public func notify(_ notice: Notice) {
        feed.emit(.notice(notice))
    }

    /// Shows a passing message about what can be taken back for a while.
    public func notify(_ notice: Notice, undo: @escaping @Sendable () async throws -> Void) {
        undoList.offer(notice, undo)
    }

    /// What takes back what a notice was about; whoever gets it calls it.
    ///
    /// - Throws: ``SessionError`` when it is too late.
    func undo(_ id: String) throws -> UndoList.Operation {
        guard let operation = undoList.take(id) else { throw SessionError.tooLate }
        return operation
    }

    /// Shows how far a task has come.
    public func report(_ progress: TaskProgress) {
        feed.emit(.progress(progress))
    }

    /// Takes an answer.
    ///
    /// - Throws: ``SessionError`` when the question is not open, or the answer does not fit it.
    func answer(_ id: String, _ answer: Answer) throws {
        let question = state.withLock { $0.open.first { $0.question.id == id }?.question }
        guard let question else { throw SessionError.unknownQuestion(id) }
        try question.check(answer)
        guard close(id, with: answer) else { throw SessionError.unknownQuestion(id) }
    }

    /// Cancels the questions that are open now, and the time of what can be taken back.
    func cancelOpen() {
        undoList.cancelAll()
        cancelQuestions()
    }

    /// Cancels the questions that are open now.
    func cancelQuestions() {
        for id in state.withLock({ $0.open.map(\.question.id) }) { close(id, with: .cancel) }
    }

    /// Cancels all questions, now and later.
    func closeAll() {
        undoList.close()
        state.withLock { $0.isClosed = true }
        cancelOpen()
    }

    /// Closes a question; `false` when it is not open.
    @discardableResult
    private func close(_ id: String, with answer: Answer) -> Bool {
        let entry = state.withLock { state -> Open? in
            guard let index = state.open.firstIndex(where: { $0.question.id == id }) else {
                return nil
            }
            feed.emit(.questionClosed(id))
            return state.open.remove(at: index)
        }
        guard let entry else { return false }
        gate.changeQuestions(by: -1)
        entry.continuation.resume(returning: answer)
        return true
    }
}

extension Question {
    /// Checks that an answer is one to this question.
    ///
    /// - Throws: ``SessionError``.
    func check(_ answer: Answer) throws {
        switch (kind, answer) {
        case (_, .cancel), (.prompt, .text):
            return
        case (.alert(let alert), .choice(let id)) where alert.choices.contains { $0.id == id }:
            return
        case (.confirm(let confirmation), .choice(let id))
        where id == confirmation.alternative?.id:
            return
        case (.confirm(let confirmation), _):
            switch (confirmation.severity, answer) {
            case (.mild, .confirm), (.moderate, .confirm):
                return
            case (.severe(let name), .text(let text)) where text == SecretText(name):
                return
            case (.severe(let name), _):
                throw SessionError.wrongName(name)
            case (.mild, _), (.moderate, _):
                throw SessionError.wrongAnswer(id)
            }
        case (.alert, _), (.prompt, _):
            throw SessionError.wrongAnswer(id)
        }
    }
}

extension AnyPort {
    /// The questions of the session that this task belongs to; every session overrides it.
    public static let questionQueue = OptionalPort<QuestionQueue>("questionQueue")
}
