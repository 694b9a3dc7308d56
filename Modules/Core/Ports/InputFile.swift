import CTenonCore

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
}
