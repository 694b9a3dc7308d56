import Glibc
import TenonCore

/// What can go wrong with the files of items, beside what the vault and its sync report.
typealias FilesError = ModuleError<FilesErrors>

/// Tells ``FilesError`` apart from the errors of other modules.
enum FilesErrors {}

extension FilesError {
    static func becameShorter(_ path: String) -> FilesError {
        FilesError(
            .filesChanged, "\(path) became shorter while it was read.",
            remedy: "Nothing was attached. Try again when no program writes to it.")
    }

    static var noMemoryFolder: FilesError {
        FilesError(
            .filesNoRoom, "This machine has no folder in memory for a private copy.",
            remedy: "Set XDG_RUNTIME_DIR to a folder of a tmpfs.")
    }

    static func noRoom(in path: String, _ code: Int32) -> FilesError {
        FilesError(
            .filesNoRoom,
            "The copy in memory, \(path), cannot be written: \(String(cString: strerror(code))).",
            remedy: "Nothing was changed. Make room there, and try again.")
    }

    static func cannotOpen(_ name: String) -> FilesError {
        FilesError(
            .filesNoProgram, "No program of the desktop opened “\(name)”.",
            remedy: "Save the file, and open it yourself.")
    }

    static var gone: FilesError {
        FilesError(
            .filesGone, "The item does not have this file any more.",
            remedy: "Look at the item again.")
    }
}

extension ErrorCode {
    /// A file was changed while it was read.
    fileprivate static let filesChanged = ErrorCode("files.changed", .tryLater)
    /// There is no place in memory for a copy.
    fileprivate static let filesNoRoom = ErrorCode("files.no-room", .cannotCreate)
    /// No program opens the file.
    fileprivate static let filesNoProgram = ErrorCode("files.no-program", .unavailable)
    /// The item does not have the file.
    fileprivate static let filesGone = ErrorCode("files.gone", .failure)
}
