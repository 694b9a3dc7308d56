import Glibc
import Synchronization
import WalletVault

/// Names and removes files, and remembers how it has left them, so that it can tell what somebody else does to
/// them.
final class FileMarks: Sendable {
    /// What the system says of a file without reading it.
    private struct Mark: Equatable {
        /// That of a file that is not there.
        static let absent = Mark()

        private var size = -1
        private var seconds = 0
        private var nanoseconds = 0

        private init() {}

        init(of path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return }
            size = Int(status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    private let marks = Mutex<[String: Mark]>([:])

    /// Gives a draft its name, unless there is a file of that name.
    ///
    /// - Returns: 0, or the error of the system.
    func move(_ draft: String, to path: String) -> CInt {
        let mark = Mark(of: draft)
        return marks.withLock { marks in
            let code = FileName.move(draft, to: path)
            if code == 0 { marks[path] = mark }
            return code
        }
    }

    /// Removes a file; does nothing when there is none.
    ///
    /// - Returns: 0, or the error of the system.
    func remove(_ path: String) -> CInt {
        marks.withLock { marks in
            guard unlink(path) == 0 || errno == ENOENT else { return errno }
            marks[path] = Mark.absent
            return 0
        }
    }

    /// Whether a file is not as this process has left it; so is one that it has never touched.
    func isForeign(_ path: String) -> Bool { marks.withLock { $0[path] != Mark(of: path) } }

    /// Whether a file that this process has left was changed, or any other one is gone.
    func isHarmed(_ path: String) -> Bool {
        marks.withLock { marks in
            let present = Mark(of: path)
            guard let known = marks[path] else { return present == Mark.absent }
            return known != present
        }
    }
}
