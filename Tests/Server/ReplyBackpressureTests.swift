import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import TenonServer  // Minutes pass on a loop that a program does not have.

@Suite("A client that does not read")
struct ReplyBackpressureTests {
    @Test("is answered one request after the other, and no further while replies pile up")
    func requests() throws {
        let client = try Client()
        for _ in 0..<4 { try client.ask() }
        #expect(try client.handedOn() == 1)
        client.reply()
        #expect(try client.handedOn() == 1)
        client.pileUp(true)
        client.reply()
        #expect(try client.handedOn() == 0)
        client.pileUp(false)
        #expect(try client.handedOn() == 1)
        client.reply()
        #expect(try client.handedOn() == 1)
        client.reply()
        try client.ask()
        #expect(try client.handedOn() == 1)
        _ = try client.channel.finish(acceptAlreadyClosed: true)
    }

    @Test("is cut off when it asks for far too much")
    func crowd() throws {
        let client = try Client()
        for _ in 0..<500 { try client.ask() }
        #expect(client.channel.isActive)
        for _ in 0..<2 { try client.ask() }
        #expect(!client.channel.isActive)
        _ = try client.channel.finish(acceptAlreadyClosed: true)
    }

    @Test("hears of what is no request after the replies to those before")
    func malformed() throws {
        struct NoRequest: Error {}
        let client = try Client()
        for _ in 0..<2 { try client.ask() }
        client.channel.pipeline.fireErrorCaught(NoRequest())
        try client.channel.throwIfErrorCaught()
        #expect(try client.handedOn() == 1)
        client.reply()
        #expect(try client.handedOn() == 1)
        #expect(throws: NoRequest.self) { try client.channel.throwIfErrorCaught() }
        _ = try client.channel.finish(acceptAlreadyClosed: true)
    }

    @Test("is cut off when it takes next to nothing for two minutes")
    func trickle() throws {
        let client = try Client()
        try client.ask()
        client.reply()
        client.pileUp(true)
        client.channel.flush()
        client.channel.embeddedEventLoop.advanceTime(by: .seconds(121))
        #expect(!client.channel.isActive)
        _ = try client.channel.finish(acceptAlreadyClosed: true)
    }

    @Test("is cut off when it takes nothing for two minutes, and not when it is slow")
    func time() throws {
        let client = try Client(bytes: 300_000)
        let channel = client.channel
        try client.ask()
        client.reply()
        client.pileUp(true)
        channel.embeddedEventLoop.advanceTime(by: .seconds(119))
        #expect(channel.isActive)
        // It has read all of it.
        channel.flush()
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(channel.isActive)
        client.reply()
        channel.embeddedEventLoop.advanceTime(by: .seconds(117))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("gets all of a reply that it takes slowly, before an idle connection is closed")
    func idle() throws {
        let client = try Client(bytes: 300_000)
        let channel = client.channel
        try client.ask()
        client.reply()
        client.pileUp(true)
        channel.close(promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(75))
        #expect(channel.isActive)
        // It has read all of it.
        channel.flush()
        client.pileUp(false)
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("gets the rest of a reply that no longer piles up, before an idle connection is closed")
    func rest() throws {
        let client = try Client()
        let channel = client.channel
        try client.ask()
        client.reply()
        client.pileUp(true)
        client.pileUp(false)
        channel.close(promise: nil)
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(200))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("keeps its connection when it asks for more before that is closed")
    func more() throws {
        let client = try Client()
        try client.ask()
        client.reply()
        client.pileUp(true)
        client.channel.close(promise: nil)
        #expect(client.channel.isActive)
        try client.ask()
        client.channel.flush()
        client.pileUp(false)
        client.channel.embeddedEventLoop.advanceTime(by: .seconds(200))
        #expect(client.channel.isActive)
        #expect(try client.handedOn() == 2)
        _ = try client.channel.finish(acceptAlreadyClosed: true)
    }

    @Test("is not waited for when the server ends")
    func stopping() throws {
        let client = try Client()
        try client.ask()
        client.reply()
        client.pileUp(true)
        client.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        client.channel.close(promise: nil)
        #expect(!client.channel.isActive)
        _ = try client.channel.finish(acceptAlreadyClosed: true)
    }
}

/// A connection to a client, on one thread.
private struct Client {
    /// Makes bytes of the parts of replies, as a server does.
    private final class Encoder: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = ByteBuffer

        let count: Int

        init(bytes count: Int) { self.count = count }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            let bytes = ByteBuffer(repeating: 7, count: count)
            context.write(wrapOutboundOut(bytes), promise: promise)
        }
    }

    let channel = EmbeddedChannel()

    /// - Parameter bytes: How many each part of a reply has.
    init(bytes: Int = 100) throws {
        try channel.pipeline.syncOperations.addHandlers([
            Encoder(bytes: bytes),
            ReplyBackpressureHandler(limits: ServerLimits(), memory: MemoryReturn()),
        ])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    func ask() throws {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    /// How many requests were handed on since this was asked last.
    func handedOn() throws -> Int {
        var count = 0
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            if case .head = part { count += 1 }
        }
        return count
    }

    func reply() {
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
    }

    func pileUp(_ isTooMuch: Bool) {
        channel.isWritable = !isTooMuch
        channel.pipeline.fireChannelWritabilityChanged()
    }
}
