import CPostgreSQL
import Glibc
import TenonCore

/// Connects to servers.
enum ServerConnecting {
    /// Makes a connection that is ready for pipelines.
    ///
    /// Waits for a server that is still starting.
    ///
    /// - Throws: ``PostgreSQLError``.
    static func connect(
        to label: String, _ parameters: [String: String], within timeout: Duration
    ) throws -> OpaquePointer {
        let end = ContinuousClock.now.advanced(by: timeout)
        while true {
            let connection = try start(parameters, label)
            do {
                try finish(connection, label, until: end)
                // Without this, libpq prints the notices of the server to standard error.
                PQsetNoticeReceiver(connection, { _, _ in }, nil)
                guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1
                else { throw PostgreSQLError.unreachable(label, reason(connection).text) }
                return connection
            } catch is Starting where ContinuousClock.now < end {
                PQfinish(connection)
                usleep(UInt32.random(in: 50_000...150_000))
            } catch let error as Starting {
                PQfinish(connection)
                throw PostgreSQLError.unreachable(label, error.text)
            } catch {
                PQfinish(connection)
                throw error
            }
        }
    }

    /// The server is there, but not ready yet.
    private struct Starting: Error { let text: String }

    private static func start(
        _ parameters: [String: String], _ label: String
    ) throws -> OpaquePointer {
        let pairs = parameters.sorted { $0.key < $1.key }
        let copies = pairs.map { (strdup($0.key), strdup($0.value)) }
        defer {
            for (keyword, value) in copies {
                free(keyword)
                free(value)
            }
        }
        let keywords = copies.map { UnsafePointer($0.0) } + [nil]
        let values = copies.map { UnsafePointer($0.1) } + [nil]
        guard let connection = PQconnectStartParams(keywords, values, 0) else {
            throw PostgreSQLError.unreachable(label, "out of memory")
        }
        // Before a connection is made, only the message has the code of an error.
        PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        return connection
    }

    private static func finish(
        _ connection: OpaquePointer, _ label: String, until end: ContinuousClock.Instant
    ) throws {
        var events = POLLOUT
        while PQstatus(connection) != CONNECTION_BAD {
            guard Socket.wait(PQsocket(connection), for: events, until: end) else {
                throw PostgreSQLError.unreachable(label, "no answer in time")
            }
            switch PQconnectPoll(connection) {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: events = POLLIN
            case PGRES_POLLING_WRITING: events = POLLOUT
            default: throw failure(connection, label)
            }
        }
        throw failure(connection, label)
    }

    private static func failure(_ connection: OpaquePointer, _ label: String) -> any Error {
        let (state, text) = reason(connection)
        switch state {
        case "57P03": return Starting(text: text)
        case "3D000": return PostgreSQLError.missing(label)
        case let state where state.hasPrefix("28") || state == "42501":
            return PostgreSQLError.refused(label, text)
        default:
            return PQconnectionNeedsPassword(connection) == 1
                ? PostgreSQLError.refused(label, text) : PostgreSQLError.unreachable(label, text)
        }
    }

    /// The last error of libpq in one line, and its code if it comes from the server.
    static func reason(_ connection: OpaquePointer) -> (state: String, text: String) {
        let message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        let lines = message.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
        let text = lines.joined(separator: " ")
        // "FATAL:  3D000: database …", whatever the language of the first word.
        let state = text.split(separator: " ").first { word in
            word.utf8.count == 6 && word.hasSuffix(":")
                && word.utf8.dropLast().allSatisfy { byte in
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                }
                && word.utf8.contains { $0 < UInt8(ascii: "A") && $0 != UInt8(ascii: ":") }
        }
        return (state.map { String($0.dropLast()) } ?? "", text)
    }
}

/// Waiting for a socket.
enum Socket {
    /// The other end is closed (`POLLRDHUP`, poll(2)).
    private static let closed: Int32 = 0x2000

    /// Waits until something can be done with a socket, or the other end is gone.
    ///
    /// - Returns: `false` when the time ran out first.
    static func wait(
        _ descriptor: Int32, for events: Int32, until end: ContinuousClock.Instant?
    ) -> Bool {
        guard descriptor >= 0 else { return true }
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let left = end.map { (ContinuousClock.now.duration(to: $0)).milliseconds + 1 } ?? -1
            if end != nil, left <= 0 { return false }
            let count = poll(&request, 1, Int32(clamping: left))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return true }
        }
    }

    /// Whether the other end has closed a socket.
    static func isClosed(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN | closed), revents: 0)
        guard poll(&request, 1, 0) > 0 else { return false }
        return Int32(request.revents) & (POLLHUP | POLLERR | POLLNVAL | closed) != 0
    }
}
