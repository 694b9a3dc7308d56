extension Replica {
    /// What a machine that is invited has to know of the others.
    ///
    /// - Throws: ``SyncError`` (`syncNotIn`) when this device does not count itself, as far as it knows.
    func introduction() throws -> Introduction {
        let known = devices.map(\.device)
        guard known.contains(where: { $0.id == device.id }) else { throw SyncError.notIn }
        return Introduction(devices: known, vector: vector)
    }

    /// Does something on the thread of the replica, which may wait for a disk.
    func perform<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try body()
    }
}
