public import TenonCore

extension ErrorCode {
    /// A settings file is not a JSON object.
    public static let configurationSyntax = ErrorCode("configuration.syntax", .configuration)
    /// A settings file sets something that there is not.
    public static let configurationUnknown = ErrorCode("configuration.unknown", .configuration)
    /// A settings file sets the same thing twice.
    public static let configurationTwice = ErrorCode("configuration.twice", .configuration)
    /// A settings file has a value of the wrong type.
    public static let configurationType = ErrorCode("configuration.type", .configuration)
    /// A settings file cannot be read.
    public static let configurationUnreadable = ErrorCode(
        "configuration.unreadable", .configuration)
}

/// What can be wrong with a settings file; the texts name the file, the line and the setting.
public typealias ConfigurationError = ModuleError<ConfigurationErrors>

/// Tells ``ConfigurationError`` apart from the errors of other modules.
public enum ConfigurationErrors {}

extension ConfigurationError {
    static func syntax(_ reason: Sentence, at place: SourcedValue.Place) -> ConfigurationError {
        ConfigurationError(
            .configurationSyntax, "\(place): \(reason)",
            remedy: "Write one JSON object, such as {\"language\": \"en\"}.")
    }

    static func unknown(
        _ name: String, nearest: String?, at place: SourcedValue.Place
    ) -> ConfigurationError {
        ConfigurationError(
            .configurationUnknown, "\(place): There is no setting \"\(name)\".",
            remedy: nearest.map { "Did you mean \"\($0)\"?" }
                ?? "Remove it, or look for its name among the settings in --help.")
    }

    static func twice(_ name: String, at place: SourcedValue.Place) -> ConfigurationError {
        ConfigurationError(
            .configurationTwice, "\(place): \"\(name)\" is set for the second time.",
            remedy: "Remove one of them.")
    }

    static func type(
        of setting: SettingDeclaration, at place: SourcedValue.Place
    ) -> ConfigurationError {
        ConfigurationError(
            .configurationType, "\(place): The value of \"\(setting.name)\" is of the wrong type.",
            remedy: setting.isSwitch
                ? "Write true or false." : "Write a text in quotation marks, or a number.")
    }

    static func endless(_ path: String) -> ConfigurationError {
        ConfigurationError(
            .configurationUnreadable, "\(path) is not a file of at most 1 MiB; it was not read.",
            remedy: "Put a text file with settings there, or remove it.")
    }

    static func unreadable(_ path: String) -> ConfigurationError {
        ConfigurationError(
            .configurationUnreadable, "The file \(path) cannot be read.",
            remedy: "Check who may read it, or remove it.")
    }
}
