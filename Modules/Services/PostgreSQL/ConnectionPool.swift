import Dispatch
import Synchronization
import TenonCore

/// The connections of one opened database, up to a limit.
final class ConnectionPool: Sendable {
    private let address: PostgreSQLAddress
    private let limits: PostgreSQLLimits
    private let waiting: Int
    private let places: DispatchSemaphore
    /// The idle connections; `nil` once the pool is closed.
    private let idle = Mutex<[ServerLink]?>([])

    /// Makes a pool.
    ///
    /// - Parameters:
    ///   - address: The address of the database.
    ///   - limits: How many connections there may be.
    ///   - waiting: How long to wait for a lock or a connection, in milliseconds.
    init(_ address: PostgreSQLAddress, _ limits: PostgreSQLLimits, waiting: Int) {
        self.address = address
        self.limits = limits
        self.waiting = waiting
        places = DispatchSemaphore(value: limits.connections)
    }

    /// Takes a connection: one that is idle, or a new one.
    ///
    /// - Throws: ``PostgreSQLError`` when all stay in use for too long, a new one cannot be made,
    ///   or the database was closed.
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

    /// Takes a connection back; it is closed if it is lost, or if the pool was closed.
    func giveBack(_ link: ServerLink) {
        defer { places.signal() }
        guard !link.isLost else { return }
        idle.withLock { $0?.append(link) }
    }

    /// Closes the idle connections, which were made before the server was restarted.
    func forgetIdle() {
        idle.withLock { if $0 != nil { $0 = [] } }
    }

    /// Closes all connections, those in use once they are given back.
    func close() { idle.withLock { $0 = nil } }
}
