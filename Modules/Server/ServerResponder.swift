import Hummingbird
import NIOCore
import ServiceLifecycle
import TenonCore
import TenonNetworking

/// Answers every request: finds its endpoint, reads its body, and turns what goes wrong into a problem.
struct ServerResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    /// How many times the limit of a body is read and discarded, so that the client sees the
    /// answer.
    private static let patience = 4

    let site: ServerSite

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        site.metrics.begin()
        let start = ContinuousClock.now
        let method = request.method.rawValue
        var route = "none"
        let reply: ServedReply
        do {
            let (path, query) = Self.parts(of: request.head.path ?? "")
            let (endpoint, parameters) = try site.endpoint(method: method, path: path)
            route = endpoint.path
            let body = try await body(of: request, limit: endpoint.bodyLimit)
            let served = ServedRequest(
                method: method, authority: request.head.authority ?? "", path: path, query: query,
                parameters: parameters,
                fields: request.headers.map { ($0.name.rawName, $0.value) }, body: body)
            reply = try await Self.within(site.limits.answerTime, else: .busy) {
                try await endpoint.answer(served)
            }
        } catch let problem as ProblemDocument {
            reply = problem.reply
        } catch {
            site.log.note(error, at: route)
            reply = (Self.passes(error) ? ProblemDocument.away : .defect).reply
        }
        site.didAnswer(
            route == "none" ? "other" : method, route, reply.status, ContinuousClock.now - start)
        return Self.response(reply, hasBody: method != "HEAD")
    }

    /// Whether an error is not a defect, but comes from something that is busy or away at the
    /// moment.
    private static func passes(_ error: any Error) -> Bool {
        let status = (error as? any ExplainedError)?.code.status
        return status == .tryLater || status == .unavailable
    }

    private func body(of request: Request, limit: Int) async throws -> [UInt8] {
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= Self.patience * limit else { throw ProblemDocument.tooLarge(limit) }
        return try await Self.within(site.limits.bodyTime, else: .slow) {
            var body: [UInt8] = []
            var count = 0
            for try await buffer in request.body {
                count += buffer.readableBytes
                guard count <= Self.patience * limit else { break }
                guard max(count, announced) <= limit else { continue }
                buffer.withUnsafeReadableBytes { body.append(contentsOf: $0) }
            }
            guard count <= limit else { throw ProblemDocument.tooLarge(limit) }
            return body
        }
    }

    private static func within<Result: Sendable>(
        _ time: Duration, else problem: ProblemDocument,
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: time)
                throw problem
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw problem }
            return result
        }
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
                for await piece in pieces.cancelOnGracefulShutdown() {
                    try await writer.write(ByteBuffer(bytes: piece))
                }
                try await writer.finish(nil)
            })
    }
}
