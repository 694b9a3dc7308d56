import TenonCore

/// The settings of the linked plugins, and how they are taken out of the arguments.
///
/// ArgumentParser's options are properties of types, and the settings are known only when the
/// linked plugins have been asked. So they are taken out of the list of arguments first:
///
/// - `--name VALUE` and `--name=VALUE` anywhere before `--`, before or after the subcommand;
/// - a switch is `--name` alone;
/// - the last of several counts;
/// - a value that begins with two dashes must be written with `=`.
///
/// What is left goes to ArgumentParser.
struct SettingTable: Sendable {
    /// Chooses among several linked front ends; every executable has it.
    static let frontEnd = Setting<String?>(
        "front-end", placeholder: "NAME",
        help: "The plugin whose front end runs, when several are linked.")

    /// The flags that every executable has and no plugin may declare.
    private static let reserved: Set<String> = [
        "help", "version", "modules", "settings", "check", "json", "dot", "manual",
        "generate-completion-script",
    ]

    /// The settings by name.
    let settings: [SettingDeclaration]

    /// Joins the contributions of all plugins; several may declare the very same setting.
    ///
    /// - Throws: ``CommandLineError`` when two different settings have the same name.
    init(_ contributions: [SettingDeclaration]) throws {
        let own = [
            Self.frontEnd.declaration, Configuration.flavourSetting.declaration,
            Configuration.editionSetting.declaration,
        ]
        settings = Set(contributions + own).sorted { $0.name < $1.name }
        let names = settings.map(\.name)
        for (first, second) in zip(names, names.dropFirst()) where first == second {
            throw CommandLineError.settingClash(first)
        }
        if let name = names.first(where: Self.reserved.contains) {
            throw CommandLineError.settingClash(name)
        }
    }

    /// Takes the settings out of the arguments.
    ///
    /// - Returns: The values by the names of the settings, and the other arguments.
    /// - Throws: ``CommandLineError`` when a value is missing, or a switch has one.
    func extract(from arguments: [String]) throws -> (flags: [String: String], rest: [String]) {
        var flags: [String: String] = [:]
        var rest: [String] = []
        var remaining = arguments[...]
        while let argument = remaining.popFirst() {
            guard argument != "--" else { return (flags, rest + [argument] + remaining) }
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let setting = settings.first(where: { parts[0] == "--\($0.name)" }) else {
                rest.append(argument)
                continue
            }
            if setting.isSwitch {
                guard parts.count == 1 else { throw CommandLineError.switchWithValue(setting) }
                flags[setting.name] = "1"
            } else if parts.count == 2 {
                flags[setting.name] = String(parts[1])
            } else if let value = remaining.first, !value.hasPrefix("--") {
                flags[setting.name] = remaining.removeFirst()
            } else {
                throw CommandLineError.missingValue(setting)
            }
        }
        return (flags, rest)
    }
}

extension SettingTable {
    /// The values of the settings, also from what linked modules read, such as files.
    ///
    /// - Returns: The values, and what is wrong with them; then they are those without files.
    func configuration(
        of application: Application, flags: [String: String]
    ) async -> (configuration: Configuration, problem: (any Error)?) {
        let environment = application.configuration.environment
        do {
            var files: [String: SourcedValue] = [:]
            for reader in try await application.contributions(to: .settingReaders) {
                files.merge(try await reader.read(settings)) { first, _ in first }
            }
            let configuration = Configuration(
                flags: flags, environment: environment, files: files)
            for setting in settings { try configuration.check(setting) }
            return (configuration, nil)
        } catch {
            return (Configuration(flags: flags, environment: environment), error)
        }
    }
}
