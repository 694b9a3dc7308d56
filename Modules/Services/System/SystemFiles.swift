import Glibc
public import TenonCore

/// Reads files of this machine.
public struct SystemFiles: FileReading {
    /// Makes a reader.
    public init() {}

    /// Reads a whole file into memory that is wiped.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - limit: The most bytes that the file may have.
    /// - Throws: `FileError`, which names the path and the reason.
    public func contents(of path: String, limit: Int) async throws -> SecretText {
        do {
            let descriptor = try InputFile.open(path, limit: limit)
            defer { close(descriptor) }
            return try InputFile.contents(of: descriptor, limit: limit)
        } catch let refusal as InputFile.Refusal {
            throw switch refusal {
            case .system(let code): FileError.unreadable(path, String(cString: strerror(code)))
            case .notAFile: FileError.notAFile(path)
            case .tooLarge: FileError.tooLarge(path, limit: limit)
            }
        }
    }
}
