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
            reply = try await site.answers.limit(orThrow: .busy) { _ in
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
        // Neither is there when there is no content (RFC 9112, section 6.3).
        guard announced > 0 || request.headers[.transferEncoding] != nil else { return [] }
        let start = ContinuousClock.now
        return try await site.bodies.limit(orThrow: .slow) { [limits = site.limits] allowance in
            var body: [UInt8] = []
            var count = 0
            for try await buffer in request.body {
                allowance.renew()
                count += buffer.readableBytes
                guard limits.allow(count, after: .now - start) else { throw ProblemDocument.slow }
                guard count <= Self.patience * limit else { break }
                guard max(count, announced) <= limit else { continue }
                buffer.withUnsafeReadableBytes { body.append(contentsOf: $0) }
            }
            guard count <= limit else { throw ProblemDocument.tooLarge(limit) }
            return body
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
