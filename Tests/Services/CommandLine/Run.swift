import Foundation

/// One run of an executable that is built beside these tests.
struct Run {
    let status: Int32
    let output: String
    let errors: String

    /// The folder with the built executables: that of the tests' own executable.
    static var products: URL {
        get throws {
            let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(filePath: path).deletingLastPathComponent()
        }
    }

    init(_ executable: String, _ arguments: [String] = [], environment: [String: String] = [:])
        async throws
    {
        let process = try RunningProcess(executable, arguments, environment: environment)
        output = process.readToEnd(process.output)
        errors = process.readToEnd(process.errors)
        status = process.wait()
    }
}

/// An executable that runs.
final class RunningProcess {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()

    init(_ executable: String, _ arguments: [String] = [], environment: [String: String] = [:])
        throws
    {
        process.executableURL = try Run.products.appending(path: executable)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// Reads a pipe until nobody writes to it any more.
    func readToEnd(_ pipe: Pipe) -> String {
        String(decoding: (try? pipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    }

    /// Reads standard output until it holds some text, or ends.
    func waitForOutput(_ text: String) -> Bool {
        var seen = ""
        while !seen.contains(text) {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { return false }
            seen += String(decoding: bytes, as: UTF8.self)
        }
        return true
    }

    /// Sends a signal.
    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end.
    ///
    /// - Returns: The exit status, or the negative number of the signal that ended it.
    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit
            ? process.terminationStatus : -process.terminationStatus
    }
}
