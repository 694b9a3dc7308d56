import Foundation

/// A program that is run to its end.
struct Program {
    /// What a program left behind.
    struct Result {
        /// The exit status.
        let status: Int32
        /// What it wrote to standard output.
        let output: String
        /// What it wrote to standard error.
        let errors: String
    }

    /// The file to run.
    let path: String
    /// The whole environment, or nothing for that of the tests.
    var environment: [String: String]?
    /// The folder to run in, or nothing for that of the tests.
    var folder: String?

    /// Runs the program with nothing on its standard input.
    func run(_ arguments: String...) async throws -> Result {
        let streams = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try file("output", in: streams)
        process.standardError = try file("errors", in: streams)
        if let environment { process.environment = environment }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do {
                try process.run()
            } catch {
                done.resume(throwing: error)
            }
        }
        return Result(
            status: process.terminationStatus, output: streams.text(of: "output") ?? "",
            errors: streams.text(of: "errors") ?? "")
    }

    private func file(_ name: String, in folder: TemporaryFolder) throws -> FileHandle {
        try folder.write("", to: name)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
}
