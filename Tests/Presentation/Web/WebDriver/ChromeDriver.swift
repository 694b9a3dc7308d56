import Foundation
import TestSupport

/// The program that drives Chromium by the W3C WebDriver protocol, on a free port.
final class ChromeDriver: Sendable {
    /// Where it listens.
    let http: LoopbackHTTP
    private let process: Process
    private let folder: TemporaryFolder

    /// Starts it.
    ///
    /// - Throws: A ``LoopbackHTTP/Failure`` when it is not installed.
    init() throws {
        folder = try TemporaryFolder()
        // It may choose a port that another program takes just then, and gives up.
        for _ in 1...3 {
            if let (process, port) = try Self.start(log: "\(folder.path)/log") {
                (self.process, http) = (process, LoopbackHTTP(port: port))
                return
            }
        }
        throw LoopbackHTTP.Failure(
            description: "chromedriver does not start. Install the package chromium-driver.")
    }

    /// The last lines of what it has noted: what it was asked, and what the browser said.
    var log: String { String((folder.text(of: "log") ?? "").suffix(4000)) }

    private static func start(log: String) throws -> (Process, Int)? {
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        defer { try? errors.close() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["chromedriver", "--port=0", "--log-level=INFO"]
        process.standardInput = FileHandle.nullDevice
        process.standardError = errors
        let output = Pipe()
        process.standardOutput = output
        try process.runUnblocked()
        if let port = try? Self.port(in: output.fileHandleForReading) { return (process, port) }
        // It has ended, or says nothing.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        return nil
    }

    /// Ends it and every browser that it started: all are in its process group.
    func stop() {
        kill(-process.processIdentifier, SIGTERM)
        // Time: what does not end by itself is ended without a chance to.
        for _ in 0..<50 where process.isRunning { usleep(20_000) }
        kill(-process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func port(in output: FileHandle) throws -> Int? {
        var text = ""
        while case let data = try output.nextBytes(1), !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            if let match = text.firstMatch(of: /started successfully on port (\d+)\./),
                let port = Int(match.output.1)
            {
                return port
            }
        }
        return nil
    }
}
