import Glibc
import Synchronization
import TenonMemory
import WalletAgentLink
import WalletVault

/// Ends the process when locking takes too long, so that keys do not stay in memory.
///
/// The kernel does it, by the default action of SIGALRM, even when the threads of this process
/// hang. Only unacknowledged changes are lost.
final class LockDeadline: LockTiming {
    /// How long locking may take, in milliseconds.
    private let limit: Int64

    /// The deadline of the locks that are under way.
    private let deadlines = Mutex<[Int: Int64]>([:])

    /// Sets how long locking may take, in milliseconds.
    init(limit: Int64 = 700 * Int64(Patience.factor)) { self.limit = limit }

    /// Locking begins.
    func lockBegins() -> Int {
        deadlines.withLock { deadlines in
            let token = (deadlines.keys.max() ?? 0) + 1
            deadlines[token] = FrameSocket.now() + limit
            Self.setTimer(deadlines.values.min())
            return token
        }
    }

    /// Locking is done.
    func lockEnds(_ token: Int) {
        deadlines.withLock { deadlines in
            deadlines[token] = nil
            Self.setTimer(deadlines.values.min())
        }
    }

    /// Lets the kernel end the process at a time; `nil` means not at all.
    private static func setTimer(_ deadline: Int64?) {
        let left = deadline.map { max(1, $0 - FrameSocket.now()) } ?? 0
        var timer = itimerval()
        timer.it_value.tv_sec = time_t(left / 1000)
        timer.it_value.tv_usec = suseconds_t(left % 1000 * 1000)
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }
}
