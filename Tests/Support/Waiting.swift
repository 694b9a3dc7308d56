/// Waits until a condition holds; a test that waits in vain is ended by whoever runs the tests.
package func until(_ condition: () async throws -> Bool) async throws {
    while !(try await condition()) { try await Task.sleep(for: .milliseconds(5)) }
}
