import Foundation

/// No source file is too long or contains a note of unfinished work.
struct FileCheck: Check {
    private static let limit = 500
    /// How many lines of the manifest each target may take: it cannot be more than one file.
    private static let linesOfTarget = 4
    private static let extensions: Set<String> = [
        "swift", "c", "h", "js", "css", "html", "sh", "py", "md",
    ]
    private static let leftovers: Set<Substring> = ["TODO", "FIXME"]

    func findings(in project: Project) throws -> [Finding] {
        let comments = Dictionary(
            uniqueKeysWithValues: project.swiftFiles.map { ($0.path, $0.comments) })
        return try project.tree.files.flatMap { path -> [Finding] in
            let isScript = path.hasPrefix("tools/") || path.hasPrefix(".ci/")
            let suffix = (path as NSString).pathExtension
            guard Self.extensions.contains(suffix) || (isScript && suffix.isEmpty) else {
                return []
            }
            let text = try project.tree.text(of: path)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let notes = comments[path] ?? zip(1..., lines).map { ($0, $1) }
            let count = text.hasSuffix("\n") ? lines.count - 1 : lines.count
            return tooLong(path, count, in: project.manifest)
                + notes.filter { Self.isLeftover($0.text) }.map { leftover(path, $0.line) }
        }
    }

    private static func isLeftover(_ line: Substring) -> Bool {
        line.split { !$0.isLetter && !$0.isNumber }.contains(where: leftovers.contains)
    }

    private func tooLong(_ path: String, _ count: Int, in manifest: Manifest) -> [Finding] {
        let isManifest = path == "Package.swift"
        let limit =
            isManifest
            ? max(Self.limit, Self.linesOfTarget * manifest.targets.count) : Self.limit
        guard count > limit else { return [] }
        let remedy = isManifest ? "Say more with its functions." : "Split the file by topic."
        return [
            Finding(
                path, line: limit + 1, .length, "\(count) lines are more than \(limit). \(remedy)")
        ]
    }

    private func leftover(_ path: String, _ line: Int) -> Finding {
        Finding(path, line: line, .leftover, "Do it now, or leave it out; notes to self rot.")
    }
}
