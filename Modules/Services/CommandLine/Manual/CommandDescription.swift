import ArgumentParser
import FoundationEssentials

/// What ArgumentParser knows of a command, as it describes it to tools.
struct CommandDescription: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool?
    let arguments: [Argument]?
    let subcommands: [CommandDescription]?
    let defaultSubcommand: String?

    /// One argument, option or flag.
    struct Argument: Decodable {
        /// How it is written.
        enum Kind: String, Decodable {
            case positional
            case option
            case flag
        }

        struct Name: Decodable {
            let kind: String
            let name: String

            /// The name with its dashes.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: Kind
        let shouldDisplay: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
    }

    /// Asks ArgumentParser for the description of a command and all that belongs to it.
    ///
    /// - Throws: `DecodingError` when the library describes commands in another form.
    static func of(_ command: any ParsableCommand.Type) throws -> CommandDescription {
        try JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8)).command
    }

    /// The documented commands of this group; help has its own page in every shell.
    var shownSubcommands: [CommandDescription] {
        (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    /// The documented parts, without those that every command has.
    var shownArguments: [Argument] {
        (arguments ?? []).filter { argument in
            let isEverywhere = argument.names?.contains {
                $0.name == "help" || $0.name == "version"
            }
            return argument.shouldDisplay && isEverywhere != true
        }
    }

    private struct Tool: Decodable {
        let command: CommandDescription
    }
}
