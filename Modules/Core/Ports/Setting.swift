/// A value that a person can set from outside: by a flag, an environment variable or a file.
///
/// A setting never holds a secret, since other programs can see all of these.
public struct Setting: Sendable, Hashable {
    /// The name of the flag without dashes, for example `web-port`.
    public let name: String
    /// What the value stands for in help, for example `PORT`; empty for a switch.
    public let placeholder: String
    /// One sentence for help.
    public let help: Sentence
    /// The environment variable that is read when the flag is absent.
    public let environmentVariable: String?
    /// The value when nothing sets it.
    public let defaultValue: String?
    /// The values when nothing sets it, for kinds of build that differ from the others.
    public let flavourDefaults: [Flavour: String]
    /// The values that it takes; empty when there are too many to name.
    public let choices: [String]
    /// Whether the choices are languages, of which any variant is taken: `de-AT` where `de` is one.
    public let choicesAreLanguages: Bool
    /// The numbers that it takes; `nil` when it is not a whole number.
    public let range: ClosedRange<Int>?

    /// Declares a setting; contribute it to ``AnyPort/settings``.
    public init(
        _ name: String, placeholder: String, help: Sentence, environmentVariable: String? = nil,
        defaultValue: String? = nil, flavourDefaults: [Flavour: String] = [:],
        choices: [String] = [], range: ClosedRange<Int>? = nil
    ) {
        self.name = name
        self.placeholder = placeholder
        self.help = help
        self.environmentVariable = environmentVariable
        self.defaultValue = defaultValue
        self.flavourDefaults = flavourDefaults
        self.choices = choices
        self.range = range
        choicesAreLanguages = false
    }

    /// Declares a setting for a language; contribute it to ``AnyPort/settings``.
    ///
    /// - Parameters:
    ///   - name: The name of the flag, without its dashes.
    ///   - placeholder: What stands for the value in help.
    ///   - help: What it is for, in one sentence.
    ///   - environmentVariable: The variable that sets it, if any.
    ///   - languages: The tags of the languages that there are (BCP 47); any variant of one is taken as
    ///     well.
    public init(
        _ name: String, placeholder: String, help: Sentence, environmentVariable: String?,
        languages: [String]
    ) {
        self.name = name
        self.placeholder = placeholder
        self.help = help
        self.environmentVariable = environmentVariable
        defaultValue = nil
        flavourDefaults = [:]
        choices = languages
        range = nil
        choicesAreLanguages = true
    }

    /// Whether it is on or off and takes no value on the command line.
    public var isSwitch: Bool { placeholder.isEmpty }

    /// Whether a value is one of the choices, or a variant of one that is a language.
    ///
    /// - Parameter value: A value; a language may be written as BCP 47 or POSIX do.
    /// - Returns: True as well when there are no choices to compare it with.
    public func takes(_ value: String) -> Bool {
        guard !choices.isEmpty, !choices.contains(value) else { return true }
        guard choicesAreLanguages else { return false }
        func language(_ tag: String) -> String {
            tag.prefix { !"-_.@".contains($0) }.lowercased()
        }
        return choices.contains { language($0) == language(value) }
    }
}
