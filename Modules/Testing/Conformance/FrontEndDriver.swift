public import TenonUI

/// Uses one real front end as a person does, so that ``ConformanceSuite`` can judge it.
///
/// Things are named by what a person reads: titles, labels, words; never by ids. The front end runs
/// ``ConformanceApplication`` in English, in this process or in another one.
///
/// - A driver presses keys, as a person without a pointing device would: what it can choose is
///   proved to be reachable by keyboard.
/// - A function returns when the front end has taken the input, not when its consequences are
///   there: the suite waits for those by looking again.
/// - Labels and titles are compared as ``DriverText/normalized(_:)`` writes them.
/// - What cannot be done, because there is no such action, field or question, or because it is
///   disabled, throws; `TestingError.cannot(_:seen:)` makes a suitable error.
public protocol FrontEndDriver: Sendable {
    /// Starts the front end afresh, whatever went before; returns when a screen is there.
    ///
    /// - Parameters:
    ///   - location: Where the session begins, such as `conformance:facts`.
    ///   - isNarrow: Whether there is little room: 40 columns, or 320 CSS pixels. Front ends
    ///     without a width ignore it.
    func start(at location: String, isNarrow: Bool) async throws

    /// Everything that a person can perceive now: visible text in reading order.
    ///
    /// The screen, the open question and the notices and progress that came since the last input.
    /// For a front end that prints and never redraws: what was printed since the last input. Values
    /// of fields belong to it, and so do the words or signs that stand for a tone. Line breaks and spaces do not matter.
    func see() async throws -> String

    /// Everything that was put out since ``start(at:isNarrow:)``, unchanged: the bytes of a
    /// terminal, the markup of every page; not what the driver itself has put in.
    func everything() async throws -> String

    /// The texts of the QR codes in view, as a camera reads them from what is seen; `nil` for a front
    /// end without pictures, which has to show the texts instead.
    func scan() async throws -> [String]?

    /// Chooses the action with a title; with a label, on the row or fact that has it as its title
    /// or label. Without one, it may be an action for the rows that are chosen.
    ///
    /// The fields of the form take part with what was filled in before.
    func choose(_ title: String, on label: String?) async throws

    /// Follows the text that leads to a place of the application, or the name of a person that does.
    ///
    /// It is the first one of its paragraph or fact.
    func follow(_ text: String) async throws

    /// Brings the destinations into view, where they are not in view anyway.
    func showPlaces() async throws

    /// Goes to the destination with a title.
    func go(to title: String) async throws

    /// The title of the destination that is marked as the current one, as it is seen; `nil` when none
    /// is. Called when the destinations are in view.
    func currentPlace() async throws -> String?

    /// Fills in the field with a label, and does not send the form.
    func fill(_ label: String, with value: DriverValue) async throws

    /// Answers the oldest open question; throws when there is none.
    func answer(_ answer: DriverAnswer) async throws

    /// Takes back what the latest notice is about; throws when nothing is offered to do so.
    func undo() async throws

    /// Searches for a text with the search of the screen; an empty text ends the search.
    func search(_ text: String) async throws

    /// Makes the rows with these titles those that are chosen together, and no others.
    func select(_ titles: [String]) async throws

    /// Makes these options, by their titles, those that a filter has chosen, and no others.
    func filter(_ filter: String, by options: [String]) async throws

    /// Goes back.
    func back() async throws

    /// Asks for the next rows of the list with a title.
    func showMore(of list: String) async throws

    /// Wants to end the front end, as a person does, and does not wait for the end: there may be a
    /// question.
    func close() async throws

    /// Shows everything afresh, where there is a way: loads a page again, draws a terminal again.
    func reload() async throws

    /// Gives everything other colours, where the front end itself has a way, beside the settings of the application.
    func changeTheme() async throws

    /// Whether the session hears of what is typed before it is sent: not from a page without scripts.
    var hearsTyping: Bool { get }

    /// Whether a secret that is made is in sight at once: not where all that was put out stays to be read.
    var showsMadeSecrets: Bool { get }

    /// Whether there is a question before something that was typed is lost: another program is refused instead, and
    /// `answer(_:)` says what it does then.
    var asksBeforeLoss: Bool { get }

    /// Presses the key of what means the same on all screens.
    ///
    /// - Returns: Whether there are keys: not on a page without scripts.
    func press(_ accelerator: Accelerator) async throws -> Bool

    /// Ends the front end as a person does, gives up what was typed, or waits for its end when it is ending already.
    ///
    /// - Throws: When it does not end, or ends with a failure. Calling it again does nothing.
    func finish() async throws
}

extension FrontEndDriver {
    /// Reads nothing: a front end without pictures.
    public func scan() async throws -> [String]? { nil }

    /// Does nothing: the destinations are in view.
    public func showPlaces() async throws {}

    /// Does nothing: there is no way.
    public func reload() async throws {}

    /// Does nothing: there is no way.
    public func changeTheme() async throws {}

    /// Does nothing: there are no keys.
    public func press(_ accelerator: Accelerator) async throws -> Bool { false }

    /// The session hears of it.
    public var hearsTyping: Bool { true }

    /// It is in sight.
    public var showsMadeSecrets: Bool { true }

    /// There is a question.
    public var asksBeforeLoss: Bool { true }

    /// What is read before something that was typed is lost.
    package var wordsBeforeLoss: String {
        asksBeforeLoss ? "Discard what you typed?" : "is not saved and would be lost"
    }
}

/// What a driver puts into a field.
public enum DriverValue: Sendable, Equatable {
    /// Text; several lines are separated by `\n`.
    case text(String)
    /// The text of a secret field.
    case secret(String)
    /// A number as it is written in English without grouping, such as `-12.50`.
    case number(String)
    /// A day as `YYYY-MM-DD`.
    case date(String)
    /// A month as `YYYY-MM`.
    case month(String)
    /// On or off.
    case toggle(Bool)
    /// One option, by its title.
    case choice(String)
    /// Exactly these options, by their titles.
    case choices([String])
    /// Exactly these tokens; none has a comma.
    case tokens([String])
    /// A file on this machine, by its path.
    case file(String)
}

/// How a driver answers a question.
public enum DriverAnswer: Sendable, Equatable {
    /// Dismisses an alert, says no, gives no text.
    case cancel
    /// Chooses one of an alert's choices, by its title.
    case choice(String)
    /// Says yes to a mild or moderate confirmation.
    case confirm
    /// Types the text of a prompt, or the name that a severe confirmation asks for.
    case text(String)
}
