import Foundation
import TenonTesting

/// A real terminal: a server of tmux with one window, in which one program runs.
final class Tmux: Sendable {
    private let name = "tenon-tmux-\(UUID().uuidString)"
    private let folder: URL

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
        folder = URL.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: tests).deletingLastPathComponent().appending(path: program).path
        // The runtime would wait for somebody who looks into a crash.
        let variables = [
            "LANG": "en_US.UTF-8", "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm-256color",
        ].merging(environment) { $1 }.map { "\($0)='\($1)'" }.sorted()
        // A job can be stopped, and goes on in the foreground after Return; a Ctrl-C that is meant
        // for what is none reaches the shell as well.
        let script = """
            \(isJob ? "set -m" : "trap : INT")
            stty -a >'\(file("before"))'
            env -u NO_COLOR -u COLORTERM \(variables.joined(separator: " ")) '\(path)' \
            \(arguments.map { "'\($0)'" }.joined(separator: " ")) 2>'\(file("errors"))'
            s=$?
            while [ $s -eq 148 ]; do echo STOPPED; read line; fg >/dev/null; s=$?; done
            echo $s >'\(file("status"))'
            stty -a >'\(file("after"))'
            echo THE END
            exec sleep 1000
            """
        // All that the program puts out is kept, from its first byte on.
        try await run(
            "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
            "tmux -L \(name) wait-for begin; \(script)")
        try await run("pipe-pane", "cat >'\(file("output"))'")
        try await run("wait-for", "-S", "begin")
    }

    /// Ends the terminal and whatever runs in it.
    func close() async {
        // A server does not end while it writes what is put out to a file.
        _ = try? await run("pipe-pane")
        _ = try? await run("kill-server")
        try? FileManager.default.removeItem(at: folder)
    }

    /// Presses keys, named as tmux does: `Enter`, `C-q`, `M-s`, `PageDown`.
    func press(_ keys: String...) async throws { try await run(["send-keys"] + keys) }

    /// Types text.
    func type(_ text: String) async throws {
        if !text.isEmpty { try await run("send-keys", "-l", "--", text) }
    }

    /// What is on the screen.
    func screen() async throws -> String { try await run("capture-pane", "-p") }

    /// What is on the screen, with how it looks.
    func styledScreen() async throws -> String { try await run("capture-pane", "-p", "-e") }

    /// A value that tmux knows, such as `alternate_on`.
    func value(_ name: String) async throws -> String {
        try await run("display-message", "-p", "#{\(name)}").trimmingCharacters(in: .newlines)
    }

    /// The row of the cursor.
    func cursorRow() async throws -> Int { Int(try await value("cursor_y")) ?? -1 }

    /// Gives the window another size.
    func resize(columns: Int, rows: Int) async throws {
        try await run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// The process of the program; `nil` when it has ended.
    func program() async throws -> Int32? {
        let shell = try await value("pane_pid")
        let text = try? String(
            contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        return text.flatMap { $0.split(separator: " ").first }.flatMap { Int32($0) }
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

    /// Waits until the screen fulfils a condition, and returns it.
    ///
    /// - Throws: `TestingError` when it does not within many looks.
    @discardableResult
    func wait(
        _ expectation: String, looks: Int = 600,
        until condition: (String) async throws -> Bool
    ) async throws -> String {
        for _ in 0..<looks {
            let seen = try await screen()
            if try await condition(seen) { return seen }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestingError.unmet(expectation, seen: try await screen() + errors())
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

    private func file(_ name: String) -> String { folder.appending(path: name).path }

    private func text(_ name: String) -> String {
        let data = try? Data(contentsOf: folder.appending(path: name))
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    @discardableResult
    private func run(_ arguments: String...) async throws -> String { try await run(arguments) }

    @discardableResult
    private func run(_ arguments: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        // The server must not hold anything open by which the end of its starter is noticed, and
        // must hear of signals that are blocked in the process of the tests.
        let closing =
            #"for f in /proc/$$/fd/*; do n=${f##*/}; ((n > 2)) && eval "exec $n>&-"; done"#
        let unblocking = "use POSIX; sigprocmask(SIG_SETMASK, POSIX::SigSet->new()); exec @ARGV"
        let isStart = arguments.contains("new-session")
        process.arguments =
            [
                "-c", #"\#(isStart ? closing : ":"); exec perl -e "$0" tmux "$@""#, unblocking,
                "-u", "-L", name,
            ] + arguments
        let pipe = Pipe()
        process.standardOutput = isStart ? FileHandle.nullDevice : pipe
        process.standardError = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                do {
                    try process.run()
                    try pipe.fileHandleForWriting.close()
                    let data = isStart ? Data() : pipe.fileHandleForReading.readDataToEndOfFile()
                    process.waitUntilExit()
                    continuation.resume(returning: String(decoding: data, as: UTF8.self))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}
