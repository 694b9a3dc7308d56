import Glibc
import TenonCore

/// What the `main` of every executable shares: arguments, boot, commands, signals, exit status.
///
/// ```swift
/// await CommandLineApplication(name: "Wallet", version: "0.1.0", scheme: "wallet").main()
/// ```
///
/// Without a subcommand it runs the linked front end.
public struct CommandLineApplication: Sendable {
    /// The name for people.
    public let name: String
    /// The version of the product.
    public let version: String
    /// The scheme of its deep links.
    public let scheme: String
    /// One sentence for help.
    public let summary: String
    /// Command lines that help shows first, without the name of the executable.
    public let examples: [String]

    /// Describes an executable.
    public init(
        name: String, version: String, scheme: String, summary: String = "",
        examples: [String] = []
    ) {
        self.name = name
        self.version = version
        self.scheme = scheme
        self.summary = summary
        self.examples = examples
    }

    /// Does what the arguments of this process say, then ends the process.
    public func main() async -> Never {
        let invocation = Invocation(
            arguments: CommandLine.arguments, environment: ProcessEnvironment.variables)
        let interruption = Interruption()
        let task = Task { await ending(of: invocation) }
        interruption.watch { task.cancel() }
        let end = await task.value
        end.tell()
        exit(end.status)
    }

    private func ending(of invocation: Invocation) async -> Ending {
        let info = ApplicationInfo(
            name: name, executable: invocation.executable, version: version, scheme: scheme)
        if let task = DetachedMode.task(in: invocation.arguments) {
            return await DetachedMode(info: info, invocation: invocation).run(task)
        }
        let reporter = EndingReporter(info: info)
        do {
            let draft = Application(
                info, configuration: Configuration(environment: invocation.environment))
            let settings = try SettingTable(try await draft.contributions(to: .settings))
            let commands = try await draft.contributions(to: .commands)
            let (flags, rest) = try settings.extract(from: invocation.arguments)
            let context = CommandContext(
                info: info, summary: summary, examples: examples,
                commands: commands, settings: settings,
                configuration: Configuration(flags: flags, environment: invocation.environment),
                frontEndPlugin: flags[SettingTable.frontEnd.name])
            return await CommandContext.$current.withValue(context) {
                await CommandRunner(context: context, reporter: reporter).run(rest)
            }
        } catch {
            return reporter.ending(for: error)
        }
    }
}
