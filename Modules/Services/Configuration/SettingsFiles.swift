public import TenonCore

/// Reads settings from the JSON files of the person and of the system.
///
/// The files are `config.json` in the folders of `UserPlaces`; that of the person comes first. A
/// file that is missing is empty. Members are named after settings; an object named after an
/// executable holds what counts for that executable only.
public struct SettingsFiles: SettingReading {
    private let paths: [String]
    private let executable: String

    /// Reads the files of an application.
    public init(of application: ApplicationInfo, in configuration: Configuration) {
        paths = UserPlaces(of: application, in: configuration).configuration
            .map { "\($0.path)/config.json" }
        executable = application.executable
    }

    /// The values that the files set, each from the most important file that has it.
    ///
    /// - Throws: ``ConfigurationError``.
    public func read(_ settings: [SettingDeclaration]) throws -> [String: SourcedValue] {
        try paths.reduce(into: [:]) { values, path in
            let file = SettingsFile(path: path, executable: executable, settings: settings)
            values.merge(try file.values()) { first, _ in first }
        }
    }
}
