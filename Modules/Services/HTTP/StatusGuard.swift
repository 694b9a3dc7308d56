import NIOCore
import NIOHPACK
import NIOHTTP2

/// Ends a stream of HTTP/2 whose status is not three digits (RFC 9110, section 15), before it is read.
///
/// The code that reads it takes any number, and ends the process for a negative one.
final class StatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    private var hasFailed = false

    /// Puts a guard before what reads frames.
    static func guardStream(_ channel: any Channel) -> EventLoopFuture<Void> {
        // The library asks on the channel's own thread, as handlers have to be added there.
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(StatusGuard(), position: .first)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        guard case .headers(let content) = unwrapInboundIn(data),
            !content.headers[":status"].allSatisfy(Self.isStatus)
        else { return context.fireChannelRead(data) }
        hasFailed = true
        context.fireErrorCaught(ReplyGuard.Failure())
        context.close(promise: nil)
    }

    private static func isStatus(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
