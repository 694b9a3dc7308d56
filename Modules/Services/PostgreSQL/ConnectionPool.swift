import Dispatch
import Synchronization
import TenonCore

/// The connections of one opened database, of which there are never more than so many.
final class ConnectionPool: Sendable {
    private let address: PostgreSQLAddress
    private let limits: PostgreSQLLimits
    private let waiting: Int
    private let places: DispatchSemaphore
    /// Connections that nobody uses; `nil` after closing.
    private let idle = Mutex<[ServerLink]?>([])

    /// Makes a pool.
    ///
    /// - Parameters:
    ///   - address: What is connected to.
    ///   - limits: How many connections there are.
    ///   - waiting: How long one waits for a lock or a connection, in milliseconds.
    init(_ address: PostgreSQLAddress, _ limits: PostgreSQLLimits, waiting: Int) {
        self.address = address
        self.limits = limits
        self.waiting = waiting
        places = DispatchSemaphore(value: limits.connections)
    }

    /// Takes a connection: one that is idle, or a new one.
    ///
    /// - Throws: ``PostgreSQLError`` when all are in use for too long, it cannot be made, or the
    ///   database was closed.
    func take() throws -> ServerLink {
        guard places.wait(timeout: .now() + .milliseconds(waiting)) == .success else {
            throw PostgreSQLError.allTaken(address.label)
        }
        do {
            let known = try idle.withLock { idle in
                guard idle != nil else { throw PostgreSQLError.closed(address.label) }
                return idle?.popLast()
            }
            return try known ?? ServerLink(to: address, limits, lockTimeout: waiting)
        } catch {
            places.signal()
            throw error
        }
    }

    /// Gives a connection back; one that is lost, or of a database that was closed, is ended.
    func giveBack(_ link: ServerLink) {
        defer { places.signal() }
        guard !link.isLost else { return }
        idle.withLock { $0?.append(link) }
    }

    /// Ends the connections that nobody uses: the server is not the one that they were made to.
    func forgetIdle() {
        idle.withLock { if $0 != nil { $0 = [] } }
    }

    /// Ends all connections: those in use when they are given back.
    func close() { idle.withLock { $0 = nil } }
}
