import Glibc

/// A lock on the folder of a file, against other processes and other openings in this one.
///
/// Shared while the file is used, exclusive while it is renamed: the files beside it, which SQLite
/// finds by their names, must not be mixed up with those of another.
final class FolderLock {
    private let descriptor: CInt

    /// Waits for the lock; `nil` when the folder is missing or cannot be locked.
    init?(besides path: String, exclusive: Bool = false) {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        descriptor = open(String(path[...slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, exclusive ? LOCK_EX : LOCK_SH) != 0 {
            guard errno == EINTR else { return nil }
        }
    }

    // Closing gives the lock back.
    deinit { if descriptor >= 0 { close(descriptor) } }
}
