import Glibc
import NIOCore

/// Reads requests from a connection and does what the script says, one after the other.
final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let piece = 64 * 1024

    private let greeting: String
    private let script: MisbehavingServer.Script
    private let log: RequestLog
    private var received = ByteBuffer()
    /// What is done when the headers of a request over HTTP/2 have come.
    private var afterHeaders: (() -> Void)?

    init(greeting: String, script: @escaping MisbehavingServer.Script, log: RequestLog) {
        self.greeting = greeting
        self.script = script
        self.log = log
    }

    func channelActive(context: ChannelHandlerContext) {
        log.addConnection()
        if !greeting.isEmpty { perform([.send(greeting)], context) }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        while afterHeaders == nil, let request = nextRequest() {
            perform(script(log.add(request), request)[...], context)
        }
        takeHeaders()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    // MARK: - Reading

    private func nextRequest() -> MisbehavingServer.Request? {
        let view = received.readableBytesView
        let text = String(decoding: view, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].drop { $0 == " " }.description
        }
        let length = fields["content-length"].flatMap { Int($0) } ?? 0
        let head = text.utf8.distance(from: text.startIndex, to: end.upperBound)
        guard view.count >= head + length else { return nil }
        received.moveReaderIndex(forwardBy: head)
        let body = received.readString(length: length) ?? ""
        return MisbehavingServer.Request(line: String(lines[0]), fields: fields, body: body)
    }

    /// Passes over frames of HTTP/2 up to the headers of a request, if these are waited for.
    private func takeHeaders() {
        while let next = afterHeaders,
            let head = received.getBytes(at: received.readerIndex, length: 9)
        {
            let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard received.readableBytes >= 9 + count else { return }
            received.moveReaderIndex(forwardBy: 9 + count)
            // HEADERS (RFC 9113, section 6.2).
            guard head[3] == 1 else { continue }
            afterHeaders = nil
            next()
        }
    }

    // MARK: - Answering

    private func perform(
        _ steps: ArraySlice<MisbehavingServer.Step>, _ context: ChannelHandlerContext
    ) {
        guard let step = steps.first else { return }
        let rest = steps.dropFirst()
        switch step {
        case .send(let text):
            let wire = text.replacing("\n", with: "\r\n")
            send(ByteBuffer(string: wire), context) { self.perform(rest, context) }
        case .bytes(let bytes):
            send(ByteBuffer(bytes: bytes), context) { self.perform(rest, context) }
        case .zeros(let count):
            let now = min(count, Self.piece)
            let further: [MisbehavingServer.Step] = count > now ? [.zeros(count - now)] : []
            sendZeros(now, context) { self.perform(further + rest, context) }
        case .zerosForEver:
            sendZeros(Self.piece, context) { self.perform(steps, context) }
        case .pause(let duration):
            context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(duration)) {
                self.perform(rest, context)
            }
        case .requestHeaders:
            afterHeaders = { self.perform(rest, context) }
            takeHeaders()
        case .close:
            context.close(promise: nil)
        case .reset:
            // Closing with unsent time 0 makes the system send a reset instead of an end.
            guard let socket = context.channel as? any SocketOptionProvider else { return }
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                .assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        }
    }

    private func perform(
        _ steps: [MisbehavingServer.Step], _ context: ChannelHandlerContext
    ) { perform(steps[...], context) }

    private func sendZeros(
        _ count: Int, _ context: ChannelHandlerContext, then next: @escaping () -> Void
    ) {
        send(ByteBuffer(repeating: 0, count: count), context) {
            self.log.add(zeros: count)
            next()
        }
    }

    /// Sends bytes and goes on when they have been taken; ends when nobody takes them.
    private func send(
        _ bytes: ByteBuffer, _ context: ChannelHandlerContext, then next: @escaping () -> Void
    ) {
        context.writeAndFlush(wrapOutboundOut(bytes)).assumeIsolated().whenSuccess(next)
    }
}
