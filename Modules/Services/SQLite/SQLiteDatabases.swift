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
        return try SQLiteDatabase(path: real, options: options)
    }

    /// Makes the folder of a file with mode 0700, or refuses one that is open to others.
    ///
    /// - Throws: ``SQLiteError``.
    public func prepareFolder(of path: String) throws { try FilePrivacy.prepareFolder(of: path) }
}
