import TenonCore

/// The counters that processes without a key may write: requests to lock, and failed attempts.
struct VaultState: Equatable {
    /// How often all processes were asked to lock.
    var locks: Int64 = 0
    /// How many wrong passphrases came in a row.
    var failures: Int64 = 0
    /// When the last of them came, in milliseconds.
    var failed: Int64 = 0

    /// Failures that cost nothing.
    private static let freeFailures: Int64 = 10
    /// The longest delay: an hour.
    private static let longestDelay: Int64 = 3_600_000
    /// More failures than these change nothing; numbers in the file may be anything.
    private static let mostFailures: Int64 = 1_000_000

    init() {}

    /// Reads the counters.
    ///
    /// - Parameter isChecked: Whether damage is an error; otherwise the counters start from 0.
    init(_ connection: any DatabaseConnection, isChecked: Bool = false) throws {
        var isIntact = false
        try connection.query("SELECT locks, failures, failed, guard FROM state", []) { row in
            locks = row.integer(0)
            failures = row.integer(1)
            failed = row.integer(2)
            isIntact = row.blob(3) == rowGuard
        }
        if isChecked, !isIntact { throw VaultError.tampered(.altered, .counters) }
        failures = min(max(failures, 0), Self.mostFailures)
    }

    func store(_ connection: any DatabaseConnection) throws {
        try connection.execute(
            """
            INSERT OR REPLACE INTO state (id, locks, failures, failed, guard)
            VALUES (1, ?, ?, ?, ?)
            """,
            [.integer(locks), .integer(failures), .integer(failed), .blob(rowGuard)])
    }

    /// Counts an attempt that is about to be made, as if it had failed already.
    ///
    /// So parallel attempts cannot outrun the count. A successful one resets it with
    /// ``forgetFailures()``.
    ///
    /// - Returns: How long the attempt has to wait instead, in milliseconds; 0 when it was counted.
    mutating func countAttempt(at now: Timestamp) -> Int64 {
        let delay = delay(at: now)
        guard delay == 0 else {
            if isInFuture(now) { failed = now.milliseconds }
            return delay
        }
        failures = min(failures + 1, Self.mostFailures)
        failed = now.milliseconds
        return 0
    }

    /// Resets the count after a successful attempt.
    mutating func forgetFailures() { (failures, failed) = (0, 0) }

    /// How long the next attempt has to wait, in milliseconds: after ten wrong passphrases one
    /// second, then twice as long after each further one, up to an hour.
    func delay(at now: Timestamp) -> Int64 {
        guard failures >= Self.freeFailures else { return 0 }
        let exponent = min(failures - Self.freeFailures, 12)
        let wait = min(1000 << exponent, Self.longestDelay)
        let (elapsed, isOverflow) = now.milliseconds.subtractingReportingOverflow(failed)
        guard !isOverflow else { return isInFuture(now) ? wait : 0 }
        return max(0, wait - max(0, elapsed))
    }

    /// Whether the last failure seems to come from the future.
    ///
    /// The clock was set back, or someone altered the row; the person must not be locked out for
    /// ever.
    private func isInFuture(_ now: Timestamp) -> Bool { failed > now.milliseconds }

    private var rowGuard: [UInt8] {
        RowGuard.code { writer in
            writer.integer(UInt8(ascii: "c"))
            writer.integer(locks)
            writer.integer(failures)
            writer.integer(failed)
        }
    }
}
