public import TenonCore

/// An input as a scene handles it: what is a text on a screen is an enumeration of its presenter here.
///
/// So all commands and filters are handled, and no name can be misspelt.
public enum SceneEvent<P: Presenter>: Sendable {
    /// A command of the presenter's screens.
    case act(P.Command, CommandDetails<P.FieldName>)
    /// An action beside the scene's commands, such as one that another feature contributed.
    case other(String, CommandDetails<P.FieldName>)
    /// Values of live fields while the person types.
    case edit([P.FieldName: FieldValue])
    /// Search for a text.
    case search(String)
    /// Narrow the lists: a filter, and the options that are chosen.
    case filter(P.FilterName, [String])
    /// Show other rows of a list.
    case window(String, Range<Int>)
    /// The person reads a list from a row on, the first one in sight; see ``SceneInput/reading(_:row:)``.
    case reading(String, row: String)
    /// The scene is on top (again).
    case appear
    /// Another scene covers it.
    case disappear
    /// The person wants to leave; a scene that does not take this input is left.
    case back

    /// Reads what a session tells a scene; `nil` for a filter that is none of the presenter's.
    init?(_ input: SceneInput) {
        switch input {
        case .act(let id, let target, let fields, let text):
            let details = CommandDetails(
                target: target, fields: Self.named(fields), input: text)
            self = Self.act(id, details)
        case .actOnRows(let id, let rows, let text):
            self = Self.act(id, CommandDetails(rows: rows, input: text))
        case .edit(let fields): self = .edit(Self.named(fields))
        case .search(let text): self = .search(text)
        case .filter(let id, let options):
            guard let name = P.FilterName(rawValue: id) else { return nil }
            self = .filter(name, options)
        case .window(let list, let range): self = .window(list, range)
        case .reading(let list, let row): self = .reading(list, row: row)
        case .appear: self = .appear
        case .disappear: self = .disappear
        case .back: self = .back
        }
    }

    private static func act(_ id: String, _ details: CommandDetails<P.FieldName>) -> SceneEvent {
        P.Command(rawValue: id).map { .act($0, details) } ?? .other(id, details)
    }

    private static func named(_ fields: [String: FieldValue]) -> [P.FieldName: FieldValue] {
        fields.reduce(into: [:]) { named, field in
            if let name = P.FieldName(rawValue: field.key) { named[name] = field.value }
        }
    }
}

/// What comes with a command.
public struct CommandDetails<FieldName: Hashable & Sendable>: Sendable, Equatable {
    /// The row, fact or field that it was chosen on.
    public let target: String?
    /// The rows that were chosen together.
    public let rows: [String]
    /// The values of the form.
    public let fields: [FieldName: FieldValue]
    /// The text that the action asked for.
    public let input: SecretText?

    init(
        target: String? = nil, rows: [String] = [], fields: [FieldName: FieldValue] = [:],
        input: SecretText?
    ) {
        self.target = target
        self.rows = rows
        self.fields = fields
        self.input = input
    }

    /// The row or fact as a value; `nil` when there is none, or it is not of this type.
    public func target<Target: RouteArgument>(as type: Target.Type) -> Target? {
        target.flatMap { Target(routeText: $0) }
    }

    /// The rows that were chosen together as values; without those that are not of this type.
    public func rows<Target: RouteArgument>(as type: Target.Type) -> [Target] {
        rows.compactMap { Target(routeText: $0) }
    }
}

/// The commands, fields or filters of a presenter whose screens have none.
public enum NoName: RawRepresentable, Hashable, Sendable {
    /// No text is a name.
    public init?(rawValue: String) { nil }

    /// There is no name to ask.
    public var rawValue: String { switch self {} }
}

extension Action {
    /// Makes the action for a command of a scene.
    public init(
        _ command: some RawRepresentable<String>, title: String, help: String = "",
        scope: Scope = .screen, role: Role = .normal, shortcut: String? = nil,
        accelerator: Accelerator? = nil, availability: Availability = .enabled,
        confirmation: Confirmation? = nil,
        input: Prompt? = nil, icon: Icon? = nil
    ) {
        self.init(
            id: command.rawValue, title: title, help: help, scope: scope, role: role,
            shortcut: shortcut, accelerator: accelerator, availability: availability,
            confirmation: confirmation, input: input, icon: icon)
    }
}

extension Field {
    /// Makes a field with a name out of an enumeration.
    public init(
        _ name: some RawRepresentable<String>, label: String, help: String = "", kind: Kind,
        isRequired: Bool = false, problem: String? = nil, autofill: Autofill = .off,
        isLive: Bool = false
    ) {
        self.init(
            id: name.rawValue, label: label, help: help, kind: kind, isRequired: isRequired,
            problem: problem, autofill: autofill, isLive: isLive)
    }

    /// Makes a field for one line of text, with a name out of an enumeration.
    public init(
        text name: some RawRepresentable<String>, label: String, help: String = "",
        value: String = "", isRequired: Bool = false, problem: String? = nil,
        autofill: Autofill = .off, isLive: Bool = false
    ) {
        self.init(
            name, label: label, help: help, kind: .text(value, isMultiline: false),
            isRequired: isRequired, problem: problem, autofill: autofill, isLive: isLive)
    }
}

extension Field {
    /// Makes a field for a whole number within a range, which says what is wrong when it has none.
    public init(
        number name: some RawRepresentable<String>, label: String, help: String = "",
        value: String, in range: ClosedRange<Int>, isRequired: Bool = false,
        isLive: Bool = false, _ localizer: Localizer
    ) {
        let isThere = FieldReading.number(value, in: range) != nil
        self.init(
            name, label: label, help: help, kind: .number(value, range: range),
            isRequired: isRequired, problem: isThere ? nil : localizer.words(.problemRange, range),
            isLive: isLive)
    }
}

extension Filter {
    /// Makes a filter with a name out of an enumeration.
    public init(
        _ name: some RawRepresentable<String>, title: String, options: [Option],
        chosen: [String] = [], takesSeveral: Bool = false
    ) {
        self.init(
            id: name.rawValue, title: title, options: options, chosen: chosen,
            takesSeveral: takesSeveral)
    }
}

extension Dictionary where Value == FieldValue {
    /// The text in a field; `nil` when there is none.
    public func text(_ name: Key) -> String? {
        if case .text(let text) = self[name] { text } else { nil }
    }

    /// The secret in a field; empty when there is none.
    public func secret(_ name: Key) -> SecretText {
        if case .secret(let text) = self[name] { text } else { SecretText("") }
    }

    /// The file in a field; `nil` when there is none.
    public func file(_ name: Key) -> FileValue? {
        if case .file(let file) = self[name] { file } else { nil }
    }

    /// Whether a field is on; `nil` when it says neither.
    public func isOn(_ name: Key) -> Bool? {
        if case .toggle(let isOn) = self[name] { isOn } else { nil }
    }
}
