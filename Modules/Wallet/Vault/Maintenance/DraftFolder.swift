import Glibc

/// A private folder beside a file that is being made, with what is not complete yet.
///
/// It is locked as long as its process lives. What a process that was killed has left behind is
/// removed when the next draft is made there, or at the next start when there is a note of it
/// (``DraftNotes``): only when the lock is free, and only what this type itself makes.
package final class DraftFolder {
    /// Why there is no folder: the error of the system.
    package struct Failure: Error {
        /// The value of `errno`.
        package let code: CInt
    }

    private static let (prefix, suffix) = (".wallet-", ".draft")
    private static let fileName = "file"
    /// What SQLite adds to the name of a file.
    private static let endings = ["", "-wal", "-shm", "-journal"]

    private let path: String
    private let descriptor: CInt
    private var note: String?

    /// Where the file is made.
    package var file: String { "\(path)/\(Self.fileName)" }

    /// Makes a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder above it, where leftovers are removed.
    ///   - notes: Where the new one is noted; `nil` when the next start looks into the folder anyway.
    /// - Throws: ``Failure``.
    package init(in folder: String, notedIn notes: DraftNotes? = nil) throws(Failure) {
        Self.removeLeftovers(in: folder)
        while true {
            let path = "\(folder)/\(Self.prefix)\(ItemID())\(Self.suffix)"
            guard mkdir(path, 0o700) == 0 else { throw Failure(code: errno) }
            // A process that looks for leftovers may remove it between these steps.
            let descriptor = Self.open(path)
            guard descriptor >= 0 else {
                let failure = Failure(code: errno)
                if failure.code == ENOENT { continue }
                rmdir(path)
                throw failure
            }
            if Self.lock(descriptor), FileIdentity(path: path) == FileIdentity(descriptor) {
                self.path = path
                self.descriptor = descriptor
                note = notes?.add(path)
                return
            }
            close(descriptor)
        }
    }

    deinit {
        remove()
        close(descriptor)
    }

    /// Removes the folder with all that is in it.
    package func remove() {
        Self.remove(path, descriptor)
        guard let note else { return }
        DraftNotes.remove(note, of: path)
        self.note = nil
    }

    /// Removes the folders in a folder that belong to no process any more.
    package static func removeLeftovers(in folder: String) {
        for name in FolderNames.all(in: folder) ?? [] where isName(name) {
            let path = "\(folder)/\(name)"
            let descriptor = open(path)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var information = stat()
            if fstat(descriptor, &information) == 0, information.st_uid == geteuid(),
                information.st_mode & 0o077 == 0, lock(descriptor)
            {
                remove(path, descriptor)
            }
        }
    }

    private static func isName(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
            && ItemID(String(name.dropFirst(prefix.count).dropLast(suffix.count))) != nil
    }

    /// Removes a locked folder, unless there is something in it that was not made here.
    private static func remove(_ path: String, _ descriptor: CInt) {
        // A draft may have been made with the help of another one.
        removeLeftovers(in: path)
        let own = endings.map { fileName + $0 }
        guard Set(FolderNames.all(in: path) ?? []).isSubset(of: own) else { return }
        for name in own { unlinkat(descriptor, name, 0) }
        rmdir(path)
    }

    private static func open(_ path: String) -> CInt {
        Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }

    private static func lock(_ descriptor: CInt) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
}
