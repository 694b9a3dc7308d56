import Glibc
import Testing

@testable import WalletAgent  // Other modules see its socket only.

@Suite("LockDeadline")
struct LockDeadlineTests {
    @Test("the kernel ends a process that does not lock in time, whatever its threads do")
    func late() async {
        await #expect(processExitsWith: .signal(SIGALRM)) {
            let deadline = LockDeadline(limit: 700)
            let first = deadline.lockBegins()
            _ = deadline.lockBegins()
            // One lock that is done does not help the other one.
            deadline.lockEnds(first)
            // Time: the kernel ends it.
            while true { sleep(60) }
        }
    }

    @Test("a process that locks in time goes on")
    func inTime() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let deadline = LockDeadline(limit: 700)
            for _ in 0..<3 { deadline.lockEnds(deadline.lockBegins()) }
            // Time: twice the limit; nothing tells that the kernel will not end it.
            usleep(1_500_000)
            exit(7)
        }
    }
}
