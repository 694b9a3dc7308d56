import NIOCore
import NIOHTTPTypes

/// Keeps a client that does not read what it asks for from costing much memory, or a connection for ever.
///
/// A client may send requests without waiting for the replies (RFC 9112, section 9.3.2). Each is handed on once the
/// reply to the one before is written and does not pile up; until then nothing more is read. Whoever sends far
/// too many, or takes next to nothing of what piles up for a while, is cut off.
final class ReplyBackpressureHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How many parts of requests may wait; what arrives at once may be some thousands of them.
    private static let mostWaiting = 1_000

    /// What comes after all requests.
    private enum Ending {
        /// The client sends no more.
        case inputClosed
        /// What it has sent is no request.
        case error(any Error)
    }

    private let limits: ServerLimits
    /// What has arrived of requests that are not handed on yet.
    private var waiting: CircularBuffer<HTTPRequestPart> = []
    /// Whether a request was handed on whose reply is not written.
    private var isAnswering = false
    /// Whether more is to be read once nothing waits.
    private var isReadWanted = false
    /// What has come after what waits.
    private var ending: Ending?
    private var check: Scheduled<Void>?

    /// Makes a handler for one connection.
    init(limits: ServerLimits) { self.limits = limits }

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
            ending = ending ?? .inputClosed
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if waiting.isEmpty {
            context.fireErrorCaught(error)
        } else {
            ending = .error(error)
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
        switch ending {
        case .inputClosed: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        case .error(let error): context.fireErrorCaught(error)
        case nil: break
        }
        ending = nil
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

    /// Looks after a while how much the client has taken, and cuts it off if that is too little.
    private func watch(_ context: ChannelHandlerContext) {
        let before = Self.unread(context)
        let wait = TimeAmount.seconds(limits.unreadSeconds)
        check = context.eventLoop.assumeIsolated().scheduleTask(in: wait) {
            self.check = nil
            guard context.channel.isActive, !context.channel.isWritable else { return }
            if before - Self.unread(context) >= self.limits.leastRead {
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
