public import ArgumentParser
public import TenonCore

extension AnyPort {
    /// The subcommands of the executable.
    ///
    /// While a command runs, the application is booted and started, and the command finds the
    /// container in `Environment.current`; afterwards everything is stopped. A command throws an
    /// `ExplainedError`, or ArgumentParser's `ValidationError` or `ExitCode`.
    public static let commands = CollectionPort<any AsyncParsableCommand.Type>("commands")
}
