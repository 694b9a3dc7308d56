import Foundation

/// A private folder, removed with the last reference to it.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let path: String

    /// Makes one.
    ///
    /// - Parameter parent: The folder that it is in, which may be one in memory.
    package init(in parent: String = FileManager.default.temporaryDirectory.path) throws {
        path = "\(parent)/tenon-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a text file and the folders above it.
    package func write(_ text: String, to name: String, permissions: Int = 0o644) throws {
        let file = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: file.path)
    }

    /// The commands of the processes that have the folder among their arguments.
    package func processes() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
            guard Int(name) != nil,
                let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
            else { return nil }
            let words = String(decoding: line, as: UTF8.self)
            return words.contains(path) ? words : nil
        }
    }

    /// The text of a file, or nothing if there is none.
    package func text(of name: String) -> String? {
        try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}
