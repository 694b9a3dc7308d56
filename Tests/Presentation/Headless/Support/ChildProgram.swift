import Foundation
import Synchronization
import TestSupport

/// A program of this package, running as a child process, driven through pipes.
final class ChildProgram: Sendable {
    private struct State {
        var output = Data()
        var errors = Data()
    }

    private let process: Process
    private let input: FileHandle
    private let state = Mutex(State())
    private let readers = DispatchGroup()

    /// Starts a program that was built beside the tests.
    init(_ name: String, arguments: [String] = [], environment: [String: String] = [:]) throws {
        // A child that has ended must not end the tests when something is written to it.
        Foundation.signal(SIGPIPE, SIG_IGN)
        let process = Process()
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: tests).deletingLastPathComponent()
            .appending(path: name)
        process.arguments = arguments
        process.environment = ["LANG": "en", "PATH": "/usr/bin:/bin"]
            .merging(Program.patience) { $1 }.merging(environment) { $1 }
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (
            input, output, errors
        )
        self.process = process
        self.input = input.fileHandleForWriting
        try process.runUnblocked()
        read(output.fileHandleForReading) { state, data in state.output += data }
        read(errors.fileHandleForReading) { state, data in state.errors += data }
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Everything on standard output so far.
    var output: Data { state.withLock(\.output) }

    /// Everything on standard error so far.
    var errors: String { String(decoding: state.withLock(\.errors), as: UTF8.self) }

    /// Writes to standard input.
    func write(_ data: Data) throws { try input.write(contentsOf: data) }

    /// Writes a line to standard input.
    func send(_ line: String) throws { try write(Data((line + "\n").utf8)) }

    /// Ends standard input.
    func closeInput() throws { try input.close() }

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

    private func read(
        _ handle: FileHandle, _ keep: @escaping @Sendable (inout State, Data) -> Void
    ) {
        readers.enter()
        // A program that nobody holds any more ends, though it is still read.
        Thread.detachNewThread { [weak self, readers] in
            while true {
                let data = handle.availableData
                guard !data.isEmpty, let self else { break }
                self.state.withLock { keep(&$0, data) }
            }
            readers.leave()
        }
    }
}
