import TenonCore

/// The texts that the user interface itself needs, whatever the front end.
public enum UIText: String, LocalizedKey {
    /// The title of an alert about an error.
    case errorTitle = "ui.error.title"
    /// Notice: a location leads nowhere.
    case notFound = "ui.not-found"
    /// Notice: a location has an argument of the wrong kind.
    case badArgument = "ui.bad-argument"
    /// Button: go back.
    case back = "ui.back"
    /// Button: cancel a question.
    case cancel = "ui.cancel"
    /// Button: dismiss an alert.
    case dismiss = "ui.dismiss"
    /// Placeholder of a concealed value, for screen readers.
    case concealed = "ui.concealed"
    /// Asks for the name of a severe confirmation: `{name}`.
    case typeName = "ui.type-name"
    /// The window of a long list: `{first}`, `{last}`, `{total}`.
    case window = "ui.window"
    /// Button: earlier rows.
    case previous = "ui.previous"
    /// Button: later rows.
    case next = "ui.next"
    /// Mark of a required field.
    case required = "ui.required"
    /// Help of a secret field that has a value: leave it empty to keep it.
    case secretIsSet = "ui.secret-is-set"
    /// Word before a good message.
    case tonePositive = "ui.tone.positive"
    /// Word before a message that deserves attention.
    case toneCaution = "ui.tone.caution"
    /// Word before an error.
    case toneCritical = "ui.tone.critical"
    /// On.
    case on = "ui.on"
    /// Off.
    case off = "ui.off"
    /// Seconds left of a code: `{count}`.
    case secondsLeft = "ui.seconds-left"
    /// The session is over.
    case ended = "ui.ended"
    /// Asks for a secret that a recording does not hold: `{label}`.
    case replayNeeds = "ui.replay.needs"
    /// Notice: a recording was replayed: `{count}` steps.
    case replayed = "ui.replay.done"
    /// Beside a field: it must be filled in.
    case problemRequired = "ui.problem.required"
    /// Beside a field: the input is not a number.
    case problemNumber = "ui.problem.number"
    /// Beside a field: the input is not a day.
    case problemDate = "ui.problem.date"
    /// Beside a field: there is no such file: `{path}`.
    case problemFile = "ui.problem.file"

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
