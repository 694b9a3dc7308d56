import Synchronization
import TestSupport

/// Holds an answer back until it is opened.
final class Gate: Sendable {
    private let isOpen = Mutex(false)

    func open() { isOpen.withLock { $0 = true } }

    /// Blocks a thread; the test fails by what comes next when it is never opened.
    func wait() { try? blockUntil("the opened gate") { isOpen.withLock { $0 } } }
}
