/// Shows alerts to the person at this session.
public protocol AlertPresenting: Sendable {
    /// Shows an alert and waits until it is answered.
    ///
    /// - Returns: The id of the choice; `nil` when the alert was dismissed or nobody can answer.
    func present(_ alert: Alert) async -> String?
}

/// Asks for confirmation.
public protocol ConfirmationPresenting: Sendable {
    /// Asks and waits for the answer; `false` when nobody can answer.
    func confirm(_ confirmation: Confirmation) async -> Bool
}

/// Asks for text.
public protocol PromptPresenting: Sendable {
    /// Asks and waits for the answer; `nil` when it was cancelled or nobody can answer.
    func prompt(_ prompt: Prompt) async -> SecretText?
}

/// Shows passing messages.
public protocol NoticePresenting: Sendable {
    /// Shows a message and returns at once.
    func notify(_ notice: Notice)

    /// Shows a message about what was done, which the person can take back for ten seconds.
    ///
    /// Outside a session nobody can, and only the message is shown.
    ///
    /// - Parameters:
    ///   - notice: The message.
    ///   - undo: Takes back what was done; called once at most. What it throws becomes an alert.
    func notify(_ notice: Notice, undo: @escaping @Sendable () async throws -> Void)
}

extension NoticePresenting {
    /// Shows the message alone.
    public func notify(_ notice: Notice, undo: @escaping @Sendable () async throws -> Void) {
        notify(notice)
    }
}

/// Shows how far long tasks have come.
public protocol ProgressPresenting: Sendable {
    /// Shows or replaces the progress of a task and returns at once.
    func report(_ progress: TaskProgress)
}

extension AnyPort {
    /// The providers of Tenon, which the message names when none is linked.
    private static let frontEnds = [
        "TenonDesktop", "TenonHeadless", "TenonLine", "TenonTerminal", "TenonWeb",
    ]

    /// What runs the application.
    public static let frontEnd = Port<any FrontEnd>("frontEnd", providers: frontEnds)
    /// Alerts to the person.
    public static let alerts = Port<any AlertPresenting>("alerts", providers: frontEnds)
    /// Questions answered with yes or no.
    public static let confirmations = Port<any ConfirmationPresenting>(
        "confirmations", providers: frontEnds)
    /// Questions answered with text.
    public static let prompts = Port<any PromptPresenting>("prompts", providers: frontEnds)
    /// Passing messages.
    public static let notices = Port<any NoticePresenting>("notices", providers: frontEnds)
    /// Progress of long tasks.
    public static let progress = Port<any ProgressPresenting>("progress", providers: frontEnds)
}
