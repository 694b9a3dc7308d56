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
    /// The value of a setting as others may see it: a password that an address holds is left out.
    package func shown(_ setting: Setting) -> String? {
        self[setting].map { HarmlessAddress.value($0) }
    }

    /// The error of a setting whose value cannot be used.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - remedy: What the setting takes; its help unless given.
    public func refusal(of setting: Setting, remedy: Sentence? = nil) -> SettingError {
        let origin = origin(of: setting)
        let value = shown(setting) ?? ""
        return SettingError(
            origin == .flag ? .settingFlag : .settingValue,
            "\"\(value)\" is not valid for --\(setting.name) (\(origin.sentence)).",
            remedy: remedy ?? setting.help)
    }

    /// The value of a setting that is a whole number.
    ///
    /// - Throws: ``SettingError`` for a value outside of the setting's range.
    public func number(_ setting: Setting) throws -> Int {
        let range = setting.range ?? Int.min...Int.max
        guard let number = self[setting].flatMap({ Int($0) }), range.contains(number) else {
            throw refusal(
                of: setting,
                remedy: "Give a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
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
