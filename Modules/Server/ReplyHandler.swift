import Hummingbird
import NIOCore
import NIOHTTPTypes
import TenonNetworking

/// Completes each reply: adds the fields that all have, and the content that Hummingbird's own
/// lack.
///
/// It is below everything that can make a reply. Hummingbird answers malformed requests and
/// uncaught errors with a status alone; here they get their problem documents. It also closes the
/// connection after a reply that announces it.
final class ReplyHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var closesAfterReply = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            head.headerFields[.cacheControl] = head.headerFields[.cacheControl] ?? "no-store"
            head.headerFields[.xContentTypeOptions] = "nosniff"
            closesAfterReply = head.headerFields[.connection] == "close"
            guard head.status.code >= 400, head.headerFields[.contentType] == nil else {
                return context.write(wrapOutboundOut(.head(head)), promise: promise)
            }
            let problem: ProblemDocument = head.status.code < 500 ? .malformed : .defect
            let body = ByteBuffer(bytes: problem.reply.body)
            head.headerFields[.contentType] = ProblemDocument.mediaType
            head.headerFields[.contentLength] = String(body.readableBytes)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            context.write(wrapOutboundOut(.body(body)), promise: nil)
        case .body:
            context.write(data, promise: promise)
        case .end:
            guard closesAfterReply else { return context.write(data, promise: promise) }
            context.writeAndFlush(data, promise: promise)
            context.close(promise: nil)
        }
    }
}
