/// How a setting is named, explained and checked, whatever the type of its values.
///
/// A ``Setting`` has one. Help, manual pages and files of settings are made and checked with it.
public struct SettingDeclaration: Sendable, Hashable {
    /// The name of the flag without dashes, for example `web-port`.
    public let name: String
    /// What the value stands for in help, for example `PORT`; empty for a switch.
    public let placeholder: String
    /// One sentence for help.
    public let help: Sentence
    /// The environment variable that is read when the flag is absent.
    public let environmentVariable: String?
    /// The value when nothing sets it.
    public internal(set) var defaultValue: String?
    /// The values when nothing sets it, for kinds of build that differ from the others.
    public internal(set) var flavourDefaults: [Flavour: String] = [:]
    /// The values that it takes; empty when there are too many to name.
    public internal(set) var choices: [String] = []
    /// Whether the choices are languages, of which any variant is taken: `de-AT` where `de` is one.
    public internal(set) var choicesAreLanguages = false
    /// The numbers that it takes; `nil` when it is not a whole number.
    public internal(set) var range: ClosedRange<Int>?

    /// Whether it is on or off and takes no value on the command line.
    public var isSwitch: Bool { placeholder.isEmpty }

    /// Whether a value is in the range, and one of the choices or a variant of one that is a language.
    ///
    /// - Parameter value: A value; a language may be written as BCP 47 or POSIX do.
    /// - Returns: True as well when there is neither a range nor choices.
    public func takes(_ value: String) -> Bool {
        if let range, Int(value).map(range.contains) != true { return false }
        guard !choices.isEmpty, !choices.contains(value) else { return true }
        guard choicesAreLanguages else { return false }
        func language(_ tag: String) -> String {
            tag.prefix { !"-_.@".contains($0) }.lowercased()
        }
        return choices.contains { language($0) == language(value) }
    }

    /// What to do about a value that it does not take.
    func remedy(for value: String) -> Sentence {
        if let range {
            return "Give a whole number from \(range.lowerBound) to \(range.upperBound)."
        }
        guard !choices.isEmpty else { return help }
        let names = choices.joined(separator: ", ")
        let all: Sentence = "The values are \(names)."
        return NearestName(of: value, among: choices).value.map {
            "Did you mean \"\($0)\"? \(all)"
        } ?? all
    }
}
