import NIOCore

/// Hands on a copy of what a connection has received, and wipes where it was received.
///
/// NIO reads into one buffer per connection, again and again. What a long form held would stay behind
/// the end of the shorter requests that follow, for as long as the browser keeps the connection. The
/// copy is released when the request has been read.
final class ReceiveBufferWiper: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let received = unwrapInboundIn(data)
        var copy = context.channel.allocator.buffer(capacity: received.readableBytes)
        received.withUnsafeReadableBytes { bytes in
            _ = copy.writeBytes(bytes)
            // Through a pointer, since the buffer would make itself another storage to be written to:
            // the channel holds it as well, and reads nothing from it.
            UnsafeMutableRawBufferPointer(mutating: bytes).initializeMemory(
                as: UInt8.self, repeating: 0)
        }
        context.fireChannelRead(wrapInboundOut(copy))
    }
}
