/// The values of all settings: flags first, then the environment, then files, then the defaults.
public struct Configuration: Sendable {
    /// All environment variables, for programs that are started.
    public let environment: [String: String]

    private let flags: [String: String]
    private let files: [String: SourcedValue]

    /// Makes a configuration from values by the names of settings, and environment variables.
    ///
    /// - Parameters:
    ///   - flags: What the command line says.
    ///   - environment: All environment variables.
    ///   - files: The values of files and other sources, already reduced to the most important one.
    public init(
        flags: [String: String] = [:], environment: [String: String] = [:],
        files: [String: SourcedValue] = [:]
    ) {
        self.flags = flags
        self.environment = environment
        self.files = files
    }

    /// The text of a setting; an empty environment variable counts as absent.
    public func text(of setting: SettingDeclaration) -> String? { find(setting).value }

    /// Where the value of a setting comes from.
    public func origin(of setting: SettingDeclaration) -> SettingOrigin { find(setting).origin }

    /// The same configuration with another value for a setting, as if its flag had been given.
    public func setting<Value: SettingValue>(
        _ setting: Setting<Value?>, to value: Value
    ) -> Configuration {
        Configuration(
            flags: flags.merging([setting.declaration.name: value.description]) { $1 },
            environment: environment, files: files)
    }

    /// An environment variable that is not one of our settings, such as `NO_COLOR` or `LANG`.
    public func environmentVariable(_ name: String) -> String? {
        environment[name]
    }

    /// Whether there is a desktop, on which windows open.
    package var hasDisplay: Bool {
        ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
    }

    private func find(_ setting: SettingDeclaration) -> (value: String?, origin: SettingOrigin) {
        if let flag = flags[setting.name] { return (flag, .flag) }
        if let variable = setting.environmentVariable, let value = environment[variable],
            !value.isEmpty
        {
            return (value, .environment(variable))
        }
        if let file = files[setting.name] { return (file.value, .file(file.place)) }
        // It decides the defaults of the others.
        guard setting != Self.flavourSetting.declaration else {
            return (Flavour.built.rawValue, .standard)
        }
        if let value = setting.flavourDefaults[flavour] { return (value, .flavour(flavour)) }
        return (setting.defaultValue, setting.defaultValue == nil ? .nothing : .standard)
    }
}

extension Configuration {
    /// Chooses the ``Flavour``, mostly in tests; by default it is that of the build.
    public static let flavourSetting = Setting<Flavour?>(
        "flavour", placeholder: "NAME",
        help: "Use the defaults of another kind of build: debug, test or release.",
        environmentVariable: "TENON_FLAVOUR")

    /// Names an edition, which is kept apart from the application that everyone has.
    ///
    /// Its folders have this name at their end, and front ends show it.
    ///
    /// Tests have an edition. The builds of developers have none, since they are to behave like the
    /// release.
    public static let editionSetting = Setting<String?>(
        "edition", placeholder: "NAME",
        help: "Use folders of this name, and show it behind that of the application.",
        flavourDefaults: [.test: "test"])

    /// The name of the edition, in small ASCII letters, digits and hyphens; empty for none.
    public var edition: String {
        self[Self.editionSetting].map(ApplicationInfo.folderName) ?? ""
    }

    /// The kind of build whose defaults count.
    public var flavour: Flavour {
        (try? self[Self.flavourSetting]) ?? .built
    }
}

/// Where the value of a setting comes from.
public enum SettingOrigin: Sendable, Hashable {
    /// The command line.
    case flag
    /// An environment variable.
    case environment(String)
    /// A file, with the line.
    case file(SourcedValue.Place)
    /// The default of a kind of build.
    case flavour(Flavour)
    /// The default.
    case standard
    /// Nothing sets it.
    case nothing
}

/// The value of a setting from a file, and where it is there.
public struct SourcedValue: Sendable, Hashable {
    /// A line of a file.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The absolute path.
        public let path: String
        /// The line, from 1; `nil` when it is not known.
        public let line: Int?

        /// Makes a place.
        public init(path: String, line: Int? = nil) {
            self.path = path
            self.line = line
        }

        /// The path and the line, as compilers write it: `/etc/xdg/shop/config.json:3`.
        public var description: String { line.map { "\(path):\($0)" } ?? path }
    }

    /// The value; `1` and `0` for a switch.
    public let value: String
    /// Where it is.
    public let place: Place

    /// Makes a value.
    public init(_ value: String, at place: Place) {
        self.value = value
        self.place = place
    }
}

/// Reads the values of settings from outside the process, such as from files.
public protocol SettingReading: Sendable {
    /// The values by the names of the settings, for those that are set.
    ///
    /// - Parameter settings: All settings that there are; others are an error.
    /// - Throws: An ``ExplainedError`` that names the place.
    func read(_ settings: [SettingDeclaration]) async throws -> [String: SourcedValue]
}

extension AnyPort {
    /// The settings that plugins understand; help is made from them.
    public static let settings = CollectionPort<SettingDeclaration>("settings")
    /// What reads further values of settings, asked before the application boots.
    ///
    /// The contribution's factory may ask for ``AnyPort/configuration``, which holds the environment
    /// only, for ``AnyPort/application`` and for collections.
    public static let settingReaders = CollectionPort<any SettingReading>("settingReaders")
    /// The values of the settings; the application itself provides it.
    public static let configuration = Port<Configuration>("configuration")
    /// What the application is called; the application itself provides it.
    public static let application = Port<ApplicationInfo>("application")
}
