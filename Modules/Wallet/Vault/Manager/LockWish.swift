import Synchronization

/// Watches that locking does not take too long.
package protocol LockTiming: Sendable {
    /// Locking begins.
    ///
    /// - Returns: The token for ending it.
    func lockBegins() -> Int

    /// Locking is done.
    func lockEnds(_ token: Int)
}

/// A pending request to lock a vault; long work checks it and gives way.
final class LockWish: Sendable {
    private let count = Atomic<Int>(0)
    private let timing: (any LockTiming)?

    init(timing: (any LockTiming)? = nil) { self.timing = timing }

    /// Runs what locks.
    func whileLocking(_ body: () async -> Void) async {
        count.add(1, ordering: .sequentiallyConsistent)
        let token = timing?.lockBegins()
        await body()
        if let token { timing?.lockEnds(token) }
        count.subtract(1, ordering: .sequentiallyConsistent)
    }

    /// Ends work while a lock request is pending.
    ///
    /// - Throws: ``VaultError`` (`vaultLocked`).
    func check() throws {
        if count.load(ordering: .relaxed) > 0 { throw VaultError.locked }
    }
}
