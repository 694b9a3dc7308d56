import Foundation
import TestSupport

/// The program that drives Chromium by the W3C WebDriver protocol, on a free port.
final class ChromeDriver: Sendable {
    /// Where it listens.
    let http: LoopbackHTTP
    private let process: Process

    /// Starts it.
    ///
    /// - Throws: A ``LoopbackHTTP/Failure`` when it is not installed.
    init() throws {
        // It may choose a port that another program takes just then, and gives up.
        for _ in 1...3 {
            if let (process, port) = try Self.start() {
                (self.process, http) = (process, LoopbackHTTP(port: port))
                return
            }
        }
        throw LoopbackHTTP.Failure(
            description: "chromedriver does not start. Install the package chromium-driver.")
    }

    private static func start() throws -> (Process, Int)? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["chromedriver", "--port=0"]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return try port(in: output.fileHandleForReading).map { (process, $0) }
    }

    /// Ends it and every browser that it started: all are in its process group.
    func stop() {
        kill(-process.processIdentifier, SIGTERM)
        for _ in 0..<50 where process.isRunning { usleep(20_000) }
        kill(-process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func port(in output: FileHandle) throws -> Int? {
        var text = ""
        while let data = try output.read(upToCount: 1), !data.isEmpty {
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
