/// A value that a person can set from outside: by a flag, an environment variable or a file.
///
/// ```swift
/// static let port = Setting<Int>(
///     "web-port", placeholder: "PORT", help: "Serve on this port.", defaultValue: 0,
///     range: 0...65535)
/// ```
///
/// A plugin names it in ``Registrar/declare(_:)`` and reads it by `configuration[port]`. It never
/// holds a secret, since other programs can see what is set.
public struct Setting<Value: Sendable>: Sendable {
    /// How it is named, explained and checked.
    public private(set) var declaration: SettingDeclaration

    /// The value that a text says, or that no text says; `nil` when the text says none.
    let value: @Sendable (_ text: String?) -> Value?
}

extension Setting where Value: SettingValue {
    /// Makes a setting that always has a value.
    ///
    /// - Parameters:
    ///   - name: The name of the flag, without its dashes.
    ///   - placeholder: What stands for the value in help.
    ///   - help: What it is for, in one sentence.
    ///   - environmentVariable: The variable that sets it, if any.
    ///   - defaultValue: The value when nothing sets it.
    ///   - flavourDefaults: The same, for kinds of build that differ from the others.
    public init(
        _ name: String, placeholder: String, help: Sentence, environmentVariable: String? = nil,
        defaultValue: Value, flavourDefaults: [Flavour: Value] = [:]
    ) {
        declaration = SettingDeclaration(
            name: name, placeholder: placeholder, help: help,
            environmentVariable: environmentVariable, defaultValue: defaultValue.description,
            flavourDefaults: flavourDefaults.mapValues(\.description),
            choices: Value.settingChoices)
        value = { text in text.flatMap { Value($0) } }
    }
}

extension Setting {
    /// Makes a setting that has no value when nothing sets it.
    ///
    /// - Parameters:
    ///   - name: The name of the flag, without its dashes.
    ///   - placeholder: What stands for the value in help.
    ///   - help: What it is for, in one sentence.
    ///   - environmentVariable: The variable that sets it, if any.
    ///   - flavourDefaults: The values when nothing sets it, for kinds of build that have one.
    public init<Wrapped: SettingValue>(
        _ name: String, placeholder: String, help: Sentence, environmentVariable: String? = nil,
        flavourDefaults: [Flavour: Wrapped] = [:]
    ) where Value == Wrapped? {
        declaration = SettingDeclaration(
            name: name, placeholder: placeholder, help: help,
            environmentVariable: environmentVariable,
            flavourDefaults: flavourDefaults.mapValues(\.description),
            choices: Wrapped.settingChoices)
        value = { text in
            guard let text else { return .some(nil) }
            return Wrapped(text).map { .some($0) }
        }
    }
}

extension Setting<Int> {
    /// Makes a setting that is a whole number in a range.
    public init(
        _ name: String, placeholder: String, help: Sentence, environmentVariable: String? = nil,
        defaultValue: Int, flavourDefaults: [Flavour: Int] = [:], range: ClosedRange<Int>
    ) {
        self.init(
            name, placeholder: placeholder, help: help, environmentVariable: environmentVariable,
            defaultValue: defaultValue, flavourDefaults: flavourDefaults)
        declaration.range = range
    }
}

extension Setting<Int?> {
    /// Makes a setting that is a whole number in a range when anything sets it.
    public init(
        _ name: String, placeholder: String, help: Sentence, environmentVariable: String? = nil,
        range: ClosedRange<Int>
    ) {
        self.init(
            name, placeholder: placeholder, help: help, environmentVariable: environmentVariable)
        declaration.range = range
    }
}

extension Setting<String?> {
    /// Makes a setting for a language.
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
        self.init(
            name, placeholder: placeholder, help: help, environmentVariable: environmentVariable)
        declaration.choices = languages
        declaration.choicesAreLanguages = true
    }
}

extension Setting<Bool> {
    /// Makes a switch, which is on when its flag is given, or when it is set to anything but `0`.
    public init(_ name: String, help: Sentence, environmentVariable: String? = nil) {
        declaration = SettingDeclaration(
            name: name, placeholder: "", help: help, environmentVariable: environmentVariable)
        value = { $0.map { $0 != "0" } ?? false }
    }
}

extension Registrar {
    /// Declares the settings that a plugin understands.
    public mutating func declare<each Value>(_ settings: repeat Setting<each Value>) {
        var declarations: [SettingDeclaration] = []
        repeat declarations.append((each settings).declaration)
        let all = declarations
        contribute(.settings) { all }
    }
}
