package import Glibc

/// Opens files that people name, and only those that can be read to an end.
///
/// Opening never waits, neither for a pipe without a writer nor for a device.
package enum InputFile {
    /// Why a file is refused.
    package enum Refusal: Error, Equatable {
        /// The error of the system: the value of `errno`.
        case system(CInt)
        /// It is a folder, a device, a socket or a pipe with a name.
        case notAFile
        /// It has more than this many bytes.
        case tooLarge(limit: Int)
    }

    /// The most bytes of a file that is read piece by piece, such as a vault: 4 GiB.
    package static let largest = 4 << 30

    /// Opens a regular file, or a pipe without a name such as a shell makes for `<(program)`.
    ///
    /// - Parameter limit: The most bytes that a regular file may have. The reader has to count what
    ///   comes through a pipe.
    /// - Returns: The descriptor, which the caller closes, and what the system says of the file.
    package static func open(
        _ path: String, limit: Int
    ) throws(Refusal) -> (descriptor: CInt, status: stat) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            // The error for a socket, and for a device that is missing.
            throw errno == ENXIO ? .notAFile : .system(errno)
        }
        var status = stat()
        do throws(Refusal) {
            guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
            switch status.st_mode & S_IFMT {
            case S_IFREG:
                guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
            case S_IFIFO where isNameless(descriptor): break
            default: throw .notAFile
            }
            // Reading a pipe waits for its writer.
            guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) == 0 else {
                throw .system(errno)
            }
        } catch {
            close(descriptor)
            throw error
        }
        return (descriptor, status)
    }

    private static func isNameless(_ descriptor: CInt) -> Bool {
        let prefix = "pipe:".utf8.map { CChar(bitPattern: $0) }
        var name = [CChar](repeating: 0, count: prefix.count)
        return readlink("/proc/self/fd/\(descriptor)", &name, name.count) == name.count
            && name == prefix
    }
}
