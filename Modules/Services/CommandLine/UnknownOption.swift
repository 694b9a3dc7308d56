import TenonCore

/// An option on a command line that its command does not have.
///
/// ArgumentParser checks the values of a command before it complains about what is left over, so
/// that a mistyped option would cause another error message. This looks for the option first.
struct UnknownOption {
    /// Options that ArgumentParser answers itself and does not list.
    private static let builtIn: Set<String> = [
        "--help", "--help-hidden", "--version", "--generate-completion-script",
        "--experimental-dump-help",
    ]

    /// The message for the person.
    let error: CommandLineError

    /// Looks for the first one; `nil` when each option has its command.
    ///
    /// - Parameters:
    ///   - settings: The names that every command has, without dashes.
    init?(in arguments: [String], of root: CommandDescription, settings: [String]) {
        var command = root
        var path = [root.commandName]
        for argument in arguments.prefix(while: { $0 != "--" }) {
            guard argument.hasPrefix("--"), !argument.hasPrefix("---") else {
                if let next = command.subcommands?.first(where: { $0.commandName == argument }) {
                    command = next
                    path.append(argument)
                }
                continue
            }
            let option = String(argument.prefix { $0 != "=" })
            // A group with a default command takes the options of that command as well.
            let standard = command.subcommands?.first {
                $0.commandName == command.defaultSubcommand
            }
            let known = command.longNames + (standard?.longNames ?? [])
            if Self.builtIn.contains(option) || known.contains(option) { continue }
            error = .unknownOption(
                option, of: path.joined(separator: " "),
                nearest: NearestName(
                    of: option, among: known + settings.map { "--\($0)" } + ["--help"]
                ).value)
            return
        }
        return nil
    }
}

extension CommandDescription {
    fileprivate var longNames: [String] {
        (arguments ?? []).flatMap { $0.names ?? [] }.map(\.text).filter { $0.hasPrefix("--") }
    }
}
