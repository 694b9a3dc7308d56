import Glibc
import TenonCore
import TenonMemory

/// The count of wrong passphrases in a row, which all processes share.
extension VaultManager {
    /// For how long an attempt waits by itself, in milliseconds, before it is refused.
    ///
    /// Attempts are counted before they are known to be right, so that many programs that open the
    /// vault in the same moment, all with the right passphrase, look like guesses for as long as their
    /// derivations take.
    private static let patience: Int64 = 1000

    /// Counts an attempt before it is evaluated, in one transaction, or refuses it.
    ///
    /// When the file cannot be written, it is counted in this process.
    ///
    /// - Throws: ``VaultError`` (`vaultTooManyAttempts`).
    func countAttempt(_ database: any Database) throws {
        var waited: Int64 = 0
        while true {
            let (state, delay) = try tryToCount(database)
            guard delay > 0 else { return }
            guard delay <= Self.patience, waited < Self.patience * Int64(Patience.factor) else {
                throw Self.tooManyAttempts(state, delay)
            }
            let pause = min(50, delay)
            usleep(UInt32(pause) * 1000)
            waited += pause
        }
    }

    /// Refuses an attempt that comes too early, and writes nothing: a damaged file stays as it is.
    ///
    /// - Throws: ``VaultError`` (`vaultTooManyAttempts`).
    func refuseEarlyAttempt(_ database: any Database) throws {
        let state = try database.read { try VaultState($0) }
        let delay = state.delay(at: now())
        guard delay == 0 else { throw Self.tooManyAttempts(state, delay) }
    }

    private static func tooManyAttempts(_ state: VaultState, _ delay: Int64) -> VaultError {
        VaultError(
            .vaultTooManyAttempts,
            """
            \(state.failures) attempts in a row were wrong; the next one is possible in \
            \((delay + 999) / 1000) s.
            """,
            remedy: "Wait, and try again.")
    }

    /// Resets the count after a successful attempt.
    ///
    /// If this cannot be written, the next attempts only have to wait sooner.
    func forgetFailures(_ database: any Database) {
        uncounted = VaultState()
        try? database.write { connection in
            var state = try VaultState(connection)
            state.forgetFailures()
            try state.store(connection)
        }
    }

    private func tryToCount(_ database: any Database) throws -> (VaultState, delay: Int64) {
        do {
            return try database.write { connection in
                var state = try VaultState(connection)
                let before = state
                let delay = state.countAttempt(at: now())
                if state != before { try state.store(connection) }
                return (state, delay)
            }
        } catch let error as any ExplainedError
            where VaultError.isUnwritable(error) || error.code.name == "database.active"
        {
            let stored = try database.read { try VaultState($0) }
            if stored.failures > uncounted.failures { uncounted = stored }
            let delay = uncounted.countAttempt(at: now())
            return (uncounted, delay)
        }
    }
}
