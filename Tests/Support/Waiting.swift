/// Waits until a condition holds.
///
/// - Throws: `WaitedInVain` after ten minutes, so that a test that would hang fails by name.
package func until(_ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while !(try await condition()) {
        guard ContinuousClock.now < end else { throw WaitedInVain() }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// What a test waited for did not happen.
private struct WaitedInVain: Error {}
