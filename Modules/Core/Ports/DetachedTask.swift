/// Work that goes on in its own process after the process that asked for it has ended.
///
/// The executable starts itself again in a hidden mode, hands over the input by pipe and ends.
/// Example: clearing the clipboard a minute after a command has put a secret there.
public struct DetachedTask: Sendable {
    /// The name, unique in an application, for example `clipboard-keeper`.
    public let name: String
    /// What goes on; ends early when its task is cancelled.
    public typealias Work = @Sendable () async -> Void

    /// Takes the input, which is wiped when it returns, and makes the work.
    public let prepare: @Sendable (_ input: SecretText) -> Work

    /// Declares a task; contribute it to ``AnyPort/detachedTasks``.
    ///
    /// The contribution's factory may ask for ``AnyPort/configuration`` and nothing else, since the
    /// hidden mode does not boot the application.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - prepare: Takes from the input what the work needs, and keeps no secret: the work may go
    ///     on for minutes.
    public init(_ name: String, prepare: @escaping @Sendable (_ input: SecretText) -> Work) {
        self.name = name
        self.prepare = prepare
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
