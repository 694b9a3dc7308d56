import Foundation

/// Waits until a condition holds.
///
/// - Parameter what: What is waited for, in words for the error.
/// - Throws: After ten minutes, so that a test that would hang fails by name.
package func until(
    _ what: String = "a condition", fileID: String = #fileID, line: Int = #line,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while !(try await condition()) {
        guard ContinuousClock.now < end else {
            throw WaitedInVain(
                description: "\(what) did not come within ten minutes, at \(fileID):\(line)")
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// What a test waited for did not happen.
private struct WaitedInVain: Error, CustomStringConvertible {
    let description: String
}

/// Waits until bytes, a connection or the end of all come to a descriptor; it blocks a thread.
///
/// - Throws: After five minutes, so that a test whose other side says nothing fails by name.
package func waitForInput(at descriptor: Int32) throws {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let end = ContinuousClock.now + .seconds(300)
    // A signal may interrupt it.
    while poll(&entry, 1, 1000) < 1 {
        guard ContinuousClock.now < end else {
            throw WaitedInVain(description: "nothing came within five minutes")
        }
    }
}
