import Hummingbird
import NIOCore
import NIOHTTPTypes

/// The headers of every response, of other code as well.
enum SecurityHeaders {
    /// Only our own scripts, styles, pictures, forms and connections; no framing of our pages.
    static let contentPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        + "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        + "object-src 'none'; frame-ancestors 'none'"

    /// For a picture that is opened by itself: its own styles, and nothing that runs or is loaded.
    static let picturePolicy =
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

    private static let fixed: [(String, String)] = [
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        ("X-Frame-Options", "DENY"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ]

    /// Sets the headers; what loads and runs is that of pages, and nothing is cached, unless the
    /// response says otherwise.
    static func apply(to headers: inout HTTPFields) {
        for (name, value) in fixed {
            if let name = HTTPFieldName(name) { headers[name] = value }
        }
        if headers[.contentSecurityPolicy] == nil {
            headers[.contentSecurityPolicy] = contentPolicy
        }
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    }
}

/// The type of a header's name, which Hummingbird hands on without its module.
typealias HTTPFieldName = HTTPFields.Element.Name

/// Adds the security headers where responses leave the server.
///
/// It is below everything that can make a response: our own handlers, Hummingbird's answer to an
/// error that nobody caught, and its answer to a request that is not HTTP. A middleware would miss
/// the last two. It also ends the connection after a response that announces it, and puts
/// ``RequestTargetHandler`` and ``ReceiveBufferWiper`` where requests come in.
final class SecurityHeadersHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var closesAfterResponse = false

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            try RequestTargetHandler.insert(into: context.pipeline)
            try context.pipeline.syncOperations.addHandler(ReceiveBufferWiper(), position: .first)
        } catch {
            context.close(promise: nil)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            SecurityHeaders.apply(to: &head.headerFields)
            closesAfterResponse = head.headerFields[.connection] == "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            guard closesAfterResponse else { return context.write(data, promise: promise) }
            context.writeAndFlush(data, promise: promise)
            context.close(promise: nil)
        }
    }
}
