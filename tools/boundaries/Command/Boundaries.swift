import BoundaryRules
import Foundation

/// Prints what breaks the rules of a repository's structure.
///
/// Reads what `swift package dump-package` prints from standard input and the folder of the
/// repository from its argument. Exits 0 if all rules hold, 1 if one is broken, 64 if it was
/// called wrongly and 65 if it could not understand what it read.
@main
enum Boundaries {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
            say("Usage: swift package dump-package | boundaries FOLDER")
            exit(64)
        }
        do {
            let manifest = try Manifest(dumped: FileHandle.standardInput.readDataToEndOfFile())
            let tree = try ProjectTree(folder: folder)
            let inspection = try Inspection(manifest: manifest, tree: tree)
            inspection.findings.forEach { print($0) }
            say("boundaries: \(inspection.summary)")
            exit(inspection.findings.isEmpty ? 0 : 1)
        } catch {
            say("boundaries: \(error)")
            exit(65)
        }
    }

    private static func say(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
