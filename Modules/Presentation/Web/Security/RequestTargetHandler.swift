import NIOCore
import NIOHTTP1

/// Lets the host in an absolute request target count as a `Host` of its own.
///
/// `GET http://other/ HTTP/1.1` names a host that comes before the `Host` header (RFC 9112,
/// section 3.2.2). What turns NIO's requests into those of Hummingbird drops it, so this stands
/// before: a host that differs becomes a second `Host`, and two of them are refused.
final class RequestTargetHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private static let field = "Host"

    /// Puts a handler of this kind right behind the decoder of a connection.
    ///
    /// - Throws: `ChannelPipelineError` when there is no decoder; the connection must not be used.
    static func insert(into pipeline: ChannelPipeline) throws {
        let decoder = try pipeline.syncOperations.handler(
            type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.syncOperations.addHandler(RequestTargetHandler(), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), !head.uri.hasPrefix("/") else {
            return context.fireChannelRead(data)
        }
        let host = Self.host(in: head.uri)
        if head.headers[Self.field].map({ $0.lowercased() }) != [host.lowercased()] {
            head.headers.add(name: Self.field, value: host)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The host and port between `//` and the path; empty when there is none.
    private static func host(in target: String) -> String {
        guard let start = target.firstRange(of: "://")?.upperBound else { return "" }
        return String(target[start...].prefix { !"/?#".contains($0) })
    }
}
