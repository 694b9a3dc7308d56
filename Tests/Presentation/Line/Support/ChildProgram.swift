import Foundation
import Synchronization
import TestSupport

/// A program of this package, running as a child process at pipes or at a terminal.
final class ChildProgram: Sendable {
    private struct State {
        var output = Data()
        var errors = Data()
    }

    /// The terminal that it runs at; `nil` for pipes.
    let terminal: PseudoTerminal?

    private let process: Process
    private let input: FileHandle
    private let state = Mutex(State())
    private let readers = DispatchGroup()

    /// Starts a program that was built beside the tests.
    init(
        _ name: String, arguments: [String] = [], environment: [String: String] = [:],
        at terminal: PseudoTerminal? = nil
    ) throws {
        // A child that has ended must not end the tests when something is written to it.
        signal(SIGPIPE, SIG_IGN)
        let process = Process()
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: tests).deletingLastPathComponent()
            .appending(path: name)
        process.arguments = arguments
        process.environment = ["LANG": "en", "PATH": "/usr/bin:/bin"]
            .merging(Program.patience) { $1 }.merging(environment) { $1 }
        self.process = process
        self.terminal = terminal
        if let terminal {
            process.standardInput = terminal.inside
            process.standardOutput = terminal.inside
            process.standardError = terminal.inside
            input = terminal.outside
            try process.runUnblocked()
            try terminal.inside.close()
            read(terminal.outside)
        } else {
            let (input, output, errors) = (Pipe(), Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            process.standardError = errors
            self.input = input.fileHandleForWriting
            try process.runUnblocked()
            read(output.fileHandleForReading)
            read(errors.fileHandleForReading, isError: true)
        }
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Everything on standard output, or on the terminal, so far.
    var output: String { String(decoding: state.withLock(\.output), as: UTF8.self) }

    /// The same as bytes.
    var outputBytes: Data { state.withLock(\.output) }

    /// Everything on standard error so far, when there is no terminal.
    var errors: String { String(decoding: state.withLock(\.errors), as: UTF8.self) }

    /// Whether it has not ended yet.
    var isRunning: Bool { process.isRunning }

    /// Types a line.
    func type(_ line: String) throws { try input.write(contentsOf: Data((line + "\n").utf8)) }

    /// Types bytes.
    func type(bytes: [UInt8]) throws { try input.write(contentsOf: Data(bytes)) }

    /// Ends the input.
    func endInput() throws {
        // Control-D at a terminal.
        if terminal != nil { try type(bytes: [4]) } else { try input.close() }
    }

    /// Sends a signal.
    func send(signal number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end and returns the exit status; negative for a signal.
    ///
    /// A program that has not ended after ten minutes is killed, so that a test fails and goes on.
    func wait() async -> Int32 {
        let number = process.processIdentifier
        let end = DispatchWorkItem { _ = kill(number, SIGKILL) }
        // Time: a program that hangs is killed, far beyond what one that does not needs.
        DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: end)
        defer { end.cancel() }
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                process.waitUntilExit()
                readers.wait()
                let isSignal = process.terminationReason == .uncaughtSignal
                continuation.resume(
                    returning: isSignal ? -process.terminationStatus : process.terminationStatus)
            }
        }
    }

    /// Waits until the output fulfils a condition, and returns it.
    ///
    /// - Throws: An error with the output when that takes longer than ten minutes.
    @discardableResult
    func wait(until condition: (String) -> Bool) async throws -> String {
        try await lookFor("the output as it should be") {
            let output = self.output
            return condition(output) ? output : nil
        } instead: {
            output
        }
    }

    private func read(_ handle: FileHandle, isError: Bool = false) {
        readers.enter()
        // A program that nobody holds any more ends, though it is still read.
        Thread.detachNewThread { [weak self, readers] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                // A terminal has no end: reading it fails when the program has ended.
                let count = Foundation.read(handle.fileDescriptor, &buffer, buffer.count)
                guard count > 0, let self else { break }
                let data = Data(buffer[..<count])
                state.withLock { if isError { $0.errors += data } else { $0.output += data } }
            }
            readers.leave()
        }
    }
}
