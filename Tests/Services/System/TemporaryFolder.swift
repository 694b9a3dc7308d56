import Foundation

/// A folder of its own for one test, removed with this object.
final class TemporaryFolder {
    /// The absolute path.
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "tenon-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a program of the shell into the folder.
    func addProgram(_ name: String, _ script: String) throws {
        // Written by another process: a file that this one has open for writing may be inherited by
        // whatever another test starts at that moment, and could then not be executed.
        let writer = Process()
        let input = Pipe()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", "cat > \"$0\" && chmod 755 \"$0\"", "\(path)/\(name)"]
        writer.standardInput = input
        try writer.run()
        try input.fileHandleForWriting.write(contentsOf: Data("#!/bin/sh\n\(script)\n".utf8))
        try input.fileHandleForWriting.close()
        writer.waitUntilExit()
    }

    /// The text of a file in the folder; empty when it does not exist.
    func text(of name: String) -> String {
        (try? String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)) ?? ""
    }
}
