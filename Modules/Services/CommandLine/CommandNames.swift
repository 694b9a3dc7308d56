import ArgumentParser
import TenonCore

/// The names of the commands, to find a word that is not one of them.
struct CommandNames {
    /// The options before a command that take a value, which is not a name.
    private static let optionsWithValue: Set<String> = ["--expect", "--generate-completion-script"]

    private let commands: [any ParsableCommand.Type]

    init(_ commands: [any ParsableCommand.Type]) { self.commands = commands }

    /// Checks the words that must be names of commands.
    ///
    /// ArgumentParser calls such a word an unexpected argument; a person who mistyped a command is
    /// better served with its nearest name.
    ///
    /// - Throws: ``CommandLineError`` with a suggestion.
    func check(_ arguments: [String], of executable: String) throws {
        let words = arguments.prefix { $0 != "--" }
        guard let index = words.firstIndex(where: { !$0.hasPrefix("-") }),
            Self.optionsWithValue.isDisjoint(with: words[..<index])
        else { return }
        var names = [executable]
        var group = commands
        // "help" is followed by the names of a command, and has help of its own.
        let isHelp = words[index] == "help"
        for word in isHelp ? words[(index + 1)...] : words[index...] {
            guard !group.isEmpty, !word.hasPrefix("-"),
                !(isHelp && names.count == 1 && word == "help")
            else { return }
            guard let next = group.first(where: { Self.names(of: $0).contains(word) }) else {
                throw CommandLineError.unknownCommand(
                    word, of: names.joined(separator: " "),
                    nearest: NearestName(of: word, among: group.flatMap(Self.names)).value)
            }
            // A group with a default command also takes the arguments of that command.
            guard isHelp || next.configuration.defaultSubcommand == nil else { return }
            names.append(word)
            group = next.configuration.subcommands
        }
    }

    /// Whether the first argument is the name of a command.
    func startWithCommand(_ arguments: [String]) -> Bool {
        arguments.first.map { word in commands.contains { Self.names(of: $0).contains(word) } }
            ?? false
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }
}
