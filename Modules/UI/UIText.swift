import TenonCore

/// The texts that the user interface itself needs, in every front end.
public enum UIText: String, LocalizedKey {
    /// The title of an alert about an error.
    case errorTitle
    /// Notice: a location leads nowhere.
    case notFound
    /// Notice: a location has an argument of the wrong kind.
    case badArgument
    /// Button: go back.
    case back
    /// Button: cancel a question.
    case cancel
    /// Button: dismiss an alert.
    case dismiss
    /// Placeholder of a concealed value, for screen readers.
    case concealed
    /// Asks for the name of a severe confirmation: `{name}`.
    case typeName
    /// The window of a long list: `{first}`, `{last}`, `{total}`.
    case window
    /// Button: earlier rows.
    case previous
    /// Button: later rows.
    case next
    /// Mark of a required field.
    case required
    /// Help of a secret field that has a value: leave it empty to keep it.
    case secretIsSet
    /// Help of an empty secret field whose value was typed before: leave it empty to keep that.
    case secretKept
    /// Word before a good message.
    case tonePositive
    /// Word before a message that deserves attention.
    case toneCaution
    /// Word before an error.
    case toneCritical
    /// On.
    case on
    /// Off.
    case off
    /// Seconds left of a code: `{count}`.
    case secondsLeft
    /// The session is over.
    case ended
    /// Asks for a secret that a recording does not hold: `{label}`.
    case replayNeeds
    /// Notice: a recording of `{date}` is being replayed.
    case replaying
    /// Notice: a recording was replayed: `{count}` steps.
    case replayed
    /// Beside a field: it must be filled in.
    case problemRequired
    /// Beside a field: the input is not a number.
    case problemNumber
    /// Beside a field: the input is not a whole number from `{first}` to `{last}`.
    case problemRange
    /// Beside a field: the input is not a day.
    case problemDate
    /// Beside a field: the input is not a month.
    case problemMonth
    /// Beside a field: there is no such file: `{path}`.
    case problemFile

    /// Buttons that several features have.
    case clear, conceal, copy, open, retry, reveal, save
    /// Commands that several front ends have; `{name}` is the title of the row that `more` is about.
    case close, more, quit, search, undo
    /// The question before typed values are thrown away, and its button.
    case discardTitle, discardMessage, discard, stay
    case keptTitle, keptMessage, goOn
    /// Notice: what was typed on the screen `{title}` is not kept any more.
    case draftDiscarded

    /// Notice: fields that something was typed into are not there any more.
    case draftLost
    /// On the screen of a lock, else a notice: what was typed into `{count}` forms went with their screens.
    case formsLost
    /// The same of an action that was stopped, of which nobody knows whether it was done.
    case actionInterrupted
    /// Notice: the front end ends, and nobody can be asked about what was typed.
    case draftUnsaved
    /// The same where it is kept for the next program, and where all of it but secrets is.
    case draftKept, draftKeptWithoutSecrets
    /// A QR code has no room: it takes `{columns}` and `{rows}` of a terminal.
    case noRoomForCode
    /// Stands for an image of which nobody has said what is to be seen on it.
    case undescribedImage
    /// How far something is: `{completed}` of `{total}`.
    case progress
    /// How many rows of a list are chosen: `{count}`; before a question about them.
    case chosen, concernsRows
    /// Chooses the row `{name}`, all rows that are shown, or none.
    case chooseRow, chooseAll, chooseNone
    /// The heading of the filters of a screen, and the option that takes away one of them.
    case filters, everything
    /// Something is under way.
    case working
    /// Why an action cannot be done at the moment: `{reason}`.
    case unavailable
    /// How hard a secret is to guess: `{level}`, and the levels.
    case strength, strengthVeryWeak, strengthWeak, strengthFair, strengthGood, strengthStrong
    /// How a day, a month and several tokens are typed.
    case dateFormat, monthFormat, tokensFormat
    /// Some of what there is already: `{texts}`.
    case suggestions
    /// Which numbers a field takes: from `{first}` to `{last}`.
    case range
    /// Which files a field takes: `{endings}`.
    case accepts
    /// Notice: the screen has no search.
    case noSearch
    /// The heading of all destinations, and the one of those that are tools.
    case places, tools
    /// The title of a help, and the place it is about: `{location}`.
    case helpTitle, helpHere

    /// The catalogue of this module.
    public static let catalogue = Catalogue(json: PackageResources.Strings_json)
}

extension Localizer {
    /// Why a location leads nowhere, for a notice.
    func explanation(of error: any Error) -> String {
        switch (error as? RoutingError)?.code {
        case .locationRefused?: text(of: Explanation(error).message)
        case .locationBadArgument?: self(UIText.badArgument)
        default: self(UIText.notFound)
        }
    }
}
