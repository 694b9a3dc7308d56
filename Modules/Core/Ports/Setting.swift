/// A value that a person can set from outside: a flag, an environment variable or a default.
///
/// A setting never holds a secret, since both sources can be seen by other programs.
public struct Setting: Sendable, Hashable {
    /// The name of the flag without dashes, for example `web-port`.
    public let name: String
    /// What the value stands for in help, for example `PORT`; empty for a switch.
    public let placeholder: String
    /// One sentence for help.
    public let help: String
    /// The environment variable that is read when the flag is absent.
    public let environmentVariable: String?
    /// The value when nothing sets it.
    public let defaultValue: String?

    /// Declares a setting; contribute it to ``AnyPort/settings``.
    public init(
        _ name: String, placeholder: String, help: String, environmentVariable: String? = nil,
        defaultValue: String? = nil
    ) {
        self.name = name
        self.placeholder = placeholder
        self.help = help
        self.environmentVariable = environmentVariable
        self.defaultValue = defaultValue
    }

    /// Whether it is on or off and takes no value on the command line.
    public var isSwitch: Bool { placeholder.isEmpty }
}

/// The values of all settings: flags first, then the environment, then the defaults.
public struct Configuration: Sendable {
    /// All environment variables, for programs that are started.
    public let environment: [String: String]

    private let flags: [String: String]

    /// Makes a configuration from flags (by setting name) and environment variables.
    public init(flags: [String: String] = [:], environment: [String: String] = [:]) {
        self.flags = flags
        self.environment = environment
    }

    /// The value of a setting; an empty environment variable counts as absent.
    public subscript(_ setting: Setting) -> String? {
        if let flag = flags[setting.name] { return flag }
        if let variable = setting.environmentVariable, let value = environment[variable],
            !value.isEmpty
        {
            return value
        }
        return setting.defaultValue
    }

    /// The same configuration with another value for a setting, as if its flag had been given.
    public func setting(_ setting: Setting, to value: String) -> Configuration {
        Configuration(
            flags: flags.merging([setting.name: value]) { $1 }, environment: environment)
    }

    /// Whether a switch is on: given as a flag, or its variable set to anything but `0`.
    public func isOn(_ setting: Setting) -> Bool {
        self[setting].map { $0 != "0" } ?? false
    }

    /// An environment variable that is no setting of ours, such as `NO_COLOR` or `LANG`.
    public func environmentVariable(_ name: String) -> String? {
        environment[name]
    }
}

extension AnyPort {
    /// The settings that plugins understand; help is made from them.
    public static let settings = CollectionPort<Setting>("settings")
    /// The values of the settings; the application itself provides it.
    public static let configuration = Port<Configuration>("configuration")
    /// What the application is called; the application itself provides it.
    public static let application = Port<ApplicationInfo>("application")
}
