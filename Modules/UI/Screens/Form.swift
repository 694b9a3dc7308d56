public import TenonCore

/// Fields to fill in.
public struct FormBlock: Sendable, Codable, Equatable {
    /// Names the block within its screen.
    public var id: String
    /// A title; may be empty.
    public var title: String
    /// The fields, in order.
    public var fields: [Field]
    /// What can be done with the values; the first one is what Return does.
    ///
    /// All other actions of the screen get the values as well.
    public var actions: [Action]

    /// Makes a form.
    public init(id: String, title: String = "", fields: [Field], actions: [Action]) {
        self.id = id
        self.title = title
        self.fields = fields
        self.actions = actions
    }
}

/// One field of a form.
public struct Field: Sendable, Codable, Equatable, Identifiable {
    /// The kinds of fields, each with its present value.
    public enum Kind: Sendable, Codable, Equatable {
        /// Text, of one line or several.
        case text(String, isMultiline: Bool)
        /// A secret; its value is never in the screen, only whether there is one.
        case secret(isSet: Bool)
        /// A number as it is written in English without grouping, such as `-12.50`; empty when there
        /// is none; with an ISO 4217 code it is an amount of money, and with a range a whole number
        /// within it.
        case number(String, currency: String? = nil, range: ClosedRange<Int>? = nil)
        /// A day as `YYYY-MM-DD`; empty when there is none.
        case date(String)
        /// A month as `YYYY-MM`; empty when there is none.
        case month(String)
        /// On or off.
        case toggle(Bool)
        /// One of several options, by id.
        case choice(String, options: [Option])
        /// Any number of several options, by id.
        case choices([String], options: [Option])
        /// Any number of short texts, such as tags; the suggestions are those that there are already.
        case tokens([String], suggestions: [String])
        /// A file; the endings name what is accepted, such as `.csv`. The name is that of the
        /// chosen file, empty when there is none.
        case file(name: String, accepts: [String])
    }

    /// One option of a choice.
    public struct Option: Sendable, Codable, Equatable, Identifiable {
        /// The value.
        public var id: String
        /// The words.
        public var title: String

        /// Makes an option.
        public init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// What a browser or a password manager may fill in, by the names of the HTML standard.
    public enum Autofill: String, Sendable, Codable, CaseIterable {
        /// Nothing.
        case off
        /// The person's name for an account.
        case username
        /// The secret that exists already.
        case currentPassword = "current-password"
        /// A secret that is being made.
        case newPassword = "new-password"
        /// A one-time code.
        case oneTimeCode = "one-time-code"
        /// An address on the web.
        case url
    }

    /// Names the field within its screen.
    public var id: String
    /// What is asked for.
    public var label: String
    /// Further explanation; may be empty.
    public var help: String
    /// The kind, and the present value.
    public var kind: Kind
    /// Whether it must be filled in.
    public var isRequired: Bool
    /// What is wrong with the value, and what to do; `nil` when nothing is.
    public var problem: String?
    /// What may be filled in automatically.
    public var autofill: Autofill
    /// Whether the scene wants to hear of every change while the person types.
    public var isLive: Bool
    /// Of a secret: what can be done with it alone, such as making it (``Scene/makeSecret(_:for:)``).
    ///
    /// The session adds what shows and conceals a secret that was typed.
    public var actions: [Action] = []
    /// How hard the secret that was typed is to guess; `nil` when the scene does not say.
    public var strength: SecretStrength?
    /// The secret that was typed, while the person looks at it; the session sets it.
    public var revealed: String?

    /// Makes a field.
    public init(
        id: String, label: String, help: String = "", kind: Kind, isRequired: Bool = false,
        problem: String? = nil, autofill: Autofill = .off, isLive: Bool = false
    ) {
        self.id = id
        self.label = label
        self.help = help
        self.kind = kind
        self.isRequired = isRequired
        self.problem = problem
        self.autofill = autofill
        self.isLive = isLive
    }
}

/// What a person put into a field.
public enum FieldValue: Sendable, Equatable {
    /// Text, a number, a day, a month or the id of a choice, as in ``Field/Kind``.
    case text(String)
    /// A secret; empty means "as it was".
    case secret(SecretText)
    /// On or off.
    case toggle(Bool)
    /// The ids of the chosen options, or the tokens.
    case choices([String])
    /// A file.
    case file(FileValue)
}

/// A file that a person chose.
public struct FileValue: Sendable, Equatable {
    /// Where its bytes are.
    public enum Content: Sendable, Equatable {
        /// On this machine, at a path.
        case path(String)
        /// Here; wiped after use, since files may hold secrets.
        case bytes(SecretText)
    }

    /// The name of the file, without folders.
    public var name: String
    /// Where its bytes are.
    public var content: Content

    /// Makes a chosen file.
    public init(name: String, content: Content) {
        self.name = name
        self.content = content
    }

    /// All bytes of the file, from memory or from its path.
    ///
    /// ```swift
    /// let text = try await file.contents(readBy: services.files, limit: 1 << 20)
    /// ```
    ///
    /// - Parameters:
    ///   - files: The port `files` of TenonCore.
    ///   - limit: The most bytes that the file may have.
    /// - Throws: `FileError` when no file was named, or when it cannot be read or is larger, with its path
    ///   or its name.
    public func contents(readBy files: any FileReading, limit: Int) async throws -> SecretText {
        switch content {
        case .path(""): throw FileError.unnamed
        case .path(let path): return try await files.contents(of: path, limit: limit)
        case .bytes(let bytes):
            guard bytes.count <= limit else { throw FileError.tooLarge(name, limit: limit) }
            return bytes
        }
    }
}
