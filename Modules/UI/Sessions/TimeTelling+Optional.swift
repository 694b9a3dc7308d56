import TenonCore

/// The clock of an application; a small one may have none, and waits by the machine's.
extension Optional where Wrapped == any TimeTelling {
    /// Waits for a duration.
    ///
    /// - Throws: `CancellationError`.
    func sleep(for duration: Duration) async throws {
        if let self {
            try await self.sleep(for: duration)
        } else {
            try await Task.sleep(for: duration)
        }
    }
}
