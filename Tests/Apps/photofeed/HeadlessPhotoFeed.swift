import Foundation
import Glibc
import TestSupport

/// `photofeed-headless` while it runs, with what it says in a file.
final class HeadlessPhotoFeed {
    private let process = Process()
    private let input = Pipe()
    private let output: String

    /// Starts it.
    ///
    /// - Parameters:
    ///   - environment: The whole environment.
    ///   - output: The file for what it says.
    init(_ environment: [String: String], output: String) throws {
        self.output = output
        _ = FileManager.default.createFile(atPath: output, contents: nil)
        process.executableURL = URL(fileURLWithPath: "\(Program.products)/photofeed-headless")
        process.environment = environment
        process.standardInput = input
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        process.standardOutput = file
        process.standardError = file
        try process.run()
    }

    deinit {
        if process.isRunning { kill() }
    }

    /// What it has said until now.
    var said: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

    /// Waits until it says some words.
    func says(_ words: String) async throws { try await until { said.contains(words) } }

    /// Sends a request.
    func ask(_ request: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(request)\n".utf8))
    }

    /// Kills it, so that it can do nothing any more.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Lets it end.
    ///
    /// - Returns: The exit status.
    func end() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
