/// Work that goes on in a process of its own after the process that asked for it has ended.
///
/// The executable starts itself again in a hidden mode, hands over the input by pipe and ends.
/// Example: clearing the clipboard a minute after a command has put a secret there.
public struct DetachedTask: Sendable {
    /// The name, unique in an application, for example `clipboard-keeper`.
    public let name: String
    /// Does the work; ends early when the task is cancelled.
    public let run: @Sendable (_ input: SecretText) async -> Void

    /// Declares a task; contribute it to ``AnyPort/detachedTasks``.
    ///
    /// The contribution's factory may ask for ``AnyPort/configuration`` and nothing else, since the
    /// hidden mode does not boot the application.
    public init(_ name: String, run: @escaping @Sendable (_ input: SecretText) async -> Void) {
        self.name = name
        self.run = run
    }
}

/// How this executable is started again to run a ``DetachedTask``.
///
/// Standard input is a socket: the input is read from it to its end, and one byte is written back
/// as the sign that the task has begun.
public struct DetachedLaunch: Sendable {
    /// The path of the executable.
    public let executable: String
    /// Put before the name of a task to make the one argument that selects it.
    public let argumentPrefix: String

    /// Describes the hidden mode of an executable.
    public init(executable: String, argumentPrefix: String) {
        self.executable = executable
        self.argumentPrefix = argumentPrefix
    }

    /// The arguments, without the executable's name, that run a task.
    public func arguments(for task: String) -> [String] { [argumentPrefix + task] }
}

extension AnyPort {
    /// What can go on after the process has ended.
    public static let detachedTasks = CollectionPort<DetachedTask>("detachedTasks")
    /// How to start a detached task; only there when the process ends as soon as a command is done.
    ///
    /// Without it the process lives as long as its session, and does such work itself.
    public static let detachedLaunch = OptionalPort<DetachedLaunch>(
        "detachedLaunch", providers: ["TenonCommandLine"])
}
