extension Replica {
    /// Does something on the thread of the replica, which may wait for a disk.
    func perform<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try body()
    }
}
