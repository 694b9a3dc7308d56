public import TenonCore

/// Runs programs of this machine, without a shell.
public struct SystemPrograms: ProgramRunning {
    private let environment: [String: String]

    /// Makes a runner; the environment variables go to the programs, and `PATH` is where they are.
    public init(environment: [String: String] = [:]) {
        self.environment = environment
    }

    /// Runs a program to its end; see `ProgramRunning`.
    public func run(
        _ name: String, arguments: [String], input: SecretText, limit: Int,
        within duration: Duration
    ) async -> ProgramOutcome? {
        guard let path = ExecutableSearch(environment: environment).find(name) else { return nil }
        let program = ChildProcess(
            path: path, arguments: arguments, environment: environment, input: input,
            outputLimit: limit)
        let result = await program.runForTask(for: duration)
        guard let output = result.output, !Task.isCancelled else { return nil }
        return ProgramOutcome(status: result.status, output: output)
    }
}
