/// Reads files that people name.
public protocol FileReading: Sendable {
    /// Reads a whole file into memory that is wiped.
    ///
    /// The file is a regular one, or a pipe without a name such as a shell makes for `<(program)`. A
    /// device or a pipe with a name may never end, so it is refused at once.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - limit: The most bytes that the file may have.
    /// - Throws: ``FileError``, which names the path and the reason.
    func contents(of path: String, limit: Int) async throws -> SecretText
}

/// What can go wrong with a file that a person named.
public typealias FileError = ModuleError<FileErrors>

/// Tells ``FileError`` apart from the errors of other modules.
public enum FileErrors {}

extension FileError {
    /// The system refuses to open or to read a file.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - reason: The system's own words.
    public static func unreadable(_ path: String, _ reason: String) -> FileError {
        FileError(
            .fileUnreadable, "\(path) cannot be read: \(reason).",
            remedy: "Check its name and that you may read it.")
    }

    /// A folder, a device, a socket or a pipe with a name was named.
    public static func notAFile(_ path: String) -> FileError {
        FileError(
            .fileUnreadable, "\(path) is a folder, a device, a socket or a pipe with a name.",
            remedy: "Choose a file.")
    }

    /// No file was named where one is needed.
    public static var unnamed: FileError {
        FileError(.fileUnreadable, "No file was chosen.", remedy: "Choose a file.")
    }

    /// A file has more bytes than may be read.
    public static func tooLarge(_ path: String, limit: Int) -> FileError {
        FileError(
            .fileTooLarge, "\(path) has more than \(limit) bytes.",
            remedy: "Choose a smaller file.")
    }
}

extension ErrorCode {
    /// A file that cannot be read.
    public static let fileUnreadable = ErrorCode("file.unreadable", .noInput)
    /// A file that is larger than it may be.
    public static let fileTooLarge = ErrorCode("file.too-large", .badData)
}

extension AnyPort {
    /// Files that people name.
    public static let files = Port<any FileReading>("files", providers: ["TenonSystem"])
}
