import Synchronization
public import TenonCore
public import TenonUI

/// Answers nothing, and records questions and messages.
///
/// As the outside of a `SessionPresenter` it gets the questions outside any session.
public final class RecordingPresenter: Presenting {
    private struct State {
        var questions: [Question.Kind] = []
        var notices: [Notice] = []
        var progress: [TaskProgress] = []
    }

    private let state = Mutex(State())

    /// Makes one that was asked nothing.
    public init() {}

    /// What was asked, in order.
    public var questions: [Question.Kind] { state.withLock(\.questions) }

    /// What was told, in order.
    public var notices: [Notice] { state.withLock(\.notices) }

    /// What was reported of tasks, in order.
    public var progress: [TaskProgress] { state.withLock(\.progress) }

    /// Dismisses the alert.
    public func present(_ alert: Alert) async -> String? {
        state.withLock { $0.questions.append(.alert(alert)) }
        return nil
    }

    /// Says no.
    public func confirm(_ confirmation: Confirmation) async -> Bool {
        state.withLock { $0.questions.append(.confirm(confirmation)) }
        return false
    }

    /// Gives no text.
    public func prompt(_ prompt: Prompt) async -> SecretText? {
        state.withLock { $0.questions.append(.prompt(prompt)) }
        return nil
    }

    /// Remembers the notice.
    public func notify(_ notice: Notice) { state.withLock { $0.notices.append(notice) } }

    /// Remembers the report.
    public func report(_ progress: TaskProgress) { state.withLock { $0.progress.append(progress) } }
}
