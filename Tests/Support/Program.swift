import Foundation
import Synchronization

/// A program that is run to its end.
package struct Program: Sendable {
    /// What a program left behind.
    package struct Result: Sendable {
        /// The exit status, or the negative number of the signal that ended it.
        package let status: Int32
        /// What it wrote to standard output.
        package let output: String
        /// What it wrote to standard error.
        package let errors: String
    }

    /// The folder with the executables that were built beside the tests.
    package static var products: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().path
    }

    /// How long programs may take that build much, or let much go wrong.
    package static let long = Duration.seconds(1800)

    /// What programs that are given a whole environment are told of how busy the machine is.
    package static let patience = ProcessInfo.processInfo.environment
        .filter { $0.key == "TENON_PATIENCE" }

    /// The file to run.
    package let path: String
    /// The whole environment, or nothing for that of the tests.
    package var environment: [String: String]?
    /// The folder to run in, or nothing for that of the tests.
    package var folder: String?
    /// How long it may take; then it is killed.
    package var limit: Duration

    /// A program at a path.
    package init(
        path: String, environment: [String: String]? = nil, folder: String? = nil,
        limit: Duration = .seconds(300)
    ) {
        self.path = path
        self.environment = environment
        self.folder = folder
        self.limit = limit
    }

    /// A program of this package.
    package init(
        built name: String, environment: [String: String]? = nil, folder: String? = nil,
        limit: Duration = .seconds(300)
    ) {
        self.init(
            path: "\(Self.products)/\(name)", environment: environment, folder: folder,
            limit: limit)
    }

    /// Runs the program with nothing on its standard input.
    package func run(_ arguments: String...) async throws -> Result {
        try await run(arguments)
    }

    /// Runs the program; one that hangs is killed after ``limit``, and its errors end with that.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program.
    ///   - input: What it reads from standard input.
    package func run(_ arguments: [String], input: String = "") async throws -> Result {
        let streams = try TemporaryFolder()
        try streams.write(input, to: "input", permissions: 0o600)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let handles = [
            try FileHandle(forReadingFrom: URL(fileURLWithPath: "\(streams.path)/input")),
            try file("output", in: streams), try file("errors", in: streams),
        ]
        // A process that has ended may be kept for long, and its streams with it.
        defer { for handle in handles { try? handle.close() } }
        process.standardInput = handles[0]
        process.standardOutput = handles[1]
        process.standardError = handles[2]
        // Unless a test is about the agent, no program starts one that would outlive the test.
        process.environment = (environment ?? ProcessInfo.processInfo.environment)
            .merging(["WALLET_AGENT": "off"]) { given, _ in given }
            .merging(Self.patience) { given, _ in given }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        let hangs = Mutex(false)
        let end = DispatchWorkItem {
            guard process.isRunning else { return }
            hangs.withLock { $0 = true }
            kill(process.processIdentifier, SIGKILL)
        }
        let seconds: Double = limit / .seconds(1)
        // Time: a program that hangs is killed, far beyond what one that does not needs.
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: end)
        defer { end.cancel() }
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do {
                try process.runUnblocked()
            } catch {
                done.resume(throwing: error)
            }
        }
        let isExit = process.terminationReason == .exit
        let status = isExit ? process.terminationStatus : -process.terminationStatus
        var errors = streams.text(of: "errors") ?? ""
        if status == -SIGKILL, hangs.withLock({ $0 }) {
            errors += "\nThe test killed \(path) after \(limit): it did not end.\n"
        }
        return Result(status: status, output: streams.text(of: "output") ?? "", errors: errors)
    }

    private func file(_ name: String, in folder: TemporaryFolder) throws -> FileHandle {
        try folder.write("", to: name)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
}
