import Foundation

/// A program of this package that goes on, such as a server; it is killed with the last reference.
package final class RunningProgram: Sendable {
    package struct DidNotStart: Error, CustomStringConvertible {
        package let description: String
    }

    /// The first line that it wrote to standard output.
    package let firstLine: String
    private let process: Process
    private let errorFile: String

    /// Starts a program and waits for its first line.
    ///
    /// - Parameters:
    ///   - name: The program.
    ///   - arguments: Its arguments.
    ///   - environment: The whole environment.
    ///   - errors: The file that gets what it writes to standard error.
    ///   - disk: A disk that only the program has.
    package init(
        built name: String, _ arguments: [String], environment: [String: String], errors: String,
        disk: OwnMounts.Disk? = nil
    ) throws {
        process = Process()
        errorFile = errors
        if !FileManager.default.fileExists(atPath: errors) {
            _ = FileManager.default.createFile(atPath: errors, contents: nil)
        }
        let log = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
        try log.seekToEnd()
        let output = Pipe()
        let path = "\(Program.products)/\(name)"
        process.executableURL = URL(fileURLWithPath: disk == nil ? path : "/usr/bin/unshare")
        process.arguments = disk?.arguments(running: [path] + arguments) ?? arguments
        process.environment = environment.merging(Program.patience) { given, _ in given }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = log
        try process.runUnblocked()
        do {
            firstLine = try output.fileHandleForReading.nextLine()
        } catch {
            Foundation.kill(process.processIdentifier, SIGKILL)
            throw error
        }
        guard !firstLine.isEmpty else {
            process.waitUntilExit()
            let text = try? String(contentsOfFile: errors, encoding: .utf8)
            throw DidNotStart(description: text ?? "")
        }
    }

    deinit { kill() }

    /// The number of its process.
    package var identifier: Int32 { process.processIdentifier }

    /// What it wrote to standard error.
    package var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

    /// The number after the last colon of the first line, as in the address of a server.
    package var port: Int { firstLine.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// Asks it to end, and waits.
    ///
    /// - Returns: The exit status.
    package func end() -> Int32 {
        process.terminate()
        return wait()
    }

    /// Waits until it has ended by itself; it is killed when that takes five minutes.
    ///
    /// - Returns: The exit status, or the signal that has killed it.
    package func wait() -> Int32 {
        let end = DispatchWorkItem { [process] in
            if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        }
        // Time: a program that hangs is killed, far beyond what one that does not needs.
        DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: end)
        defer { end.cancel() }
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Asks it to end.
    package func terminate() { process.terminate() }

    /// Ends it without a chance to do anything, and waits.
    package func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
