import Glibc

/// Keeps database files to the user who owns them.
enum FilePrivacy {
    /// What may not be set: any permission of the group or of others.
    private static let foreign: mode_t = 0o077

    /// Whether something is at the path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Refuses a file or its folder when others could read, replace or list it.
    static func check(_ path: String) throws {
        try check(folder(of: path), isFolder: true)
        try check(path, isFolder: false)
    }

    /// Makes an empty file of mode 0600, and its folder of mode 0700 when that is missing.
    ///
    /// SQLite gives its `-wal` and `-shm` files the mode of the file itself.
    static func make(_ path: String) throws {
        let folder = folder(of: path)
        if !exists(folder) { try makeFolder(folder) }
        try check(folder, isFolder: true)
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw SQLiteError(
                .databaseInaccessible, "The file \(path) cannot be made: \(reason()).",
                remedy: "Check the path and who may write there.")
        }
        // The umask may have taken rights away from the owner as well.
        fchmod(descriptor, 0o600)
        close(descriptor)
    }

    private static func makeFolder(_ path: String) throws {
        let parent = folder(of: path)
        if !exists(parent) { try makeFolder(parent) }
        // Another process may make the same folder at the same time.
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SQLiteError(
                .databaseInaccessible, "The folder \(path) cannot be made: \(reason()).",
                remedy: "Check the path and who may write there.")
        }
    }

    private static func check(_ path: String, isFolder: Bool) throws {
        var information = stat()
        guard stat(path, &information) == 0 else {
            throw SQLiteError(
                .databaseInaccessible, "\(path) cannot be examined: \(reason()).",
                remedy: "Check the path and who may read there.")
        }
        if information.st_mode & S_IFMT == (isFolder ? S_IFREG : S_IFDIR) {
            throw SQLiteError(
                .databaseForeign,
                "\(path) is a \(isFolder ? "file" : "folder"), where the other was expected.",
                remedy: "Check the path.")
        }
        guard information.st_mode & foreign != 0 else { return }
        throw SQLiteError(
            .databaseExposed,
            "The \(isFolder ? "folder" : "file") \(path) is open to other users of this machine.",
            remedy: "Close it with: chmod \(isFolder ? "700" : "600") '\(path)'")
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
