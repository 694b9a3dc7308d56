public import TenonCore

/// One screenful, described by what it means: no sizes, no colours, no coordinates.
public struct Screen: Sendable, Codable, Equatable {
    /// The version of this vocabulary; raised when its encoding changes incompatibly.
    public static let schemaVersion = 2

    /// Where this screen is; the way back to it.
    public var location: Location
    /// What it is about, in a few words; unique among the screens of one moment.
    public var title: String
    /// One sentence below the title; empty when there is nothing to add.
    public var summary: String
    /// Whether there is something to see.
    public var phase: Phase
    /// The content, from top to bottom.
    public var blocks: [Block]
    /// What can be done with the whole screen, the most important first.
    public var actions: [Action]
    /// The search of this screen, if it can be searched.
    public var search: Search?
    /// What narrows its lists, beside the search.
    public var filters: [Filter]
    /// The screen above this one; `nil` at the top.
    public var parent: Location?
    /// The places of the application that are within reach; the session adds them.
    public var destinations: [Destination]

    /// Makes a screen.
    public init(
        location: Location, title: String, summary: String = "", phase: Phase = .ready,
        blocks: [Block] = [], actions: [Action] = [], search: Search? = nil,
        filters: [Filter] = [],
        parent: Location? = nil, destinations: [Destination] = []
    ) {
        self.location = location
        self.title = title
        self.summary = summary
        self.phase = phase
        self.blocks = blocks
        self.actions = actions
        self.search = search
        self.filters = filters
        self.parent = parent
        self.destinations = destinations
    }
}

/// Whether a screen has something to show.
public enum Phase: Sendable, Codable, Equatable {
    /// The blocks are complete.
    case ready
    /// Something is being fetched or done; the message says what.
    case loading(message: String)
    /// There is nothing yet; the message says so, the action (by id) is a way to change that.
    case empty(message: String, action: String?)
    /// It went wrong; the action (by id) tries again.
    case failed(Problem, retry: String?)
}

extension Phase {
    /// Ready when there is something to see, otherwise empty with a message.
    ///
    /// - Parameters:
    ///   - content: What there is to see.
    ///   - message: Says that there is nothing.
    ///   - action: The id of the action that changes that.
    public static func ready(
        _ content: some Collection, orEmpty message: @autoclosure () -> String,
        action: String? = nil
    ) -> Phase {
        content.isEmpty ? .empty(message: message(), action: action) : .ready
    }

    /// The phase of a screen whose content is read from somewhere.
    ///
    /// - Parameters:
    ///   - content: What was read; `nil` until then.
    ///   - problem: Why it could not be read; comes before the content.
    ///   - retry: The id of the action that reads again.
    ///   - loading: Says that it is being read.
    ///   - empty: Says that there is nothing.
    ///   - localizer: The person's language.
    public static func reading(
        _ content: (some Collection)?, problem: Explanation?, retry: String? = nil,
        loading: String, empty: String, _ localizer: Localizer
    ) -> Phase {
        if let problem { return .failed(Problem(problem, localizer), retry: retry) }
        return content.map { .ready($0, orEmpty: empty) } ?? .loading(message: loading)
    }
}

/// What went wrong and what to do, for people.
public struct Problem: Sendable, Codable, Equatable {
    /// The stable code of the error, for example `vault.wrong-passphrase`.
    public var code: String
    /// What happened.
    public var message: String
    /// What to do; may be empty.
    public var remedy: String

    /// Makes a problem.
    public init(code: String, message: String, remedy: String = "") {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// Makes the problem that an error is, in the person's language.
    public init(_ error: any Error, _ localizer: Localizer) {
        let explanation = Explanation(error)
        self.init(
            code: explanation.code.name, message: localizer.text(of: explanation.message),
            remedy: localizer.text(of: explanation.remedy))
    }
}

/// The search of a screen: the list in it shows only what fits.
public struct Search: Sendable, Codable, Equatable {
    /// What is searched for now; empty when nothing is.
    public var text: String
    /// What can be searched, as the label of the input: "Search orders".
    public var label: String

    /// Makes a search.
    public init(text: String, label: String) {
        self.text = text
        self.label = label
    }
}
