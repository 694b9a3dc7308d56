import Hummingbird
import NIOCore
import ServiceLifecycle
import TenonCore
import TenonNetworking

/// Answers every request: finds its endpoint, lets that look at it, reads its body, and turns what goes wrong
/// into a problem.
struct ServerResponder: HTTPResponder {
    typealias Context = ServerRequestContext

    /// How many times the limit of a body is read and discarded, so that the client sees the
    /// answer.
    private static let patience = 4

    let site: ServerSite

    func respond(to request: Request, context: ServerRequestContext) async throws -> Response {
        site.metrics.begin()
        let start = ContinuousClock.now
        let method = request.method.rawValue
        var route = "none"
        var unread: UnreadContent?
        let reply: ServedReply
        do {
            let (path, query) = Self.parts(of: request.head.path ?? "")
            let (endpoint, parameters) = try site.endpoint(method: method, path: path)
            route = endpoint.path
            let head = ServedRequest(
                method: method, authority: request.head.authority ?? "", path: path, query: query,
                parameters: parameters,
                fields: request.headers.map { ($0.name.rawName, $0.value) },
                client: client(of: request, context))
            if let content = try unreadContent(of: request, limit: endpoint.bodyLimit) {
                unread = content
                let answer = try await site.answers.limit(orThrow: .busy) { _ in
                    try await endpoint.admission(head)
                }
                unread = nil
                let body = try await read(content)
                reply = try await site.answers.limit(orThrow: .busy) { _ in
                    var whole = head
                    whole.body = body
                    return try await answer(whole)
                }
            } else {
                reply = try await site.answers.limit(orThrow: .busy) { _ in
                    try await endpoint.admission(head)(head)
                }
            }
        } catch let problem as ProblemDocument {
            reply = problem.reply
        } catch {
            site.log.note(error, at: route)
            reply = Self.problem(for: error).reply
        }
        site.didAnswer(
            route == "none" ? "other" : method, route, reply.status, ContinuousClock.now - start)
        guard let unread, method != "HEAD" else {
            return Self.response(reply, hasBody: method != "HEAD")
        }
        return response(reply, before: unread)
    }

    private func client(
        of request: Request, _ context: ServerRequestContext
    ) -> ClientAddress? {
        guard let proxies = site.proxies else { return context.peer }
        let forwarded = request.headers.filter { $0.name.rawName.lowercased() == "x-forwarded-for" }
        return proxies.client(behind: context.peer, forwarded: forwarded.map(\.value))
    }

    /// The problem that an error is for a client: a defect, unless it comes from something that is full, or is busy
    /// or away at the moment.
    private static func problem(for error: any Error) -> ProblemDocument {
        guard let code = (error as? any ExplainedError)?.code else {
            return error is CancellationError ? .away : .defect
        }
        if code == .databaseFull { return .full }
        return code.status == .tryLater || code.status == .unavailable ? .away : .defect
    }

    /// Content of a request that was not read yet.
    private struct UnreadContent: Sendable {
        let pieces: RequestBody
        /// How many bytes it has, as the client says; 0 when it does not.
        let announced: Int
        /// How many it may have.
        let limit: Int
    }

    /// The content of a request; `nil` when it has none.
    ///
    /// - Throws: A ``ProblemDocument`` when it is far too long to be discarded.
    private func unreadContent(of request: Request, limit: Int) throws -> UnreadContent? {
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= Self.patience * limit else { throw ProblemDocument.tooLarge(limit) }
        // Neither is there when there is no content (RFC 9112, section 6.3).
        guard announced > 0 || request.headers[.transferEncoding] != nil else { return nil }
        return UnreadContent(pieces: request.body, announced: announced, limit: limit)
    }

    /// Reads content.
    ///
    /// - Parameter isKept: Whether it is wanted; otherwise it is discarded.
    /// - Throws: A ``ProblemDocument`` when it is too long, or arrives too slowly.
    private func read(_ content: UnreadContent, isKept: Bool = true) async throws -> [UInt8] {
        let start = ContinuousClock.now
        return try await site.bodies.limit(orThrow: .slow) { [limits = site.limits] allowance in
            var body: [UInt8] = []
            var count = 0
            for try await buffer in content.pieces {
                allowance.renew()
                count += buffer.readableBytes
                guard limits.allow(count, after: .now - start) else { throw ProblemDocument.slow }
                guard count <= Self.patience * content.limit else { break }
                guard isKept, max(count, content.announced) <= content.limit else { continue }
                buffer.withUnsafeReadableBytes { body.append(contentsOf: $0) }
            }
            guard count <= content.limit else { throw ProblemDocument.tooLarge(content.limit) }
            return body
        }
    }

    /// A reply to a request whose content is not wanted; it is sent before that is read and discarded.
    private func response(_ reply: ServedReply, before content: UnreadContent) -> Response {
        let response = Self.response(reply, hasBody: true)
        let body = response.body
        return Response(
            status: response.status, headers: response.headers,
            body: ResponseBody(contentLength: body.contentLength) { writer in
                try await body.write(writer)
                _ = try await read(content, isKept: false)
            })
    }

    private static func parts(of target: String) -> (path: String, query: String?) {
        guard let mark = target.firstIndex(of: "?") else { return (target, nil) }
        return (String(target[..<mark]), String(target[target.index(after: mark)...]))
    }

    /// A reply for Hummingbird; one to HEAD has no content (RFC 9110, section 9.3.2).
    private static func response(_ reply: ServedReply, hasBody: Bool) -> Response {
        var headers = HTTPFields()
        for (name, value) in reply.fields {
            guard let name = HTTPFields.Element.Name(name) else { continue }
            headers.append(.init(name: name, value: value))
        }
        let status = HTTPResponse.Status(code: reply.status)
        guard hasBody else { return Response(status: status, headers: headers) }
        let body = ByteBuffer(bytes: reply.body)
        guard let pieces = reply.pieces else {
            return Response(
                status: status, headers: headers, body: ResponseBody(byteBuffer: body))
        }
        return Response(
            status: status, headers: headers,
            body: ResponseBody { writer in
                try await writer.write(body)
                try await Self.write(pieces, to: writer)
                try await writer.finish(nil)
            })
    }

    /// Writes pieces as long as they come, and until the server is told to stop.
    private static func write(
        _ pieces: AsyncStream<[UInt8]>, to writer: any ResponseBodyWriter
    ) async throws {
        // Nobody else writes as long as the task does. It takes a quarter of the memory of a sequence that is
        // merged with the signal to stop, and there may be many thousands.
        nonisolated(unsafe) var writer = writer
        let writing = Task {
            for await piece in pieces {
                try await writer.write(ByteBuffer(bytes: piece))
            }
        }
        let result = await withTaskCancellationHandler {
            await withGracefulShutdownHandler {
                await writing.result
            } onGracefulShutdown: {
                writing.cancel()
            }
        } onCancel: {
            writing.cancel()
        }
        do {
            try result.get()
        } catch is CancellationError {
            // The piece that was waiting is left out.
        }
    }
}
