/// The lines of `Package.swift`, to say where something is declared.
struct ManifestText {
    private let lines: [Substring]

    /// Splits the text of a manifest.
    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The line that declares a target, counted from 1; line 1 if a function spells its name.
    ///
    /// A target is declared before it is used, so it is the first line with its name.
    func line(of target: Target) -> Int {
        if let index = lines.firstIndex(where: { $0.contains("\"\(target.name)\"") }) {
            return index + 1
        }
        return (lines.firstIndex { $0.contains("\"\(target.path)\"") } ?? folderLine(target)) + 1
    }

    /// The last line that names the folder without its first part, as a helper function adds that.
    private func folderLine(_ target: Target) -> Int {
        let folder = target.path.split(separator: "/").dropFirst().joined(separator: "/")
        let base = target.name.hasSuffix("Tests") ? target.name.dropLast("Tests".count) : ""
        return lines.lastIndex {
            $0.contains("\"\(folder)\"") && ($0.contains("\"\(base)\"") || base.isEmpty)
        } ?? lines.lastIndex { $0.contains("\"\(folder)\"") } ?? 0
    }
}
