import TenonCore
import TenonNetworking
import WalletSyncRequests

/// Why a server did not do what it was asked for.
struct ServerRefusal: Error {
    /// The kind of the problem, as the server names it; empty when there is no answer of it.
    let kind: String
    /// The status; 0 when there is no answer.
    let status: Int
    /// Whether the connection ended before there was an answer.
    var isBrokenOff = false
    /// The same for people.
    let explained: any Error
}

extension ServerRefusal {
    /// Reads what a server answered that did not do what it was asked for.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - type: The media type of the content.
    ///   - retryAfter: How long it asks to wait, as it says that; what is no number of seconds is passed over.
    ///   - body: The content.
    ///   - origin: Which server.
    init(status: Int, type: String?, retryAfter: String?, body: [UInt8], by origin: String) {
        let isProblem = type?.hasPrefix(ProblemDocument.mediaType) == true
        let document = try? body.withUnsafeBytes { try JSONReader.read($0) }
        let name = isProblem ? document?["type"]?.string ?? "" : ""
        // A character that joins itself to the slash does not hide it.
        let kind = name.utf8.split(separator: UInt8(ascii: "/")).last.map {
            String(decoding: $0, as: UTF8.self)
        }
        self.init(
            kind: kind ?? "", status: status,
            explained: SyncError.refused(
                kind ?? "", status: status, by: origin,
                wait: retryAfter.flatMap { UInt32($0) }.map { Int($0) }))
    }
}

/// Asks a server, signing each request.
struct ServerCaller: Sendable {
    /// How long the server may be silent; where it sends news, it says so every fifteen seconds.
    private static let silence = Duration.seconds(40)
    /// How long it may be silent after much content, which has left this program long before a slow line has
    /// carried it; after that time, the signature counts no longer.
    private static let longSilence = Duration.milliseconds(SyncLimit.clock)
    /// The most content that is not much, in bytes.
    private static let much = 1 << 16

    private let server: WebAddress
    private let signer: RequestSigner
    private let networker: any Networker
    private let now: @Sendable () -> Timestamp

    init(
        _ server: WebAddress, _ signer: RequestSigner, _ networker: any Networker,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.server = server
        self.signer = signer
        self.networker = networker
        self.now = now
    }

    /// Scheme, host and port.
    var origin: String { server.origin }

    /// Makes one request, and once more when the connection broke off: one that was kept from an earlier
    /// request may have ended meanwhile, which nobody can know before it is used.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path.
    ///   - query: What follows the question mark.
    ///   - body: The content.
    ///   - maximumReply: The longest body that is read, in bytes.
    ///   - isRepeatable: Whether the server says the same to it when it has come already.
    func call(
        _ method: String, _ path: String, query: String? = nil, body: [UInt8] = [],
        maximumReply: Int = 1 << 16, isRepeatable: Bool = true
    ) async throws(ServerRefusal) -> NetworkReply {
        func attempt() async throws(ServerRefusal) -> NetworkReply {
            try await send(method, path, query, body, maximumReply) { call in
                try await networker.perform(call)
            }
        }
        do throws(ServerRefusal) {
            return try await attempt()
        } catch {
            guard isRepeatable, error.isBrokenOff else { throw error }
            return try await attempt()
        }
    }

    /// Makes one request, whose answer is handed over as it comes.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path.
    ///   - maximumReply: The longest body that is read, in bytes.
    ///   - take: Takes the body piece by piece.
    func call(
        _ method: String, _ path: String, maximumReply: Int,
        handing take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws(ServerRefusal) -> NetworkReply {
        try await send(method, path, nil, [], maximumReply) { call in
            try await networker.perform(call, handing: take)
        }
    }

    /// Signs a request, and sends it.
    private func send(
        _ method: String, _ path: String, _ query: String?, _ body: [UInt8], _ maximumReply: Int,
        by perform: (NetworkCall) async throws -> NetworkReply
    ) async throws(ServerRefusal) -> NetworkReply {
        do {
            let time = now()
            let authority = server.origin.drop { $0 != "/" }.dropFirst(2)
            let address = try WebAddress(origin + path + (query.map { "?\($0)" } ?? ""))
            let fields = try signer.fields(
                method: method, authority: String(authority), path: address.path,
                query: address.query, body: body, date: HTTPDate.text(of: time),
                seconds: time.second.milliseconds / 1_000)
            let type = [(name: "Content-Type", value: "application/octet-stream")]
            var call = try NetworkCall(
                method: method, address, fields: fields + (body.isEmpty ? [] : type),
                body: body, maximumReply: maximumReply)
            call.idleTimeout = body.count > Self.much ? Self.longSilence : Self.silence
            let reply = try await perform(call)
            guard !(200..<300).contains(reply.statusCode) else { return reply }
            throw ServerRefusal(
                status: reply.statusCode, type: reply.field("Content-Type"),
                retryAfter: reply.field("Retry-After"), body: reply.body, by: origin)
        } catch let refusal as ServerRefusal {
            throw refusal
        } catch let error as NetworkError {
            throw ServerRefusal(
                kind: "", status: 0, isBrokenOff: error.code == .networkInterrupted,
                explained: SyncError.network(error, origin))
        } catch {
            throw ServerRefusal(kind: "", status: 0, explained: error)
        }
    }

    /// Makes one request, whose refusal is an error for people.
    func request(
        _ method: String, _ path: String, query: String? = nil, maximumReply: Int = 1 << 16
    ) async throws -> NetworkReply {
        do throws(ServerRefusal) {
            return try await call(method, path, query: query, maximumReply: maximumReply)
        } catch {
            throw error.explained
        }
    }
}
