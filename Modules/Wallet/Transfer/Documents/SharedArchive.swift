import Synchronization
import TenonCore

/// An archive whose files are expanded one at a time, by whichever thread wants one.
final class SharedArchive: Sendable {
    /// The files in it, in its order; folders are left out.
    let entries: [ArchiveEntry]
    private let sizes: [String: Int]
    private let archive: Mutex<any Archive>

    init(_ archive: sending any Archive) {
        entries = archive.entries
        sizes = Dictionary(entries.map { ($0.path, $0.size) }) { first, _ in first }
        self.archive = Mutex(archive)
    }

    /// How many bytes a file has; `nil` when there is no such file.
    func size(of path: String) -> Int? { sizes[path] }

    /// Expands one file into memory that is wiped.
    ///
    /// - Throws: The errors of the archive.
    func contents(of path: String) throws -> SecretText {
        try archive.withLock { try $0.contents(of: path) }
    }
}
