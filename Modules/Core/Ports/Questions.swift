/// How a message is meant; front ends add a word or sign and a colour of the theme.
public enum Tone: String, Sendable, Codable, CaseIterable {
    /// Plain information.
    case neutral
    /// Something went well.
    case positive
    /// Something deserves attention.
    case caution
    /// Something is wrong.
    case critical
}

/// A message that a person must have seen before going on.
public struct Alert: Sendable, Codable, Equatable {
    /// One of several ways to go on.
    public struct Choice: Sendable, Codable, Equatable {
        /// What ``AlertPresenting/present(_:)`` returns when it is chosen.
        public var id: String
        /// The words on the button.
        public var title: String

        /// Makes a choice.
        public init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// What happened, in a few words.
    public var title: String
    /// The details, and what can be done.
    public var message: String
    /// How it is meant.
    public var tone: Tone
    /// Ways to go on beside dismissing it, such as "Try again".
    public var choices: [Choice]

    /// Makes an alert; without choices it can only be dismissed.
    public init(title: String, message: String, tone: Tone = .critical, choices: [Choice] = []) {
        self.title = title
        self.message = message
        self.tone = tone
        self.choices = choices
    }
}

/// How hard a confirmation is to give, by what can be lost.
public enum Severity: Sendable, Codable, Equatable {
    /// Easily undone: one press, "yes" is the default.
    case mild
    /// Hard to undo: "no" is the default.
    case moderate
    /// Cannot be undone: the person types this name.
    case severe(name: String)
}

/// A question that is answered with yes or no.
public struct Confirmation: Sendable, Codable, Equatable {
    /// The question in a few words.
    public var title: String
    /// What will happen.
    public var message: String
    /// The words for "yes", a verb: "Delete".
    public var confirmTitle: String
    /// The words for "no", where they say more than "Cancel"; `nil` leaves them to the front end.
    public var cancelTitle: String?
    /// Another way to go on, such as to save first.
    ///
    /// Only questions that a session asks by itself have one: a port is answered by yes or no.
    public var alternative: Alert.Choice?
    /// How hard it is to say yes.
    public var severity: Severity

    /// Makes a confirmation.
    public init(
        title: String, message: String, confirmTitle: String, cancelTitle: String? = nil,
        severity: Severity = .moderate
    ) {
        self.title = title
        self.message = message
        self.confirmTitle = confirmTitle
        self.cancelTitle = cancelTitle
        self.severity = severity
    }
}

/// A question that is answered with text.
public struct Prompt: Sendable, Codable, Equatable {
    /// The question in a few words.
    public var title: String
    /// Further explanation.
    public var message: String
    /// Whether the answer is concealed while it is typed.
    public var isSecret: Bool

    /// Makes a prompt.
    public init(title: String, message: String = "", isSecret: Bool = false) {
        self.title = title
        self.message = message
        self.isSecret = isSecret
    }
}

/// A passing message that needs no answer.
public struct Notice: Sendable, Codable, Equatable {
    /// The message.
    public var text: String
    /// How it is meant.
    public var tone: Tone
    /// Names what takes back what the message is about; `nil` when nothing does.
    ///
    /// A session sets it: see ``NoticePresenting/notify(_:undo:)``.
    public var undo: String?

    /// Makes a notice.
    public init(_ text: String, tone: Tone = .neutral, undo: String? = nil) {
        self.text = text
        self.tone = tone
        self.undo = undo
    }
}

/// How far a long task has come.
public struct TaskProgress: Sendable, Codable, Equatable {
    /// Tells tasks apart; a later value with the same id replaces the earlier one.
    public var id: String
    /// What is being done.
    public var title: String
    /// Units done so far.
    public var completed: Int
    /// Units in all; `nil` when it is not known.
    public var total: Int?
    /// Whether the task is over; the value is shown no longer.
    public var isFinished: Bool

    /// Makes a report of progress.
    public init(
        id: String, title: String, completed: Int = 0, total: Int? = nil, isFinished: Bool = false
    ) {
        self.id = id
        self.title = title
        self.completed = completed
        self.total = total
        self.isFinished = isFinished
    }

    /// The part that is done, from 0 to 1; `nil` when the total is not known.
    public var fraction: Double? {
        guard let total, total > 0 else { return nil }
        return min(1, Double(completed) / Double(total))
    }
}
