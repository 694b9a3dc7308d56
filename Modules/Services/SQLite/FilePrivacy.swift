import Glibc
import TenonCore

/// Keeps database files to the user who owns them.
enum FilePrivacy {
    /// What may not be set: any permission of the group or of others.
    private static let foreign: mode_t = 0o077

    /// Whether something is at the path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether the disk with the folder of a file has no space left, or takes no more files.
    static func isFull(folderOf path: String) -> Bool {
        var information = statvfs()
        guard statvfs(folder(of: path), &information) == 0 else { return false }
        // The least that SQLite asks for at once is 32 KiB, for what connections share.
        return information.f_bavail * information.f_frsize < 64 << 10
            || information.f_files > 0 && information.f_favail == 0
    }

    /// Refuses a file or its folder when others could read, replace or list it.
    ///
    /// - Returns: The path without symbolic links, which is what was checked and is to be opened.
    static func check(_ path: String) throws -> String {
        let path = try resolve(path)
        try check(path, isFolder: false)
        try check(folder(of: path), isFolder: true)
        return path
    }

    /// Makes an empty file of mode 0600, and its folder of mode 0700 when that is missing.
    ///
    /// SQLite gives its `-wal` and `-shm` files the mode of the file itself.
    ///
    /// - Returns: The path without symbolic links.
    static func make(_ path: String) throws -> String {
        let folder = try prepareFolder(of: path)
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw unmakeable("The file \(path) cannot be made") }
        // The umask may have taken rights away from the owner as well.
        fchmod(descriptor, 0o600)
        close(descriptor)
        return path
    }

    /// Makes the folder of a file with mode 0700 when it is missing, and refuses one open to others.
    ///
    /// - Returns: The path of the folder without symbolic links.
    @discardableResult
    static func prepareFolder(of path: String) throws -> String {
        try makeFolder(for: path)
        let folder = try resolve(folder(of: path))
        try check(folder, isFolder: true)
        return folder
    }

    /// Makes the folder of a file with mode 0700, when it is missing.
    static func makeFolder(for path: String) throws {
        let folder = folder(of: path)
        if !exists(folder) { try makeFolder(folder) }
    }

    private static func makeFolder(_ path: String) throws {
        let parent = folder(of: path)
        if !exists(parent) { try makeFolder(parent) }
        // Another process may make the same folder at the same time.
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw unmakeable("The folder \(path) cannot be made")
        }
    }

    private static func check(_ path: String, isFolder: Bool) throws {
        var information = stat()
        guard lstat(path, &information) == 0 else { throw unexaminable(path) }
        let kind = information.st_mode & S_IFMT
        guard kind == (isFolder ? S_IFDIR : S_IFREG) else {
            throw SQLiteError(
                .databaseForeign,
                isFolder
                    ? "\(path) is a file, where a folder was expected."
                    : kind == S_IFDIR
                        ? "\(path) is a folder, where a file was expected."
                        : "\(path) is a device, a pipe or a socket, where a file was expected.",
                remedy: "Name a file in a folder that only you can enter.")
        }
        guard information.st_uid == geteuid() else {
            throw SQLiteError(
                .databaseExposed,
                isFolder
                    ? "The folder \(path) belongs to another user."
                    : "The file \(path) belongs to another user.",
                remedy: "Run the program as that user, or use a file and folder of your own.")
        }
        guard information.st_mode & foreign != 0 else { return }
        throw SQLiteError(
            .databaseExposed,
            isFolder
                ? "The folder \(path) is open to other users of this machine."
                : "The file \(path) is open to other users of this machine.",
            remedy: isFolder
                ? """
                Move the file into a folder that only you can enter ("install -d -m 700 FOLDER" \
                makes one), or close this one if it has no other use.
                """
                : "Close it with: chmod 600 '\(path)'")
    }

    private static func unmakeable(_ what: Sentence) -> SQLiteError {
        let isFull = errno == ENOSPC || errno == EDQUOT
        return SQLiteError(
            isFull ? .databaseFull : .databaseInaccessible, "\(what): \(reason()).",
            remedy: isFull
                ? "Free some space there, and try again."
                : "Check the path and who may write there.")
    }

    private static func resolve(_ path: String) throws -> String {
        guard let real = realpath(path, nil) else { throw unexaminable(path) }
        defer { free(real) }
        return String(cString: real)
    }

    private static func unexaminable(_ path: String) -> SQLiteError {
        SQLiteError(
            .databaseInaccessible, "\(path) cannot be examined: \(reason()).",
            remedy: "Check the path and who may read there.")
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
