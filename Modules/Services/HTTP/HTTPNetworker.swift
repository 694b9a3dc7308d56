import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
public import TenonCore
public import TenonNetworking

/// Performs requests over HTTP/1.1, and over HTTP/2 where the server offers it.
///
/// The body of a reply is read piece by piece and given up as soon as it is longer than the call
/// allows. Replies that are read as a whole may come compressed (gzip, RFC 1952); what counts is how
/// long they are then.
public final class HTTPNetworker: Networker, LifecycleHandling {
    private let clients: HTTPClients
    private let userAgent: String

    /// Makes one; connections are made when they are needed.
    ///
    /// - Throws: `NetworkError` (`network.bad-trust-roots`).
    public init(_ setup: HTTPSetup = HTTPSetup()) throws {
        clients = try HTTPClients(setup)
        userAgent = setup.userAgent
    }

    /// Does nothing: connections are made when they are needed.
    public func start() async {}

    /// Closes all connections; requests that are running fail.
    public func stop() async { await clients.shutDown() }

    /// Performs one request.
    public func perform(_ call: NetworkCall) async throws -> NetworkReply {
        try await perform(call, handing: nil)
    }

    /// Performs one request, and hands over the content as it comes.
    public func perform(
        _ call: NetworkCall, handing take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> NetworkReply {
        try await perform(call, handing: Optional(take))
    }

    private func perform(
        _ call: NetworkCall, handing take: (@Sendable ([UInt8]) async throws -> Void)?
    ) async throws -> NetworkReply {
        let response: HTTPClientResponse
        do {
            let client = try clients.client(for: call)
            response = try await execute(
                request(for: call, isWhole: take == nil), of: call, by: client)
        } catch {
            // Cancelling shows itself in many ways, and is not the fault of the server.
            try Task.checkCancellation()
            throw NetworkError(error, of: call.address)
        }
        var reply = NetworkReply(
            status: HTTPResponse.Status(
                code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase),
            fields: HTTPFields(response.headers))
        if ["gzip", "deflate"].contains(reply.fields[.contentEncoding]?.lowercased()) {
            // The library has expanded it.
            reply.fields[.contentEncoding] = nil
            reply.fields[.contentLength] = nil
        }
        guard let take, reply.isSuccess else {
            var body: [UInt8] = []
            try await read(response, to: call) { body += $0 }
            reply.body = body
            return reply
        }
        try await read(response, to: call) { try await take(Array($0)) }
        return reply
    }

    /// Performs a request, and gives it up when what is sent is not taken.
    private func execute(
        _ request: HTTPClientRequest, of call: NetworkCall, by client: HTTPClient
    ) async throws -> HTTPClientResponse {
        guard let sent = call.sent, !call.body.isEmpty else {
            return try await client.execute(request, deadline: .distantFuture)
        }
        let pieces = UploadPieces(of: call.body, sent: sent)
        defer { pieces.end() }
        return try await withThrowingTaskGroup(of: HTTPClientResponse?.self) { group in
            group.addTask {
                var request = request
                request.body = .stream(pieces, length: .known(Int64(call.body.count)))
                return try await client.execute(request, deadline: .distantFuture)
            }
            if let patience = call.idleTimeout {
                group.addTask {
                    try await pieces.waitUntilTaken(patience: patience)
                    return nil
                }
            }
            defer { group.cancelAll() }
            for try await case let response? in group {
                pieces.noteReply()
                return response
            }
            throw CancellationError()
        }
    }

    private func request(for call: NetworkCall, isWhole: Bool) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: call.address.text)
        request.method = HTTPMethod(rawValue: call.method.rawValue)
        for field in call.fields {
            request.headers.add(name: field.name.rawName, value: field.value)
        }
        if !userAgent.isEmpty, call.fields[.userAgent] == nil {
            request.headers.add(name: "User-Agent", value: userAgent)
        }
        if call.fields[.acceptEncoding] == nil {
            // Events come at once, and photographs get no shorter; a head alone cannot be expanded.
            let isExpanded = isWhole && call.method != .head
            request.headers.add(name: "Accept-Encoding", value: isExpanded ? "gzip" : "identity")
        }
        if !call.body.isEmpty { request.body = .bytes(ByteBuffer(bytes: call.body)) }
        return request
    }

    /// Reads the content of a response piece by piece, up to its limit.
    private func read(
        _ response: HTTPClientResponse, to call: NetworkCall,
        _ take: (ByteBufferView) async throws -> Void
    ) async throws {
        let announced = response.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        let hasBody = call.method != .head && response.status != .notModified
        guard !hasBody || announced <= call.maximumReply else {
            throw NetworkError.tooLarge(call.address, limit: call.maximumReply)
        }
        var count = 0
        var pieces = response.body.makeAsyncIterator()
        while let piece = try await next(&pieces, of: call) {
            count += piece.readableBytes
            guard count <= call.maximumReply else {
                throw NetworkError.tooLarge(call.address, limit: call.maximumReply)
            }
            try await take(piece.readableBytesView)
        }
        // A sequence that is cancelled may end as if there were no more.
        try Task.checkCancellation()
    }

    private func next(
        _ pieces: inout HTTPClientResponse.Body.AsyncIterator, of call: NetworkCall
    ) async throws -> ByteBuffer? {
        do {
            return try await pieces.next()
        } catch {
            try Task.checkCancellation()
            throw NetworkError(error, of: call.address)
        }
    }
}

extension HTTPFields {
    /// Takes over header fields, without those whose names no field can have.
    fileprivate init(_ headers: HTTPHeaders) {
        self.init()
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else { continue }
            append(HTTPField(name: name, value: value))
        }
    }
}
