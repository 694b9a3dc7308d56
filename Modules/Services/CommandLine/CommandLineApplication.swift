import Glibc
public import TenonCore
import TenonMemory

/// What the `main` of every executable shares: arguments, boot, commands, signals, exit status.
///
/// ```swift
/// await CommandLineApplication(name: "Shop", version: "0.1.0", scheme: "shop").main()
/// ```
///
/// Without a subcommand it runs the linked front end.
public struct CommandLineApplication: Sendable {
    /// The name for people.
    let name: String
    /// The version of the product, where the executable is not stamped with one.
    let version: String
    /// The scheme of its deep links.
    let scheme: String
    /// One sentence for help.
    let summary: Sentence
    /// Command lines that help shows first, without the name of the executable.
    let examples: [Sentence]
    /// The files that the manual page explains.
    let files: [ManualEntry]
    /// The environment variables that it explains, beside those of settings.
    let variables: [ManualEntry]

    /// Plugins beside those that are linked.
    let plugins: [any Plugin.Type]

    private let providing: @Sendable (inout Registrar) -> Void

    /// Describes an executable.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - version: The version of the product, where the executable is not stamped with one.
    ///   - scheme: The scheme of its deep links.
    ///   - summary: One sentence for help.
    ///   - examples: Command lines that help shows first, without the name of the executable.
    ///   - files: The files that the manual page explains.
    ///   - variables: The environment variables that it explains, beside those of settings.
    ///   - plugins: Plugins beside those that are linked.
    ///   - providing: Registers what the executable itself provides or overrides.
    public init(
        name: String, version: String, scheme: String, summary: Sentence = "",
        examples: [Sentence] = [], files: [ManualEntry] = [], variables: [ManualEntry] = [],
        plugins: [any Plugin.Type] = [],
        providing: @escaping @Sendable (inout Registrar) -> Void = { _ in }
    ) {
        self.name = name
        self.version = version
        self.scheme = scheme
        self.summary = summary
        self.examples = examples
        self.files = files
        self.variables = variables
        self.plugins = plugins
        self.providing = providing
    }

    /// Runs the arguments of this process, then ends the process.
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
            name: name, executable: invocation.executable,
            version: BuildStamp.version ?? version, scheme: scheme)
        let draft = Application(
            info, configuration: Configuration(environment: invocation.environment),
            plugins: plugins, providing: providing)
        if let task = DetachedMode.task(in: invocation.arguments) {
            return await DetachedMode(application: draft).run(task)
        }
        var reporter = EndingReporter(info: info)
        do {
            if let number = Invocation.unreadableArgument {
                throw CommandLineError.unreadableArgument(number)
            }
            let settings = try SettingTable(try await draft.contributions(to: .settings))
            let commands =
                try await draft.contributions(to: .commands)
                + DeliveryCommands.all(try await draft.contributions(to: .pushDeliveries))
            let (flags, rest) = try settings.extract(from: invocation.arguments)
            let (configuration, problem) = await settings.configuration(of: draft, flags: flags)
            let application = draft.configured(
                by: configuration, frontEndPlugin: configuration[SettingTable.frontEnd])
            reporter.translator = try await translator(of: application)
            let context = CommandContext(
                application: application, summary: summary, examples: examples, files: files,
                variables: variables, commands: commands, settings: settings,
                problem: problem, reporter: reporter)
            return await CommandContext.$current.withValue(context) {
                await CommandRunner(context: context).run(rest)
            }
        } catch {
            // The settings are not known, so the language is the one of the environment.
            reporter.translator = try? await translator(of: draft)
            return reporter.ending(for: error)
        }
    }

    private func translator(of application: Application) async throws -> (any Translating)? {
        try await application.translator(with: [PackageResources.Translations_json])
    }
}
