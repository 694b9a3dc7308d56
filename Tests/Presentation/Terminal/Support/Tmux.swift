import Foundation
import TenonTesting
import TestSupport

/// A real terminal: a server of tmux with one window, in which one program runs.
///
/// Both end with the last reference, however a test ends.
final class Tmux: Sendable {
    /// What is seen at one moment.
    struct Look: Equatable, Sendable {
        /// The text on the screen, in lines.
        let text: String
        /// The column of the cursor, from 0.
        let column: Int
        /// The row of the cursor, from 0.
        let row: Int
    }

    /// Has the socket of the server and what is known of the program.
    private let folder: TemporaryFolder
    /// The process of the server.
    private let server: Int32
    /// The process of the shell in which the program runs.
    private let shell: Int32

    /// Starts a program that was built beside the tests.
    ///
    /// - Parameters:
    ///   - program: Its name.
    ///   - arguments: What it is started with; without quotation marks.
    ///   - environment: Further variables, and others than usual.
    ///   - isJob: Whether it is a job of its own, as in the shell of a person.
    init(
        _ program: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:], isJob: Bool = false
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let file = URL(filePath: tests).deletingLastPathComponent().appending(path: program).path
        // The runtime would wait for somebody who looks into a crash.
        let variables = [
            "LANG": "en_US.UTF-8", "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm-256color",
        ].merging(environment) { $1 }.map { "\($0)='\($1)'" }.sorted()
        // A job can be stopped, and goes on in the foreground after Return; a Ctrl-C that is meant
        // for what is none reaches the shell as well.
        let script = """
            \(isJob ? "set -m" : "trap : INT")
            stty -a >'\(path)/before'
            env -u NO_COLOR -u COLORTERM \(variables.joined(separator: " ")) '\(file)' \
            \(arguments.map { "'\($0)'" }.joined(separator: " ")) 2>'\(path)/errors'
            s=$?
            while [ $s -eq 148 ]; do echo STOPPED; read line; fg >/dev/null; s=$?; done
            echo $s >'\(path)/status'
            stty -a >'\(path)/after'
            echo THE END
            # Time: the window stays until the server is ended.
            exec sleep 1000
            """
        let begin = ["-f", "/dev/null", "new-session", "-d", "-P", "-F", "#{pid} #{pane_pid}"]
        let size = ["-x", "\(columns)", "-y", "\(rows)"]
        let started = try await Tmux.run(
            begin + size + ["tmux -S '\(path)/socket' wait-for begin; \(script)"], in: folder)
        let processes = started.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
        guard processes.count == 2 else {
            throw TestingError.unmet("tmux tells its processes", seen: started)
        }
        (self.folder, server, shell) = (folder, processes[0], processes[1])
        // All that the program puts out is kept, from its first byte on.
        try await run("pipe-pane", "cat >'\(path)/output'")
        try await run("wait-for", "-S", "begin")
    }

    deinit {
        // Were the server gone, its number could be that of another process.
        let name = try? String(contentsOfFile: "/proc/\(server)/comm", encoding: .utf8)
        guard name?.hasPrefix("tmux") == true else { return }
        // The shell first, which would go on when the program has ended.
        for process in [shell] + children + [server] { kill(process, SIGKILL) }
    }

    /// Presses keys, named as tmux does: `Enter`, `C-q`, `M-s`, `PageDown`.
    func press(_ keys: String...) async throws {
        _ = try await Self.run(["send-keys"] + keys, in: folder)
    }

    /// Types text.
    func type(_ text: String) async throws {
        if !text.isEmpty { try await run("send-keys", "-l", "--", text) }
    }

    /// What is on the screen.
    func screen() async throws -> String { try await look().text }

    /// What is on the screen and where the cursor is, never from the middle of what is being drawn.
    func look() async throws -> Look {
        var before = ""
        while true {
            let seen = try await run(
                "display-message", "-p", "#{cursor_flag} #{cursor_x} #{cursor_y}", ";",
                "capture-pane", "-p")
            // The cursor is hidden while something is drawn; a program may also show none.
            if seen.hasPrefix("1 ") || seen == before {
                let parts = seen.split(
                    separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                let numbers = parts[0].split(separator: " ").compactMap { Int($0) }
                guard parts.count == 2, numbers.count == 3 else {
                    throw TestingError.unmet("tmux tells where the cursor is", seen: seen)
                }
                return Look(text: String(parts[1]), column: numbers[1], row: numbers[2])
            }
            before = seen
        }
    }

    /// A value that tmux knows, such as `alternate_on`.
    func value(_ name: String) async throws -> String {
        try await run("display-message", "-p", "#{\(name)}").trimmingCharacters(in: .newlines)
    }

    /// The row of the cursor.
    func cursorRow() async throws -> Int { try await look().row }

    /// Gives the window another size.
    func resize(columns: Int, rows: Int) async throws {
        try await run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// The process of the program; `nil` when it has ended.
    func program() -> Int32? { children.first }

    /// Ends the server, as somebody closes the window of a terminal, and waits until the program has
    /// ended: its line is hung up.
    func hangUp() async throws {
        guard let program = program() else { return }
        try await run("kill-server")
        try await until("the program ends") { Self.hasEnded(program) }
    }

    /// Whether a process has ended, also one whose end nobody has asked about yet.
    private static func hasEnded(_ process: Int32) -> Bool {
        let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The name stands before it in parentheses.
        let state = line?.split(separator: ")").last?.dropFirst().first
        return state == nil || state == "Z"
    }

    private var children: [Int32] {
        let text = try? String(
            contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }

    /// All bytes that the program has put out.
    func output() -> String { text("output") }

    /// What the program said on standard error.
    func errors() -> String { text("errors") }

    /// The exit status of the program; `nil` while it runs.
    func status() -> Int32? { Int32(text("status").trimmingCharacters(in: .newlines)) }

    /// How the terminal was before the program.
    func attributesBefore() -> String { text("before") }

    /// How the terminal is after the program.
    func attributesAfter() -> String { text("after") }

    /// Looks until there is something to be found, and returns that.
    ///
    /// - Throws: An error with the screen when it is not there within ten minutes.
    func find<Value>(
        _ expectation: String, _ search: (Look) async throws -> Value?
    ) async throws -> Value {
        try await lookFor(expectation) {
            try await search(look())
        } instead: {
            try await look().text + errors()
        }
    }

    /// Waits until the screen fulfils a condition, and returns it.
    ///
    /// - Throws: An error with the screen when it does not within ten minutes.
    @discardableResult
    func wait(
        _ expectation: String, until condition: (String) async throws -> Bool
    ) async throws -> String {
        try await find(expectation) { seen -> String? in
            try await condition(seen.text) ? seen.text : nil
        }
    }

    /// Waits until texts are seen.
    @discardableResult
    func see(_ parts: String...) async throws -> String {
        try await wait("to see \(parts)") { seen in
            parts.allSatisfy { DriverText.contains(seen, $0) }
        }
    }

    /// Waits until the program has put out some bytes; the record of them may be behind the screen.
    func wrote(_ bytes: String) async throws {
        try await wait("for \(bytes.debugDescription)") { _ in output().contains(bytes) }
    }

    /// Waits for the end of the program and returns its exit status.
    func end() async throws -> Int32 {
        try await wait("the program ends") { _ in status() != nil && !attributesAfter().isEmpty }
        return status() ?? -1
    }

    private func text(_ name: String) -> String {
        let data = try? Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    @discardableResult
    private func run(_ arguments: String...) async throws -> String {
        try await Self.run(arguments, in: folder)
    }

    /// Runs tmux and returns what it prints.
    ///
    /// - Throws: `TestingError` with that when it fails.
    private static func run(
        _ arguments: [String], in folder: TemporaryFolder
    ) async throws -> String {
        let command = ["/usr/bin/tmux", "-u", "-S", "\(folder.path)/socket"] + arguments
        // The server must hear of signals that are blocked or ignored in the process of the tests,
        // and must not hold anything open by which the end of its starter is noticed.
        let closing = """
            for f in /proc/$$/fd/*; do n=${f##*/}; ((n > 2)) && eval "exec $n>&-"; done
            exec env --default-signal "$@"
            """
        let isStart = arguments.contains("new-session")
        let words = (isStart ? ["/bin/bash", "-c", closing, "bash"] : []) + command
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                do {
                    try process.run()
                    try pipe.fileHandleForWriting.close()
                    let data = pipe.fileHandleForReading.readDataToEndOfFile()
                    process.waitUntilExit()
                    let text = String(decoding: data, as: UTF8.self)
                    guard process.terminationStatus == 0 else {
                        throw TestingError.unmet("tmux takes \(arguments)", seen: text)
                    }
                    continuation.resume(returning: text)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}
