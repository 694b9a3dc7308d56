import Dispatch
import Glibc
import TenonCore
import TenonMemory

/// Another program, run without a shell.
///
/// Made for programs that leave a part of themselves running in the background, such as `xclip`:
/// they inherit no descriptor but standard input and, if it is asked for, an output pipe; and
/// only the process that was started is waited for.
struct ChildProcess: Sendable {
    /// How a program ended.
    struct Result: Sendable {
        /// The exit status; `nil` when it was ended by a signal, or by us because it took too long.
        let status: Int32?
        /// What it wrote to standard output; `nil` when that was more than the limit.
        let output: SecretText?

        var succeeded: Bool { status == 0 }
    }

    /// How long a program may take that does what is asked of it at once.
    static let patience = Duration.seconds(5) * Patience.factor

    /// The path of the program.
    let path: String
    /// The arguments without the name of the program; never a secret.
    var arguments: [String] = []
    /// The environment variables.
    var environment: [String: String] = [:]
    /// What it gets on standard input.
    var input = SecretText("")
    /// How much it may write to standard output; 0 when that is not read.
    var outputLimit = 0
    /// Whether it leads its own session, so that it outlives the terminal.
    var isDetached = false

    /// Runs it and waits until it ends; after a time limit it is killed.
    ///
    /// Blocks a thread of the system's queues, not one of the concurrency runtime. The task's
    /// cancellation is not looked at: clearing the clipboard happens while everything is cancelled.
    func run(for limit: Duration = Self.patience) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: runBlocking(limit)) }
        }
    }

    /// Runs it as ``run(for:)`` does, and ends it as well when the task is cancelled.
    func runForTask(for limit: Duration) async -> Result {
        let life = ProcessLife()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(returning: runBlocking(limit, life))
                }
            }
        } onCancel: {
            life.end()
        }
    }

    /// Starts it and waits for a moment.
    ///
    /// - Returns: `nil` when it is still running, or how it ended within that time. It is waited
    ///   for in the background, so that it does not stay as a zombie.
    func launch(waiting limit: Duration) async -> Result? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let deadline = ContinuousClock.now + limit
                guard let child = Spawned(self) else {
                    return continuation.resume(returning: Result(status: 127, output: nil))
                }
                guard let status = child.wait(until: deadline) else {
                    continuation.resume(returning: nil)
                    return child.waitForever()
                }
                continuation.resume(returning: Result(status: status.exitStatus, output: nil))
            }
        }
    }

    /// Starts it, hands over the input and lets it go on alone.
    ///
    /// - Returns: Whether it answered with one byte that it took the input; otherwise it is killed.
    func handOver(for limit: Duration = Self.patience) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                guard let child = Spawned(self) else {
                    return continuation.resume(returning: false)
                }
                guard child.handOver(input, until: .now + limit) else {
                    child.kill()
                    return continuation.resume(returning: false)
                }
                continuation.resume(returning: true)
                child.waitForever()
            }
        }
    }

    private func runBlocking(_ limit: Duration, _ life: ProcessLife = ProcessLife()) -> Result {
        let deadline = ContinuousClock.now + limit
        guard let child = Spawned(self, life) else { return Result(status: 127, output: nil) }
        let exchange = child.exchange(input, outputLimit: outputLimit, until: deadline)
        guard exchange.isComplete, let status = child.wait(until: deadline) else {
            child.kill()
            return Result(status: nil, output: nil)
        }
        return Result(status: status.exitStatus, output: exchange.output)
    }
}
