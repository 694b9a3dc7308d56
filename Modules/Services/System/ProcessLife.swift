import Glibc
import Synchronization

/// The life of a child process, which any thread may end.
///
/// The number of a process may be given to another one as soon as it was waited for; from then on
/// nothing is ended here.
final class ProcessLife: Sendable {
    private struct State {
        /// The process; `nil` before it was started and after it was waited for.
        var process: pid_t?
        var isUnwanted = false
    }

    private let state = Mutex(State())

    /// The process was started.
    func begin(_ process: pid_t) {
        state.withLock { state in
            state.process = process
            if state.isUnwanted { Glibc.kill(process, SIGKILL) }
        }
    }

    /// Ends the process at once, or as soon as it is started.
    func end() {
        state.withLock { state in
            state.isUnwanted = true
            if let process = state.process { Glibc.kill(process, SIGKILL) }
        }
    }

    /// How the process ended, as `waitpid` tells it; `nil` when it is still there.
    func status() -> Int32? {
        state.withLock { state in
            var status: Int32 = 0
            guard let process = state.process, waitpid(process, &status, WNOHANG) == process else {
                return nil
            }
            state.process = nil
            return status
        }
    }
}
