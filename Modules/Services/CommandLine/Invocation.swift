import FoundationEssentials

/// How the process was started.
struct Invocation: Sendable {
    /// The last component of the name that it was started under.
    let executable: String
    /// The arguments after the name.
    let arguments: [String]
    /// The environment variables.
    let environment: [String: String]

    /// The number of the first argument of this process that is not text in UTF-8, which a `String` would
    /// change; `nil` when all are.
    static var unreadableArgument: Int? {
        CommandLine.arguments.indices.dropFirst().first { number in
            CommandLine.unsafeArgv[number].map { String(validatingCString: $0) == nil } ?? false
        }
    }

    /// Takes all arguments, the name first.
    init(arguments: [String], environment: [String: String]) {
        executable = arguments.first?.split(separator: "/").last.map(String.init) ?? "application"
        self.arguments = Array(arguments.dropFirst())
        self.environment = environment
    }
}

/// The environment variables of this process.
enum ProcessEnvironment {
    static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
