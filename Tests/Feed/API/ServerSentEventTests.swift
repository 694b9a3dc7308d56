import FeedAPI
import Testing

@Suite("Server-sent events")
struct ServerSentEventTests {
    private func read(_ text: String, pieces: Int = .max) throws -> [ServerSentEvent] {
        var reader = ServerSentEventReader()
        var events: [ServerSentEvent] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += try reader.take(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        return events
    }

    /// The examples of the specification, section 9.2.6, and what else can be in a stream.
    private static let streams: [(text: String, events: [ServerSentEvent])] = [
        (
            "data: YHOO\ndata: +2\ndata: 10\n\n",
            [ServerSentEvent(type: "message", data: "YHOO\n+2\n10", lastID: "")]
        ),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [
                ServerSentEvent(type: "message", data: "first event", lastID: "1"),
                ServerSentEvent(type: "message", data: "second event", lastID: ""),
                ServerSentEvent(type: "message", data: " third event", lastID: ""),
            ]
        ),
        (
            "data\n\ndata\ndata\n\ndata:",
            [
                ServerSentEvent(type: "message", data: "", lastID: ""),
                ServerSentEvent(type: "message", data: "\n", lastID: ""),
            ]
        ),
        (
            "data:test\n\ndata: test\n\n",
            [
                ServerSentEvent(type: "message", data: "test", lastID: ""),
                ServerSentEvent(type: "message", data: "test", lastID: ""),
            ]
        ),
        (
            "\u{FEFF}event: update\r\ndata: {}\r\n\r\n:thump\r\nevent: delete\rdata: 7\r\r",
            [
                ServerSentEvent(type: "update", data: "{}", lastID: ""),
                ServerSentEvent(type: "delete", data: "7", lastID: ""),
            ]
        ),
        (
            "id: 4\n\nid: a\u{0}b\nevent: x\n\ndata: späť\n\n",
            [ServerSentEvent(type: "message", data: "späť", lastID: "4")]
        ),
    ]

    @Test("are the same however a stream is cut", arguments: 0..<6, [1, 2, 3, 7, Int.max])
    func streams(_ number: Int, _ pieces: Int) throws {
        let stream = Self.streams[number]
        #expect(try read(stream.text, pieces: pieces) == stream.events)
    }

    @Test("say how long to wait before coming again, in digits only")
    func retry() throws {
        var reader = ServerSentEventReader()
        _ = try reader.take("retry: 1500\n\nretry: soon\nretry:\nretry: -1\n\n".utf8)
        #expect(reader.retry == 1_500)
    }

    @Test("are refused when one never ends")
    func endless() {
        var reader = ServerSentEventReader()
        #expect(throws: ServerSentEventReader.TooLong.self) {
            for _ in 0..<5 { _ = try reader.take([UInt8](repeating: 0x61, count: 1 << 20)) }
        }
    }
}
