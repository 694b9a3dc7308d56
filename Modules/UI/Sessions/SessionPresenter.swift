public import TenonCore

/// All five ways to present something to a person.
public typealias Presenting = AlertPresenting & ConfirmationPresenting & PromptPresenting
    & NoticePresenting & ProgressPresenting

/// Puts questions to the session of the current task; outside any session, to something else.
///
/// Front ends register it for the question ports, each with its own way to ask outside a session.
public struct SessionPresenter<Outside: Presenting>: Presenting {
    private let outside: Outside

    /// Makes a presenter.
    public init(outside: Outside) { self.outside = outside }

    private var questions: QuestionQueue? { Environment.current?[.questionQueue] }

    /// Shows an alert in the session.
    public func present(_ alert: Alert) async -> String? {
        guard let questions else { return await outside.present(alert) }
        if case .choice(let id) = await questions.ask(.alert(alert)) { return id }
        return nil
    }

    /// Asks for confirmation in the session.
    public func confirm(_ confirmation: Confirmation) async -> Bool {
        guard let questions else { return await outside.confirm(confirmation) }
        return switch await questions.ask(.confirm(confirmation)) {
        case .confirm, .text: true
        case .cancel, .choice: false
        }
    }

    /// Asks for text in the session.
    public func prompt(_ prompt: Prompt) async -> SecretText? {
        guard let questions else { return await outside.prompt(prompt) }
        if case .text(let text) = await questions.ask(.prompt(prompt)) { return text }
        return nil
    }

    /// Shows a passing message in the session.
    public func notify(_ notice: Notice) {
        guard let questions else { return outside.notify(notice) }
        questions.notify(notice)
    }

    /// Shows a message in the session, which can take back what it is about.
    public func notify(_ notice: Notice, undo: @escaping @Sendable () async throws -> Void) {
        guard let questions else { return outside.notify(notice) }
        questions.notify(notice, undo: undo)
    }

    /// Shows progress in the session.
    public func report(_ progress: TaskProgress) {
        guard let questions else { return outside.report(progress) }
        questions.report(progress)
    }
}
