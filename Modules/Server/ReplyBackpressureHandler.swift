import NIOCore
import NIOHTTPTypes

/// Keeps a client that does not read what it asks for from costing much memory, or a connection for ever.
///
/// A client may send requests without waiting for the replies (RFC 9112, section 9.3.2). Each is handed on once the
/// reply to the one before is written and does not pile up; until then nothing more is read. Whoever sends far
/// too many, or takes nothing of what piles up for a while, is cut off.
final class ReplyBackpressureHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How many parts of requests may wait; what arrives at once may be some thousands of them.
    private static let mostWaiting = 1_000

    private let patience: TimeAmount
    /// What has arrived of requests that are not handed on yet.
    private var waiting: CircularBuffer<HTTPRequestPart> = []
    /// Whether a request was handed on whose reply is not written.
    private var isAnswering = false
    /// Whether more is to be read once nothing waits.
    private var isReadWanted = false
    /// Whether the client has said, after what waits, that it sends no more.
    private var isInputClosed = false
    private var check: Scheduled<Void>?

    /// Makes a handler for one connection.
    ///
    /// - Parameter patience: How long a client may take nothing of what piles up.
    init(patience: TimeAmount) { self.patience = patience }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        waiting.removeAll()
        context.fireChannelInactive()
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if waiting.isEmpty, mayPass(part, context) {
            pass(part, context)
        } else if waiting.count < Self.mostWaiting {
            waiting.append(part)
        } else {
            context.close(promise: nil)
        }
    }

    func read(context: ChannelHandlerContext) {
        guard waiting.isEmpty else {
            isReadWanted = true
            return
        }
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed, !waiting.isEmpty {
            isInputClosed = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func mayPass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) -> Bool {
        guard case .head = part else { return true }
        return !isAnswering && context.channel.isWritable
    }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if case .head = part { isAnswering = true }
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// Hands on the next request, if there is one and it may be answered now.
    private func release(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        var hasPassed = false
        while let part = waiting.first, mayPass(part, context) {
            waiting.removeFirst()
            pass(part, context)
            hasPassed = true
        }
        if hasPassed { context.fireChannelReadComplete() }
        guard waiting.isEmpty else { return }
        if isInputClosed {
            isInputClosed = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        if isReadWanted {
            isReadWanted = false
            context.read()
        }
    }

    // MARK: - Replies

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        context.write(data, promise: promise)
        guard case .end = part else { return }
        isAnswering = false
        release(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            check?.cancel()
            check = nil
            release(context)
        } else if check == nil {
            watch(context)
        }
        context.fireChannelWritabilityChanged()
    }

    /// Looks after a while whether the client has taken anything, and cuts it off if it has not.
    private func watch(_ context: ChannelHandlerContext) {
        let before = Self.unread(context)
        check = context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
            self.check = nil
            guard context.channel.isActive, !context.channel.isWritable else { return }
            if Self.unread(context) < before {
                self.watch(context)
            } else {
                context.close(promise: nil)
            }
        }
    }

    /// How many bytes wait for the client.
    private static func unread(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
