import Glibc

extension ReplicaFile {
    /// Whether there is a file that remembers other devices.
    package static func exists(path: String) -> Bool { access(path, F_OK) == 0 }

    /// Removes the file and all that belongs to it.
    static func remove(path: String) {
        for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
    }
}
