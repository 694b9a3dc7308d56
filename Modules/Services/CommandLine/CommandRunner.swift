import ArgumentParser
import TenonCore

/// Parses the arguments that are left after the settings, and runs what they name.
struct CommandRunner: Sendable {
    let context: CommandContext

    private var reporter: EndingReporter { context.reporter }

    func run(_ arguments: [String]) async -> Ending {
        let names = CommandNames(context.subcommands)
        let root: any ParsableCommand.Type =
            names.startWithCommand(arguments) ? CommandGroup.self : RootCommand.self
        var command: any ParsableCommand
        do {
            // Only the root command completes words, and it may have to wait for something.
            command =
                root == RootCommand.self
                ? try await RootCommand.asyncParseAsRoot(arguments)
                : try root.parseAsRoot(arguments)
        } catch {
            return parserEnding(for: error, arguments, root)
        }
        guard let asynchronous = command as? any AsyncParsableCommand, isOurs(asynchronous) else {
            // Help and completion scripts, which need no application.
            return builtInEnding(&command, arguments, root)
        }
        do {
            try await perform(asynchronous)
            return Ending(status: .success)
        } catch let error as ValidationError {
            return reporter.usage("Error: \(error.message)")
        } catch let error as CleanExit {
            return parserEnding(for: error, arguments, root)
        } catch let succession as ProgramSuccession {
            return reporter.ending(for: succession.begin())
        } catch {
            return reporter.ending(for: error)
        }
    }

    private func perform(_ command: any AsyncParsableCommand) async throws {
        if let problem = context.problem { throw problem }
        var command = command
        guard !(command is RootCommand) else { return try await command.run() }
        let running = try await context.commandApplication.boot()
        try await running.use { try await command.run() }
    }

    private func builtInEnding(
        _ command: inout any ParsableCommand, _ arguments: [String],
        _ root: any ParsableCommand.Type
    ) -> Ending {
        do {
            try command.run()
            return Ending(status: .success)
        } catch {
            return parserEnding(for: error, arguments, root)
        }
    }

    /// Whether a command, or the group that it belongs to, comes from a plugin or from this module.
    private func isOurs(_ command: any AsyncParsableCommand) -> Bool {
        func contains(_ types: [any ParsableCommand.Type]) -> Bool {
            types.contains { candidate in
                candidate == type(of: command) || contains(candidate.configuration.subcommands)
            }
        }
        return command is RootCommand || contains(context.commands)
    }

    /// The error in the options, which is reported before others.
    private func unknownOption(in arguments: [String]) -> CommandLineError? {
        guard let description = try? CommandDescription.of(RootCommand.self) else { return nil }
        return UnknownOption(
            in: arguments, of: description, settings: context.settings.settings.map(\.name))?.error
    }

    /// The output of ArgumentParser: help, the version, a completion script, or an error.
    ///
    /// A word that should be the name of a command is reported before all of these.
    private func parserEnding(
        for error: any Error, _ arguments: [String], _ root: any ParsableCommand.Type
    ) -> Ending {
        do {
            try CommandNames(context.subcommands).check(arguments, of: context.info.executable)
        } catch {
            return reporter.ending(for: unknownOption(in: arguments) ?? error)
        }
        let text = root.fullMessage(for: error)
        guard root.exitCode(for: error) == .success else {
            return unknownOption(in: arguments).map { reporter.ending(for: $0) }
                ?? reporter.usage(text)
        }
        let isHelp = ["OVERVIEW:", "USAGE:"].contains(where: text.hasPrefix)
        guard isHelp else { return Ending(status: .success, output: text) }
        let help = ParserText(text: text).translated(by: reporter)
        let sections = HelpSections(context)
        return Ending(
            status: .success,
            output: help + "\n" + (isOfCommand(arguments) ? sections.folded : sections.text))
    }

    /// Whether help was asked for one of the commands.
    private func isOfCommand(_ arguments: [String]) -> Bool {
        let names = CommandNames(context.subcommands)
        return names.startWithCommand(arguments)
            || arguments.first == "help" && names.startWithCommand(Array(arguments.dropFirst()))
    }
}
