import ArgumentParser
import FoundationEssentials
import TenonCore

/// The command that runs without a subcommand: the front end, or a look at the modules.
struct RootCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        guard let context = CommandContext.current else { return CommandConfiguration() }
        let name = context.info.executable
        let examples = context.examples.map { example in
            "  \(name) \(Help.localized(example))"
        }
        let overview = Sentence(
            joining: context.summary.isEmpty
                ? [Sentence(verbatim: context.info.name)]
                : [Sentence(verbatim: "\(context.info.name) –"), context.summary])
        return CommandConfiguration(
            commandName: name, abstract: Help.localized(overview),
            // The flags that every executable has would not fit into the line.
            usage: "\(name) [<options>] [<subcommand>]",
            discussion: examples.isEmpty
                ? "" : ([Help.localized("Examples:")] + examples).joined(separator: "\n"),
            version: "\(name) \(context.info.version) (\(context.configuration.flavour.rawValue))",
            subcommands: context.subcommands)
    }

    @Flag(help: .localized("Print the linked plugins, the ports and the boot times."))
    var modules = false

    @Flag(help: .localized("Print the value of every setting, and where it comes from."))
    var settings = false

    @Flag(help: .localized("With --modules or --settings: print JSON."))
    var json = false

    @Flag(help: .localized("With --modules: print a graph in the language of Graphviz."))
    var dot = false

    @Flag(help: .localized("Check how the executable is put together, without running it."))
    var check = false

    @Option(
        help: .localized(
            "With --check: fail if no plugin of this name takes part. May be given several times."))
    var expect: [String] = []

    @Flag(help: .localized("Print the manual page, in the language of man pages."))
    var manual = false

    func validate() throws {
        if (json && !modules && !settings) || (dot && !modules) {
            throw ValidationError.localized(
                """
                --json and --dot before a command belong to --modules and --settings. Write the flags \
                of a command after it.
                """)
        }
        if !expect.isEmpty && !check {
            throw ValidationError.localized("--expect belongs to --check.")
        }
        if json && dot { throw ValidationError.localized("Choose one of --json and --dot.") }
    }

    func run() async throws {
        guard let context = CommandContext.current else { return }
        if modules {
            try StandardOutput.write(rendered(try await context.application.check()) + "\n")
        } else if settings {
            let report = SettingsReport(context)
            try StandardOutput.write((json ? try report.json() : report.text) + "\n")
        } else if manual {
            try StandardOutput.write(try ManualPage(context).text)
        } else if check {
            let linked = try await context.application.check().plugins.map(\.name)
            if let absent = expect.first(where: { !linked.contains($0) }) {
                throw CommandLineError.absentPlugin(absent, of: context.info.executable)
            }
        } else {
            let status = try await context.application.run()
            if status != .success { throw ExitCode(status.rawValue) }
        }
    }

    private func rendered(_ report: BootReport) throws -> String {
        if dot { return report.dot }
        guard json else { return report.text }
        return try JSONEncoder.readable(ModulesDocument(report: report))
    }
}

/// The commands alone: ArgumentParser would take flags such as `--json` for the root command, even
/// where they stand behind the name of a command that has them as well.
struct CommandGroup: ParsableCommand {
    static var configuration: CommandConfiguration { RootCommand.configuration }
}

/// The JSON of `--modules`: the report, and the version of its form.
private struct ModulesDocument: Encodable {
    private enum CodingKeys: String, CodingKey {
        case formatVersion
    }

    let report: BootReport

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .formatVersion)
        try report.encode(to: encoder)
    }
}
