extension ErrorCode {
    /// The command line has a value that a setting does not take.
    public static let settingFlag = ErrorCode("setting.flag", .usage)
    /// The environment or a file has a value that a setting does not take.
    public static let settingValue = ErrorCode("setting.value", .configuration)
}

/// A setting has a value that it does not take.
public typealias SettingError = ModuleError<SettingErrors>

/// Tells ``SettingError`` apart from other errors.
public enum SettingErrors {}

extension Configuration {
    /// The value of a setting.
    ///
    /// - Throws: ``SettingError`` for a text that the setting does not take.
    public subscript<Value>(_ setting: Setting<Value>) -> Value {
        get throws(SettingError) {
            try check(setting.declaration)
            guard let value = setting.value(text(of: setting.declaration)) else {
                throw refusal(of: setting.declaration)
            }
            return value
        }
    }

    /// Whether a switch is on.
    public subscript(_ setting: Setting<Bool>) -> Bool {
        setting.value(text(of: setting.declaration)) ?? false
    }

    /// The text of a setting that takes any.
    public subscript(_ setting: Setting<String>) -> String { text(of: setting.declaration) ?? "" }

    /// The text of a setting that takes any, or `nil` when nothing sets it.
    public subscript(_ setting: Setting<String?>) -> String? { text(of: setting.declaration) }

    /// Checks that the text of a setting is in its range and one of its choices.
    ///
    /// - Throws: ``SettingError`` if it is not.
    package func check(_ setting: SettingDeclaration) throws(SettingError) {
        guard let text = text(of: setting), !setting.takes(text) else { return }
        throw refusal(of: setting)
    }

    /// The text of a setting as others may see it: a password that an address holds is left out.
    package func shown(_ setting: SettingDeclaration) -> String? {
        text(of: setting).map { HarmlessAddress.value($0) }
    }

    /// The error of a setting whose text is none of its values.
    public func refusal(of setting: SettingDeclaration) -> SettingError {
        let origin = origin(of: setting)
        return SettingError(
            origin == .flag ? .settingFlag : .settingValue,
            "\"\(shown(setting) ?? "")\" is not valid for --\(setting.name) (\(origin.sentence)).",
            remedy: setting.remedy(for: text(of: setting) ?? ""))
    }
}

extension SettingOrigin {
    /// Where a value comes from, in words.
    public var sentence: Sentence {
        switch self {
        case .flag: "command line"
        case .environment(let variable): "environment: \(variable)"
        case .file(let place): Sentence(verbatim: "\(place)")
        case .flavour(let flavour): "default of the kind of build: \(flavour.rawValue)"
        case .standard: "default"
        case .nothing: "nothing sets it"
        }
    }
}
