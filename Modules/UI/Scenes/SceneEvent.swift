public import TenonCore

/// An input as a scene handles it: its commands are an enumeration, so that all are handled.
public enum SceneEvent<Command: RawRepresentable<String> & Sendable>: Sendable {
    /// A command of the presenter's screens.
    case act(Command, CommandDetails)
    /// An action beside the scene's commands, such as one that another feature contributed.
    case other(String, CommandDetails)
    /// Values of live fields while the person types.
    case edit([String: FieldValue])
    /// Search for a text.
    case search(String)
    /// Show other rows of a list.
    case window(String, Range<Int>)
    /// The scene is on top (again).
    case appear
    /// Another scene covers it.
    case disappear
    /// The person wants to leave; a scene that does not take this input is left.
    case back

    /// Reads what a session tells a scene.
    init(_ input: SceneInput) {
        self =
            switch input {
            case .act(let id, let target, let fields, let text):
                Self.act(id, CommandDetails(target: target, fields: fields, input: text))
            case .edit(let fields): .edit(fields)
            case .search(let text): .search(text)
            case .window(let list, let range): .window(list, range)
            case .appear: .appear
            case .disappear: .disappear
            case .back: .back
            }
    }

    private static func act(_ id: String, _ details: CommandDetails) -> SceneEvent {
        Command(rawValue: id).map { .act($0, details) } ?? .other(id, details)
    }
}

/// What comes with a command.
public struct CommandDetails: Sendable, Equatable {
    /// The row or fact that it was chosen on.
    public let target: String?
    /// The values of the form.
    public let fields: [String: FieldValue]
    /// The text that the action asked for.
    public let input: SecretText?

    /// The row or fact as a value; `nil` when there is none, or it is not of this type.
    public func target<Target: RouteArgument>(as type: Target.Type) -> Target? {
        target.flatMap { Target(routeText: $0) }
    }
}

/// The commands of a presenter whose screens have none.
public enum NoCommand: RawRepresentable, Sendable {
    /// No text is a command.
    public init?(rawValue: String) { nil }

    /// There is no command to ask.
    public var rawValue: String { switch self {} }
}

extension Action {
    /// Makes the action for a command of a scene.
    public init(
        _ command: some RawRepresentable<String>, title: String, help: String = "",
        scope: Scope = .screen, role: Role = .normal, shortcut: String? = nil,
        availability: Availability = .enabled, confirmation: Confirmation? = nil,
        input: Prompt? = nil
    ) {
        self.init(
            id: command.rawValue, title: title, help: help, scope: scope, role: role,
            shortcut: shortcut, availability: availability, confirmation: confirmation,
            input: input)
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

extension [String: FieldValue] {
    /// The value of a field with a name out of an enumeration.
    public subscript(name: some RawRepresentable<String>) -> FieldValue? { self[name.rawValue] }

    /// The text in a field; `nil` when there is none.
    public func text(_ name: some RawRepresentable<String>) -> String? {
        if case .text(let text) = self[name] { text } else { nil }
    }

    /// The secret in a field; empty when there is none.
    public func secret(_ name: some RawRepresentable<String>) -> SecretText {
        if case .secret(let text) = self[name] { text } else { SecretText("") }
    }

    /// The file in a field; `nil` when there is none.
    public func file(_ name: some RawRepresentable<String>) -> FileValue? {
        if case .file(let file) = self[name] { file } else { nil }
    }

    /// Whether a field is on; `nil` when it says neither.
    public func isOn(_ name: some RawRepresentable<String>) -> Bool? {
        if case .toggle(let isOn) = self[name] { isOn } else { nil }
    }
}
