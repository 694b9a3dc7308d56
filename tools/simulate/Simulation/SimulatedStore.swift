import Synchronization
package import WalletSync

/// The disk of a simulated device, on which a process may end while it writes.
package final class SimulatedStore: ReplicaStoring {
    /// When the process ends.
    package enum Crash: Sendable {
        /// Before anything is written.
        case before
        /// After everything is written, before anybody learns of it.
        case after
    }

    /// The process has ended.
    package struct Crashed: Error {
        /// It has.
        package init() {}
    }

    private let content = Mutex<(rows: [[UInt8]: [UInt8]], crash: Crash?)>(([:], nil))

    /// An empty disk.
    package init() {}

    /// Another disk with the same rows.
    func copied() -> SimulatedStore {
        let copy = SimulatedStore()
        let rows = content.withLock(\.rows)
        copy.content.withLock { $0.rows = rows }
        return copy
    }

    /// Lets the process end at the next write.
    package func crashNext(_ crash: Crash) { content.withLock { $0.crash = crash } }

    /// Takes back what was asked for; `true` when it has not happened.
    package func stayAlive() -> Bool {
        content.withLock { content in
            defer { content.crash = nil }
            return content.crash != nil
        }
    }

    package func load(_ row: (_ key: [UInt8], _ sealed: [UInt8]) throws -> Void) throws {
        for (key, sealed) in content.withLock(\.rows) { try row(key, sealed) }
    }

    /// How many rows there are.
    package var rowCount: Int { content.withLock(\.rows.count) }

    package func row(_ key: [UInt8]) -> [UInt8]? { content.withLock { $0.rows[key] } }

    package func change(_ body: (RowWriter) throws -> Void) throws {
        var changed: [[UInt8]: [UInt8]?] = [:]
        try body(RowWriter { changed[$0] = .some($1) })
        try content.withLock { content in
            let crash = content.crash
            content.crash = nil
            if crash == .before { throw Crashed() }
            for (key, sealed) in changed { content.rows[key] = sealed }
            if crash == .after { throw Crashed() }
        }
    }
}
