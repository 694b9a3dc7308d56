import Glibc

/// Notes where this person's programs are making drafts, in case a program is killed.
///
/// A draft in a folder of the person's choice would stay there until the next one is made beside it. So each
/// has a note in the folder of what this machine remembers, by which the next start of any program finds it:
/// a link that names the draft, written when the draft is there and locked, and still empty.
package struct DraftNotes: Sendable {
    private let folder: String

    /// Describes where notes are.
    ///
    /// - Parameter stateDirectory: The folder of what this machine remembers of vaults.
    package init(stateDirectory: String) { folder = "\(stateDirectory)/drafts" }

    /// Notes a draft.
    ///
    /// - Parameter draft: An absolute path.
    /// - Returns: The path of the note; `nil` when it cannot be written, which does not stop the
    ///   draft.
    func add(_ draft: String) -> String? {
        guard draft.hasPrefix("/") else { return nil }
        let note = "\(folder)/\(ItemID())"
        // The folder goes with the last note in it, perhaps between these steps.
        for _ in 0..<3 {
            mkdir(folder, 0o700)
            if symlink(draft, note) == 0 { return note }
        }
        return nil
    }

    /// Removes the drafts that belong to no process any more, with their notes.
    ///
    /// A note of a folder that is not there stays, since its disk may be away.
    package func removeLeftovers() {
        for name in FolderNames.all(in: folder) ?? [] where ItemID(name) != nil {
            let note = "\(folder)/\(name)"
            guard let draft = Self.target(of: note) else { continue }
            let place = FileName.folder(of: draft)
            guard FileIdentity(path: place) != nil else { continue }
            DraftFolder.removeLeftovers(in: place)
            Self.remove(note, of: draft)
        }
    }

    /// Removes a note unless its draft is still there.
    static func remove(_ note: String, of draft: String) {
        var status = stat()
        guard lstat(draft, &status) != 0, errno == ENOENT else { return }
        unlink(note)
        rmdir(FileName.folder(of: note))
    }

    private static func target(of note: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(note, &buffer, buffer.count)
        guard count > 0, buffer[0] == CChar(UInt8(ascii: "/")) else { return nil }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
