import Glibc
public import TenonCore
import TenonMemory

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
        let descriptor: CInt
        do {
            descriptor = try InputFile.open(path, limit: limit)
        } catch {
            throw switch error {
            case .system(let code): FileError.unreadable(path, String(cString: strerror(code)))
            case .notAFile: FileError.notAFile(path)
            case .tooLarge: FileError.tooLarge(path, limit: limit)
            }
        }
        defer { close(descriptor) }
        let buffer = SecretBuffer()
        // One more than that, since a pipe does not say how much is in it.
        while buffer.count <= limit {
            try Task.checkCancellation()
            let room = min(limit + 1 - buffer.count, 1 << 20)
            let count = buffer.fill(atMost: room) { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw FileError.unreadable(path, String(cString: strerror(errno)))
            }
            guard count > 0 else { return buffer.text }
        }
        throw FileError.tooLarge(path, limit: limit)
    }
}
