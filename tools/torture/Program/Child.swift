import Dispatch
import Foundation
import TenonCore

/// A process that was started, with its output in files.
struct Child: Sendable {
    /// How a process ended.
    struct Ending: Sendable {
        /// The exit status; the negative number of the signal that ended it.
        let status: Int32
        let output: String
        let errors: String

        /// What it says in one line: the error, if there is one, which comes after what it was doing.
        var words: String {
            let lines = (errors.isEmpty ? output : errors).split(separator: "\n")
            let text = lines.first { $0.hasPrefix("error: ") } ?? lines.first ?? ""
            return "status \(status)\(text.isEmpty ? "" : ", “\(text)”")"
        }

        /// Whether it was refused for a reason that may pass: something did not answer in time.
        var mayPass: Bool {
            [ExitStatus.unavailable, .inputOutput, .tryLater].contains { $0.rawValue == status }
        }
    }

    /// The status of one that did not end in time.
    static let hung: Int32 = -999

    let process: pid_t
    private let streams: String

    /// Starts a program in a folder.
    ///
    /// - Parameters:
    ///   - input: The file that it reads on standard input; `nil` is an empty one.
    ///   - streams: Where its output goes: the beginning of the names of two files.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], in folder: String,
        input: String? = nil, streams: String
    ) throws {
        self.streams = streams
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
        for (number, name) in [(1, "out"), (2, "err")] {
            posix_spawn_file_actions_addopen(
                &actions, Int32(number), "\(streams).\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        // glibc shows the action that changes the folder to GNU sources only.
        let env = "/usr/bin/env"
        var words = ([env, "-C", folder, program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, env, &actions, nil, &words, &variables)
        guard result == 0 else {
            throw Problem(
                message: "\(program) cannot be started: \(String(cString: strerror(result))).")
        }
        self.process = process
    }

    /// Ends it at once.
    func kill() { Glibc.kill(process, SIGKILL) }

    /// Waits until it has ended; kills it when that takes too long.
    ///
    /// - Parameter whenStopped: What is done while it is stopped; it goes on afterwards.
    func ending(
        within limit: Duration = .seconds(600), whenStopped: @escaping @Sendable () -> Void = {}
    ) async -> Ending {
        let status = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: wait(limit, whenStopped))
            }
        }
        func text(_ name: String) -> String {
            (try? String(contentsOfFile: "\(streams).\(name)", encoding: .utf8)) ?? ""
        }
        return Ending(status: status, output: text("out"), errors: text("err"))
    }

    private func wait(_ limit: Duration, _ whenStopped: () -> Void) -> Int32 {
        let deadline = ContinuousClock.now + limit
        while true {
            var status: Int32 = 0
            let result = waitpid(process, &status, WNOHANG | WUNTRACED)
            if result == process, status & 0xFF == 0x7F {
                whenStopped()
                Glibc.kill(process, SIGCONT)
            } else if result == process {
                return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
            }
            if result < 0, errno != EINTR { return Self.hung }
            if ContinuousClock.now > deadline {
                kill()
                waitpid(process, nil, 0)
                return Self.hung
            }
            usleep(1000)
        }
    }
}
