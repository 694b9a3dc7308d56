import ArgumentParser
import TenonCore

/// What the commands of this executable are made of.
///
/// ArgumentParser asks static properties for the list of subcommands, which is known only after
/// the plugins have been asked. The task-local value carries it there.
struct CommandContext: Sendable {
    @TaskLocal static var current: CommandContext?

    /// The application that runs a front end, or is only looked at.
    let application: Application
    let summary: Sentence
    let examples: [Sentence]
    let files: [ManualEntry]
    let variables: [ManualEntry]
    let commands: [any AsyncParsableCommand.Type]
    let settings: SettingTable
    /// The error in the settings; help works anyway.
    let problem: (any Error)?
    let reporter: EndingReporter

    /// The commands, and those that come with them; an executable without commands has none.
    var subcommands: [any ParsableCommand.Type] {
        commands.isEmpty ? [] : commands + [CompletionCommand.self]
    }

    var info: ApplicationInfo { application.info }

    var configuration: Configuration { application.configuration }

    /// The application that runs one command and ends.
    var commandApplication: Application { commandApplication(configuration) }

    /// The application that runs one command with other settings and ends.
    func commandApplication(_ configuration: Configuration) -> Application {
        application.configured(by: configuration, frontEndPlugin: application.frontEndPlugin) {
            $0.provide(.detachedLaunch) { DetachedMode.launch }
        }
    }
}
