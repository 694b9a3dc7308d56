import Synchronization
import TenonCore
package import TenonNetworking

/// What one listens to.
package enum FeedStream: String, Sendable {
    /// The feed and the notifications of the person.
    case person = "user"
    /// All posts with pictures.
    case everyone = "public/media"
}

extension FeedClient {
    /// A stream that says nothing for this long has ended: servers say something every 15 seconds.
    private static let silence = Duration.seconds(90)
    private static let firstDelay = Duration.seconds(1)
    private static let longestDelay = Duration.seconds(300)

    /// Listens to a server, and comes again when the stream ends.
    ///
    /// It ends when nobody listens any more; with a ``FeedError`` when the person is signed out, or
    /// the server has no streams.
    ///
    /// - Parameters:
    ///   - stream: What is listened to.
    ///   - streaming: Where the server sends events; `nil` for where it is itself. The token goes
    ///     there only when that is the server's own host or one below it, by the same scheme.
    package func events(
        of stream: FeedStream, at streaming: WebAddress? = nil
    ) -> AsyncThrowingStream<FeedEvent, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await listen(to: stream, at: streaming) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func listen(
        to stream: FeedStream, at streaming: WebAddress?,
        _ take: @escaping @Sendable (FeedEvent) -> Void
    ) async throws {
        guard traits.hasEvents else { throw FeedError.unsupported(server.origin) }
        let base = streaming.flatMap { trusts($0) ? $0 : nil } ?? server
        let address = try base.resolving("/api/v1/streaming/\(stream.rawValue)")
        let reading = ReadingState()
        var delay = Self.firstDelay
        while true {
            let outcome = try await authorized { try await once(address, $0, reading, take) }
            try Task.checkCancellation()
            if outcome.hasSpoken {
                take(.cut)
                delay = Self.firstDelay
            }
            let asked = reading.retry ?? outcome.retryAfter ?? .zero
            // A server that comes back must not find all its clients at the same moment.
            let wait = delay * Double.random(in: 0.5...1)
            try await clock.sleep(for: min(max(asked, wait), Self.longestDelay))
            delay = min(delay * 2, Self.longestDelay)
        }
    }

    /// One connection, to its end.
    private func once(
        _ address: WebAddress, _ authorization: [(name: String, value: String)],
        _ reading: ReadingState, _ take: @escaping @Sendable (FeedEvent) -> Void
    ) async throws -> (hasSpoken: Bool, retryAfter: Duration?) {
        var fields =
            authorization + [("Accept", "text/event-stream"), ("Cache-Control", "no-store")]
        let last = reading.begin()
        if !last.isEmpty { fields.append(("Last-Event-ID", last)) }
        var call = try NetworkCall(method: "GET", address, fields: fields, maximumReply: .max)
        call.idleTimeout = Self.silence
        do {
            let reply = try await networker.perform(call) { piece in
                let (isFirst, events) = try reading.take(piece)
                if isFirst { take(.connected) }
                for event in events { if let event = FeedEvent(event) { take(event) } }
            }
            guard reply.isSuccess || reply.statusCode >= 500 || reply.statusCode == 429 else {
                throw FeedError(Refusal(reply), at: address.origin, traits: traits)
            }
            return (reading.hasSpoken, nil)
        } catch let error as NetworkError {
            guard error.isTransient else { throw FeedError(error, at: address.origin) }
            return (reading.hasSpoken, error.retryAfter)
        } catch is ServerSentEventReader.TooLong {
            return (reading.hasSpoken, nil)
        }
    }

    /// Whether the token may go to a host that the server names: its own, or one below it.
    private func trusts(_ address: WebAddress) -> Bool {
        guard address.scheme == server.scheme else { return false }
        return address.hasOrigin(of: server)
            || address.scheme == .https
                && (address.host == server.host || address.host.hasSuffix(".\(server.host)"))
    }
}

/// How far a stream was read, over all its connections.
private final class ReadingState: Sendable {
    private struct State {
        var reader = ServerSentEventReader()
        var hasSpoken = false
        var retry: Int?
    }

    private let state = Mutex(State())

    /// Whether anything came on this connection.
    var hasSpoken: Bool { state.withLock(\.hasSpoken) }

    /// How long the server asks to wait.
    var retry: Duration? {
        state.withLock(\.retry).map { .milliseconds(Int64(min($0, 3_600_000))) }
    }

    /// Begins a connection, and returns the name of the last event.
    func begin() -> String {
        state.withLock { state in
            state.reader = ServerSentEventReader(lastID: state.reader.lastID)
            state.hasSpoken = false
            return state.reader.lastID
        }
    }

    /// Takes a piece; says whether it is the first one of this connection.
    func take(_ piece: [UInt8]) throws -> (isFirst: Bool, [ServerSentEvent]) {
        try state.withLock { state in
            defer { state.hasSpoken = true }
            let events = try state.reader.take(piece)
            state.retry = state.reader.retry ?? state.retry
            return (!state.hasSpoken, events)
        }
    }
}
