import ArgumentParser
import TenonCore

/// What the commands of this executable are made of.
///
/// ArgumentParser asks static properties for the list of subcommands, which is known only after
/// the plugins have been asked. The task-local value carries it there.
struct CommandContext: Sendable {
    @TaskLocal static var current: CommandContext?

    let info: ApplicationInfo
    let summary: Sentence
    let examples: [Sentence]
    let commands: [any AsyncParsableCommand.Type]
    let settings: SettingTable
    let configuration: Configuration
    /// What is wrong with the settings; help is there all the same.
    let problem: (any Error)?
    let reporter: EndingReporter

    private var frontEndPlugin: String? { configuration[SettingTable.frontEnd] }

    /// The application that runs a front end, or is only looked at.
    var application: Application {
        Application(info, configuration: configuration, frontEndPlugin: frontEndPlugin)
    }

    /// The application that runs one command and ends.
    var commandApplication: Application {
        Application(info, configuration: configuration, frontEndPlugin: frontEndPlugin) {
            $0.provide(.detachedLaunch) { _ in DetachedMode.launch }
        }
    }
}
