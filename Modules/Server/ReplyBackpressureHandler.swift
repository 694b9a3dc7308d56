import NIOCore
import NIOHTTPTypes

/// Keeps a client that does not read what it asks for from costing much memory, or a connection for ever.
///
/// A client may send requests without waiting for the replies (RFC 9112, section 9.3.2). Each is handed on once the
/// reply to the one before is written and does not pile up; until then nothing more is read. Whoever sends far
/// too many, or takes next to nothing of what piles up for a while, is cut off. Whoever takes enough of it gets all,
/// also when the connection is to be closed meanwhile because no request is in progress.
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
    private let memory: MemoryReturn
    /// What has arrived of requests that are not handed on yet.
    private var waiting: CircularBuffer<HTTPRequestPart> = []
    /// Whether a request was handed on whose reply is not written.
    private var isAnswering = false
    /// Whether more is to be read once nothing waits.
    private var isReadWanted = false
    /// What has come after what waits.
    private var ending: Ending?
    /// The next look at how much the client takes; `nil` unless replies pile up.
    private var check: Scheduled<Void>?
    /// Whether replies have piled up, which takes memory.
    private var hasPiledUp = false
    /// Whether the connection is to be closed once the client has what waits for it.
    private var isCloseWanted = false
    private var closing: Scheduled<Void>?
    /// Whether the server ends, and waits for nobody.
    private var isStopping = false

    /// Makes a handler for one connection.
    ///
    /// - Parameters:
    ///   - limits: How little a client may take.
    ///   - memory: Gives back what has waited for clients that are gone.
    init(limits: ServerLimits, memory: MemoryReturn) {
        self.limits = limits
        self.memory = memory
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        closing?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        closing?.cancel()
        waiting.removeAll()
        // What waited for the client is freed by now.
        if hasPiledUp { memory.giveBackSoon() }
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
        if event is ChannelShouldQuiesceEvent { isStopping = true }
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
        if case .head = part {
            isAnswering = true
            isCloseWanted = false
        }
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
            if isCloseWanted { closeSoon(context) }
        } else if check == nil {
            watch(context)
        }
        context.fireChannelWritabilityChanged()
    }

    /// Closes the connection; when nobody waits for that, what a client still takes comes first.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // Hummingbird closes connections that are idle, and for it a reply is done when it is written.
        if promise == nil, mode == .all, !isStopping, Self.unread(context) > 0 {
            isCloseWanted = true
            if context.channel.isWritable { closeSoon(context) }
        } else {
            context.close(mode: mode, promise: promise)
        }
    }

    /// Closes the connection once the client had the time for what still waits for it.
    private func closeSoon(_ context: ChannelHandlerContext) {
        let wait = TimeAmount.seconds(Int64(Self.unread(context) / limits.leastSpeed + 1))
        closing?.cancel()
        closing = context.eventLoop.assumeIsolated().scheduleTask(in: wait) {
            guard self.isCloseWanted, context.channel.isActive, context.channel.isWritable else {
                return
            }
            context.close(promise: nil)
        }
    }

    /// Looks after a while how much the client has taken, and cuts it off if that is too little.
    private func watch(_ context: ChannelHandlerContext) {
        hasPiledUp = true
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
