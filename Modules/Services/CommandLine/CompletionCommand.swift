import ArgumentParser
import TenonCore

/// The command that every executable with commands has: a script by which a shell completes words.
struct CompletionCommand: ParsableCommand {
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish

        fileprivate var kind: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    static var configuration: CommandConfiguration {
        let name = CommandContext.current?.info.executable ?? ""
        return CommandConfiguration(
            commandName: "completion",
            abstract: Help.localized("Print what a shell needs to complete words."),
            discussion: """
                \(Help.localized("Examples:"))
                  source <(\(name) completion bash)
                  \(name) completion zsh > ~/.zfunc/_\(name)
                  \(name) completion fish > ~/.config/fish/completions/\(name).fish
                """)
    }

    @Argument(help: .localized("The shell."))
    var shell: Shell

    func run() throws { throw CleanExit.message(RootCommand.completionScript(for: shell.kind)) }
}
