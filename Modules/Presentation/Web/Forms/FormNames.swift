import TenonCore

/// The names of the controls in our pages, and how ids travel in their values.
enum FormNames {
    /// The token that proves that the form is ours.
    static let token = "token"
    /// The location of the screen that the form belongs to.
    static let location = "at"
    /// The action that was chosen.
    static let action = "act"
    /// The list and the rows that were asked for.
    static let window = "rows"
    /// The row that is in sight first, by the id of its element.
    static let reading = "reading"
    /// The place that one goes to.
    static let place = "place"
    /// The text of a search.
    static let search = "text"
    /// The question that is answered.
    static let question = "question"
    /// The way in which it is answered.
    static let answer = "answer"
    /// The text that it is answered with.
    static let answerText = "answer-text"
    /// The list whose rows are chosen all or not at all, and which of the two.
    static let selection = "select"
    /// The filter and the option that is chosen, or taken away.
    static let filter = "filter"
    /// What is taken back.
    static let undo = "undo"
    /// How the page goes from sight: ``closed``, or another tab is shown.
    static let leaving = "leaving"
    /// It is being closed, or loaded again.
    static let closed = "closed"
    /// Light, dark or as the system says.
    static let scheme = "scheme"

    /// The name of a field's control.
    static func field(_ id: String) -> String { "field.\(id)" }

    /// The name of the boxes beside the rows of a list.
    static func rows(of list: String) -> String { "row.\(list)" }

    /// The name of the menu of a filter.
    static func filter(_ id: String) -> String { "filter.\(id)" }

    /// The name of the mark that a field was in the form, even if it sends no value.
    static func presence(_ id: String) -> String { "has.\(id)" }

    /// Joins ids that may hold any character.
    static func join(_ parts: [String]) -> String { Location(parts).description }

    /// Takes joined ids apart; `nil` when the text was not made by ``join(_:)``.
    static func split(_ text: String) -> [String]? { try? Location(parsing: text).segments }
}
