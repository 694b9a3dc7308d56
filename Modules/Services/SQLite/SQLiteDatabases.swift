import Glibc
public import TenonCore

/// Opens SQLite files with write-ahead logging, full synchronisation and private file modes.
public struct SQLiteDatabases: DatabaseOpening {
    /// Makes an opener; it holds no state.
    public init() {}

    /// Opens the file at an absolute path.
    ///
    /// A missing file is made with mode 0600 when the options say so, and its folder, when that is
    /// missing as well, with mode 0700. A file or folder that is open to the group or to others,
    /// or belongs to another user, is refused; symbolic links are followed before.
    ///
    /// A file that can be read, but beside which nothing can be written, is opened all the same, as
    /// it is at this moment: then every write throws, and every call once the file has changed.
    ///
    /// - Throws: ``SQLiteError``.
    public func open(path: String, options: DatabaseOptions) throws -> any Database {
        let real: String
        if FilePrivacy.exists(path) {
            real = try FilePrivacy.check(path)
        } else if options.create, !options.readOnly {
            do {
                real = try FilePrivacy.make(path)
            } catch  where FilePrivacy.exists(path) {
                // Another process made it meanwhile.
                real = try FilePrivacy.check(path)
            }
        } else {
            throw SQLiteError(
                .databaseMissing, "There is no file at \(path).", remedy: "Check the path.")
        }
        // SQLite would leave files beside it that are as read-only as it is, and in the way later on.
        if access(real, W_OK) != 0, !FilePrivacy.exists(real + "-shm"),
            let image = ImageDatabase(path: real)
        {
            return image
        }
        do {
            let database = try SQLiteDatabase(path: real, options: options)
            do {
                // SQLite looks for its log with the first read, and fails then.
                try database.read { try $0.query("SELECT 1 FROM sqlite_master", []) { _ in } }
            } catch {
                try? database.close()
                throw error
            }
            return database
        } catch let error as SQLiteError where error.mayBeReadable {
            guard let image = ImageDatabase(path: real) else { throw error }
            return image
        }
    }

    /// Makes the folder of a file with mode 0700, or refuses one that is open to others.
    ///
    /// - Throws: ``SQLiteError``.
    public func prepareFolder(of path: String) throws { try FilePrivacy.prepareFolder(of: path) }
}
