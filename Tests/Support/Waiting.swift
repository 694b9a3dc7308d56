import Foundation

/// Waits until a condition holds.
///
/// - Parameters:
///   - what: What is waited for, in words for the error.
///   - condition: Whether it holds; it is asked again and again.
///   - instead: What is there instead, for the error.
/// - Throws: After ten minutes, so that a test that would hang fails by name.
package func until(
    _ what: String = "a condition", fileID: String = #fileID, line: Int = #line,
    _ condition: () async throws -> Bool, instead: () async throws -> String = { "" }
) async throws {
    _ = try await lookFor(what, fileID: fileID, line: line) {
        try await condition() ? true : nil
    } instead: {
        try await instead()
    }
}

/// Looks until something is found, and returns that.
///
/// - Parameters:
///   - what: What is looked for, in words for the error.
///   - look: What is found; it is asked again and again.
///   - instead: What is there instead, for the error.
/// - Throws: After ten minutes, so that a test that would hang fails by name.
package func lookFor<Found>(
    _ what: String, fileID: String = #fileID, line: Int = #line,
    _ look: () async throws -> Found?, instead: () async throws -> String = { "" }
) async throws -> Found {
    let deadline = Deadline(after: .seconds(600))
    while true {
        if let found = try await look() { return found }
        guard !deadline.hasPassed else {
            throw WaitedInVain(
                description: "\(what) did not come within ten minutes, at \(fileID):\(line)\n"
                    + ((try? await instead()) ?? ""))
        }
        // Time: the pause between two looks.
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Waits until a condition holds, where a thread may be blocked for that.
///
/// - Throws: After ten minutes, so that a test that would hang fails by name.
package func blockUntil(
    _ what: String, fileID: String = #fileID, line: Int = #line,
    _ condition: () throws -> Bool
) throws {
    let deadline = Deadline(after: .seconds(600))
    while !(try condition()) {
        guard !deadline.hasPassed else {
            throw WaitedInVain(
                description: "\(what) did not come within ten minutes, at \(fileID):\(line)")
        }
        // Time: the pause between two looks.
        usleep(1000)
    }
}

/// Waits until the task is cancelled.
///
/// - Throws: `CancellationError`, always.
package func untilCancelled() async throws {
    let nothing = AsyncStream<Void> { _ in }
    for await _ in nothing {}
    throw CancellationError()
}

/// The end of a wait that is in vain.
package struct Deadline: Sendable {
    // Time: far beyond anything that a test waits for, so that only one that would hang meets it.
    private let start = ContinuousClock.now
    private let limit: Duration

    /// Begins now.
    package init(after limit: Duration) { self.limit = limit }

    /// Whether it is over.
    package var hasPassed: Bool { start.duration(to: .now) >= limit }
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
    let deadline = Deadline(after: .seconds(300))
    // A signal may interrupt it.
    while poll(&entry, 1, 1000) < 1 {
        guard !deadline.hasPassed else {
            throw WaitedInVain(description: "nothing came within five minutes")
        }
    }
}
