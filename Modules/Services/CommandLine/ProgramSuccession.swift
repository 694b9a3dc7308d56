import Glibc
public import TenonCore
import TenonMemory

/// Ends a command by making its process another program; thrown by the command.
///
/// The application is stopped first. The program then has the process, its terminal, folder and standard
/// streams, and the environment with some variables set; signals do what they do by default.
public struct ProgramSuccession: Error {
    /// The path of the program, or a name to look up in `PATH`.
    let program: String
    /// The arguments, without the name of the program.
    let arguments: [String]
    /// The variables to set; a value must not have a zero byte.
    let variables: [String: SecretText]

    /// Describes the program.
    ///
    /// - Parameters:
    ///   - program: The path of the program, or a name to look up in `PATH`.
    ///   - arguments: The arguments, without the name of the program.
    ///   - variables: The variables to set; a value must not have a zero byte.
    public init(
        program: String, arguments: [String] = [], variables: [String: SecretText] = [:]
    ) {
        self.program = program
        self.arguments = arguments
        self.variables = variables
    }

    /// Becomes the program; returns only when it cannot be started.
    func begin() -> CommandLineError {
        // The copies that this makes go with the memory of this process, which the program replaces.
        for (name, value) in variables {
            let text = SecretBuffer(capacity: value.count + 1)
            value.withBytes { text.append($0) }
            text.append(0)
            text.withBytes { bytes in
                if let value = bytes.assumingMemoryBound(to: CChar.self).baseAddress {
                    setenv(name, value, 1)
                }
            }
        }
        fflush(nil)
        signal(SIGPIPE, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        execvp(program, &words)
        let reason = String(cString: strerror(errno))
        for name in variables.keys { unsetenv(name) }
        return .cannotStart(program, reason)
    }
}
