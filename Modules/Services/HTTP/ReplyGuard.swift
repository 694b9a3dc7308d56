import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Ends a connection whose replies do not come in the order of HTTP, before the library sees them.
///
/// AsyncHTTPClient takes every status below 200 for one that another follows, and ends the process when
/// none does; so a server could end it with `HTTP/1.1 099`. Here a final status is one from 200 to 999,
/// or 101, which nothing follows on a connection either.
///
/// A reply that has no content (to HEAD, 204, 304, of length 0) loses the field that says how it is
/// compressed: the library would miss the content.
final class ReplyGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Something came that cannot come here.
    struct Failure: Error {}

    private enum State {
        case beforeHead, inBody, failed
    }

    private var state = State.beforeHead
    private var asksForHead = false

    /// Puts a guard behind what reads HTTP/1.1 on a connection.
    static func guardConnection(_ channel: any Channel) -> EventLoopFuture<Void> {
        install(on: channel, after: ByteToMessageHandler<HTTPResponseDecoder>.self)
    }

    /// Puts a guard behind what reads HTTP/2 in a stream.
    static func guardStream(_ channel: any Channel) -> EventLoopFuture<Void> {
        install(on: channel, after: HTTP2FramePayloadToHTTP1ClientCodec.self)
    }

    private static func install<Reader: ChannelHandler>(
        on channel: any Channel, after reader: Reader.Type
    ) -> EventLoopFuture<Void> {
        // The library asks on the channel's own thread, as handlers have to be added there.
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let position = ChannelPipeline.SynchronousOperations.Position.after(
                try pipeline.handler(type: reader))
            try pipeline.addHandler(ReplyGuard(), position: position)
        }
    }

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        if case .head(let head) = unwrapOutboundIn(data) { asksForHead = head.method == .HEAD }
        context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard accepts(unwrapInboundIn(data)) else {
            if state != .failed {
                state = .failed
                context.fireErrorCaught(Failure())
                context.close(promise: nil)
            }
            return
        }
        if case .head(var head) = unwrapInboundIn(data), !hasContent(head) {
            head.headers.remove(name: "Content-Encoding")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        } else {
            context.fireChannelRead(data)
        }
    }

    private func hasContent(_ head: HTTPResponseHead) -> Bool {
        !asksForHead && ![.noContent, .notModified].contains(head.status)
            && head.headers.first(name: "Content-Length") != "0"
    }

    private func accepts(_ part: HTTPClientResponsePart) -> Bool {
        switch (state, part) {
        case (.beforeHead, .head(let head)):
            switch head.status.code {
            case 101, 200...999: state = .inBody
            case 100...199: break
            default: return false
            }
            return true
        case (.inBody, .body):
            return true
        case (.inBody, .end):
            state = .beforeHead
            return true
        case (.beforeHead, _), (.inBody, .head), (.failed, _):
            return false
        }
    }
}
