import Synchronization
package import TenonCore
package import TenonNetworking

/// Brings what Mastodon says about the number of requests into the terms of HTTP.
///
/// A server says how many requests are left, and until when, in `X-RateLimit-Remaining` and
/// `X-RateLimit-Reset`. When none is left, nothing more is sent until then. A refusal that says no
/// more than that becomes one with a time to wait, which `NetworkController` knows to respect. The
/// time is reckoned by the clock of the server, which may differ from the one here.
package final class RateLimits: Networker {
    /// The longest time that is believed.
    private static let longestWait = Duration.seconds(3_600)

    private let networker: any Networker
    private let clock: any TimeTelling
    /// Until when nothing is sent, for reading and for each way of writing.
    private let ends = Mutex<[String: Duration]>([:])

    /// Stands before a network.
    package init(_ networker: any Networker, clock: any TimeTelling) {
        self.networker = networker
        self.clock = clock
    }

    package func perform(_ call: NetworkCall) async throws -> NetworkReply {
        try check(call)
        return try noted(try await networker.perform(call), to: call)
    }

    package func perform(
        _ call: NetworkCall, handing take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> NetworkReply {
        try check(call)
        return try noted(try await networker.perform(call, handing: take), to: call)
    }

    /// Servers count reading together, and each way of writing for itself.
    private static func kind(of call: NetworkCall) -> String {
        let kind = call.methodName == "GET" ? "GET" : "\(call.methodName) \(call.address.path)"
        return "\(call.address.origin) \(kind)"
    }

    private func check(_ call: NetworkCall) throws {
        let now = clock.sinceBoot()
        let end = ends.withLock { ends in
            ends = ends.filter { $0.value > now }
            return ends[Self.kind(of: call)]
        }
        guard let end else { return }
        throw NetworkError.status(429, call.address, retryAfter: end - now)
    }

    private func noted(_ reply: NetworkReply, to call: NetworkCall) throws -> NetworkReply {
        let isRefused = reply.statusCode == 429
        guard isRefused || reply.field("X-RateLimit-Remaining") == "0", let wait = wait(in: reply)
        else { return reply }
        let end = clock.sinceBoot() + wait
        ends.withLock { $0[Self.kind(of: call)] = end }
        guard isRefused, reply.field("Retry-After") == nil else { return reply }
        throw NetworkError.status(429, call.address, retryAfter: wait)
    }

    /// How long it takes until there may be requests again.
    private func wait(in reply: NetworkReply) -> Duration? {
        guard let reset = reply.field("X-RateLimit-Reset").flatMap({ InternetTime.read($0) }) else {
            return nil
        }
        let now = reply.field("Date").flatMap { HTTPDate.timestamp(of: $0) } ?? clock.now()
        let wait = Duration.milliseconds(reset.milliseconds - now.milliseconds)
        return wait > .zero ? min(wait, Self.longestWait) : nil
    }
}
