import Foundation

/// The files of a repository, without what its `.gitignore` names.
package struct ProjectTree: Sendable {
    /// The folder that holds `Package.swift`.
    package let folder: String
    /// The names of the files and folders directly below the root, sorted.
    package let topLevel: [String]
    /// The paths of all files relative to the root, sorted.
    package let files: [String]

    /// Lists a repository; symbolic links are listed, not followed.
    ///
    /// Of `.gitignore`, plain names and patterns with `*` are understood: at every depth.
    /// - Throws: `BoundaryError` when the folder cannot be read.
    package init(folder: String) throws {
        self.folder = folder
        let root = URL(fileURLWithPath: folder, isDirectory: true)
        let ignored = [".git"] + ProjectTree.ignoredPatterns(in: root)
        topLevel = try ProjectTree.names(in: root, without: ignored)
        files = try ProjectTree.files(below: root, without: ignored).sorted()
    }

    /// The text of a file.
    ///
    /// - Throws: `BoundaryError` when it cannot be read or is not UTF-8.
    package func text(of path: String) throws -> String {
        do {
            return try String(
                contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"), encoding: .utf8)
        } catch {
            throw BoundaryError("\(path) cannot be read as UTF-8 text: \(error)")
        }
    }

    private static func ignoredPatterns(in root: URL) -> [String] {
        let file = root.appendingPathComponent(".gitignore")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " /")) }
    }

    private static func names(in folder: URL, without ignored: [String]) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { name in !ignored.contains { fnmatch($0, name, 0) == 0 } }
                .sorted()
        } catch {
            throw BoundaryError("The folder \(folder.path) cannot be read: \(error)")
        }
    }

    private static func files(below folder: URL, without ignored: [String]) throws -> [String] {
        try names(in: folder, without: ignored).flatMap { name -> [String] in
            let entry = folder.appendingPathComponent(name)
            let attributes = try FileManager.default.attributesOfItem(atPath: entry.path)
            guard attributes[.type] as? FileAttributeType == .typeDirectory else { return [name] }
            return try files(below: entry, without: ignored).map { "\(name)/\($0)" }
        }
    }
}
