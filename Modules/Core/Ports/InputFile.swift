import CTenonCore
import TenonMemory

/// Opens and reads files that people name, and only those that can be read to an end.
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
    /// - Returns: The descriptor, which the caller closes.
    package static func open(_ path: String, limit: Int) throws(Refusal) -> CInt {
        var problem: CInt = 0
        let descriptor = tenon_input_open(path, Int64(limit), &problem)
        guard descriptor < 0 else { return descriptor }
        throw switch problem {
        case CInt(TENON_INPUT_NO_FILE): .notAFile
        case CInt(TENON_INPUT_TOO_LARGE): .tooLarge(limit: limit)
        default: .system(problem)
        }
    }

    /// Reads a descriptor to its end, into memory that is wiped.
    ///
    /// - Parameter limit: The most bytes that there may be; a pipe does not say how many are in it.
    /// - Throws: ``Refusal`` when it cannot be read or has more bytes, and `CancellationError`.
    package static func contents(of descriptor: CInt, limit: Int) throws -> SecretText {
        let buffer = SecretBuffer()
        while buffer.count <= limit {
            try Task.checkCancellation()
            let room = min(limit + 1 - buffer.count, max(1 << 16, buffer.count))
            let count = buffer.fill(atMost: room) {
                tenon_input_read(descriptor, $0.baseAddress, $0.count)
            }
            guard count >= 0 else { throw Refusal.system(CInt(-count)) }
            guard count > 0 else { return buffer.text }
        }
        throw Refusal.tooLarge(limit: limit)
    }
}
