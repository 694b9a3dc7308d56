public import TenonCore

/// Everything that a front end can tell a session.
public enum SessionInput: Sendable, Equatable {
    /// Does something: the id of the action, and the row or fact it belongs to.
    ///
    /// The scene gets the values of all fields, with what was typed; values that are given here come
    /// before those, but for empty secrets. An action of what is chosen in a list is done with the rows
    /// that are chosen there.
    case act(String, target: String? = nil, fields: [String: FieldValue] = [:])
    /// Chooses rows of a list on the screen together, or releases them.
    case select(String, SelectionChange)
    /// Values of fields while the person types.
    ///
    /// The session keeps them with the screen until an action is done with them, or until the person
    /// agrees to lose them; the scene hears at once of those of live fields.
    case edit([String: FieldValue])
    /// The answer to a question, by its id.
    case answer(String, Answer)
    /// Takes back what a notice was about, by `Notice.undo`.
    case undo(String)
    /// Goes to a location; asks first when something that was typed would be lost.
    case open(Location)
    /// Goes back; asks first when something that was typed would be lost.
    case back
    /// Ends the session, after an action of the application if one is named by its id, such as a
    /// lock; asks first when something that was typed would be lost.
    case close(after: String? = nil)
    /// Does what it holds without asking; what was typed is lost.
    indirect case forced(SessionInput)
    /// Searches for a text.
    case search(String)
    /// Narrows the lists: a filter, and the options that are chosen from now on.
    case filter(String, [String])
    /// Asks for other rows of a long list: its id and the indices.
    ///
    /// It is on the screen, else on the nearest covered one with such a list.
    case window(String, Range<Int>)
    /// Says from which row on the person reads a list: the first one in sight, by the ids of both.
    ///
    /// It is sent when that has become another row, and not for each line while a list is moved. It asks
    /// for nothing: of a row that is not there any more it is ignored. The list is found as for
    /// ``window(_:_:)``.
    case reading(String, row: String)
}

/// What a session tells its front end, in order.
public enum SessionEvent: Sendable, Equatable {
    /// The screen is another one, or changed.
    case screen(Screen)
    /// A list that one can go back to changed, for front ends that show it beside the screen.
    ///
    /// It was the screen at its location before; other screens are not told while they are covered.
    case covered(Screen)
    /// A question waits for an answer.
    case question(Question)
    /// A question needs no answer any more.
    case questionClosed(String)
    /// A passing message.
    case notice(Notice)
    /// What a notice was about can no longer be taken back, by `Notice.undo`.
    case undoClosed(String)
    /// A long task began, went on or finished.
    case progress(TaskProgress)
    /// The session is over.
    case ended
}

/// An input of a front end that a session cannot carry out.
public typealias SessionError = ModuleError<SessionErrors>

/// Tells ``SessionError`` apart from the errors of other modules.
public enum SessionErrors {}

extension SessionError {
    static func unknownAction(_ id: String, target: String?) -> SessionError {
        SessionError(
            .sessionUnknownAction,
            target.map { "There is no action \"\(id)\" on \"\($0)\" on this screen." }
                ?? "There is no action \"\(id)\" on this screen.",
            remedy: "The screen may have changed; look at it again.")
    }

    static func unavailable(_ action: Action, reason: String) -> SessionError {
        SessionError(.sessionUnavailable, "\"\(action.title)\" cannot be done now: \(reason)")
    }

    static func unknownField(_ id: String) -> SessionError {
        SessionError(
            .sessionUnknownField, "There is no field \"\(id)\" on this screen.",
            remedy: "The screen may have changed; look at it again.")
    }

    static func wrongValue(_ field: Field) -> SessionError {
        SessionError(
            .sessionWrongValue,
            "The value for \"\(field.label)\" is not of the kind that this field takes.",
            remedy: "The screen may have changed; look at it again.")
    }

    static func unknownList(_ id: String) -> SessionError {
        SessionError(
            .sessionUnknownList, "There is no list \"\(id)\" on this screen.",
            remedy: "The screen may have changed; look at it again.")
    }

    static var noSearch: SessionError {
        SessionError(
            .sessionNoSearch, "This screen cannot be searched.", remedy: "Go to one that can.")
    }

    static func wrongAnswer(_ id: String) -> SessionError {
        SessionError(
            .sessionWrongAnswer, "The answer is not one that the question \"\(id)\" takes.",
            remedy: "Look at the question again, or cancel it.")
    }

    static func unknownQuestion(_ id: String) -> SessionError {
        SessionError(
            .sessionUnknownQuestion, "The question \"\(id)\" is not open.",
            remedy: "It was answered already, or is not needed any more.")
    }

    static var tooLate: SessionError {
        SessionError(
            .sessionTooLate, "This can no longer be undone.",
            remedy: "Change it by hand, if it is wrong.")
    }

    static func wrongName(_ name: String) -> SessionError {
        SessionError(
            .sessionWrongName, "The typed name does not match.",
            remedy: "Type \"\(name)\" exactly, or cancel.")
    }

    static var ended: SessionError {
        SessionError(.sessionEnded, "This session is over.", remedy: "Start again.")
    }
}

extension ErrorCode {
    /// The screen has no such action.
    public static let sessionUnknownAction = ErrorCode("session.unknown-action", .usage)
    /// The action cannot be done now.
    public static let sessionUnavailable = ErrorCode("session.unavailable", .failure)
    /// The screen has no such field.
    public static let sessionUnknownField = ErrorCode("session.unknown-field", .usage)
    /// A value is not of the kind that its field takes.
    public static let sessionWrongValue = ErrorCode("session.wrong-value", .usage)
    /// The screen has no such list.
    public static let sessionUnknownList = ErrorCode("session.unknown-list", .usage)
    /// The screen has no search.
    public static let sessionNoSearch = ErrorCode("session.no-search", .usage)
    /// The answer does not fit the question.
    public static let sessionWrongAnswer = ErrorCode("session.wrong-answer", .usage)
    /// No such question is open.
    public static let sessionUnknownQuestion = ErrorCode("session.unknown-question", .usage)
    /// What a notice was about cannot be taken back any more.
    public static let sessionTooLate = ErrorCode("session.too-late", .failure)
    /// A severe confirmation was answered with another name.
    public static let sessionWrongName = ErrorCode("session.wrong-name", .usage)
    /// The session is over.
    public static let sessionEnded = ErrorCode("session.ended", .failure)
}
