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
        let file = "\(path)/\(name)"
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }

    /// The text of a file in the folder; empty when it does not exist.
    func text(of name: String) -> String {
        (try? String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)) ?? ""
    }
}
