import Glibc
import Testing
import WalletAgentLink

@Suite("FrameSocket")
struct FrameSocketTests {
    private func pair() -> (FrameSocket, FrameSocket) {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        return (FrameSocket(ends[0]), FrameSocket(ends[1]))
    }

    private func frame(_ texts: String...) -> Frame {
        let frame = Frame(.call)
        for text in texts { frame.append(text) }
        return frame
    }

    @Test("frames arrive as they were sent, one after the other")
    func roundTrip() throws {
        let (left, right) = pair()
        let frame = frame("ä", "")
        frame.append(UInt32.max)
        frame.append(UInt8(7))
        try left.send(frame, within: 1000)
        try left.send(Frame(.answer), within: 1000)
        let received = try #require(try right.receive(upTo: 1000, startingWithin: nil))
        #expect(received.kind == .call)
        try received.read { (reader) throws(LinkError) in
            #expect(try reader.text() == "ä")
            #expect(try reader.text().isEmpty)
            #expect(try reader.number() == UInt32.max)
            #expect(try reader.byte() == 7)
            #expect(reader.isAtEnd)
            #expect(throws: LinkError.malformed) { _ = try reader.byte() }
        }
        #expect(try right.receive(upTo: 1000, startingWithin: nil)?.kind == .answer)
        #expect(right.peer == geteuid())
    }

    @Test("the end between two frames is no error, and in a frame it is")
    func ends() throws {
        var (left, right): (FrameSocket?, FrameSocket) = pair()
        #expect(right.isQuiet)
        left = nil
        #expect(!right.isQuiet)
        #expect(try right.receive(upTo: 100, startingWithin: nil) == nil)
        (left, right) = pair()
        _ = write(try #require(left).descriptor, [9, 0, 0, 0, 1], 5)
        left = nil
        #expect(throws: LinkError.closed) { _ = try right.receive(upTo: 100, startingWithin: nil) }
    }

    @Test("a frame may be as long as allowed, and no longer")
    func limit() throws {
        let (left, right) = pair()
        try left.send(frame("1234567890"), within: 1000)
        #expect(try right.receive(upTo: 15, startingWithin: nil)?.count == 15)
        try left.send(frame("1234567890"), within: 1000)
        #expect(throws: LinkError.tooLong) { _ = try right.receive(upTo: 14, startingWithin: nil) }
    }

    @Test("waiting ends when the time is over, for the first byte, for the rest, and for a reader")
    func times() throws {
        let (left, right) = pair()
        #expect(throws: LinkError.timedOut) { _ = try right.receive(upTo: 99, startingWithin: 20) }
        _ = write(left.descriptor, [9, 0, 0, 0, 1], 5)
        #expect(throws: LinkError.timedOut) {
            _ = try right.receive(upTo: 99, startingWithin: nil, within: 20)
        }
        let large = Frame(.call)
        for _ in 0..<1_000_000 { large.append(UInt32(0)) }
        #expect(throws: LinkError.timedOut) { try left.send(large, within: 20) }
    }

    @Test("sending to nobody is an error and raises no signal")
    func nobody() throws {
        var (left, right): (FrameSocket, FrameSocket?) = pair()
        right = nil
        _ = right
        #expect(throws: LinkError.closed) { try left.send(frame("x"), within: 1000) }
        left = pair().0
        left.interrupt()
        #expect(throws: LinkError.closed) { try left.send(frame("x"), within: 1000) }
    }

    @Test("a refusal travels with all its parts")
    func refusal() throws {
        let refusal = LinkError.Refusal(
            code: "a.b", status: -7, text: "Ünfortunately.", details: [0, 1, 255])
        #expect(try LinkError.Refusal(refusal.frame) == refusal)
    }
}
