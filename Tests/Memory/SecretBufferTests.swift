import TenonMemory
import Testing

@Suite("A buffer whose memory is wiped")
struct SecretBufferTests {
    @Test("What is added comes out again, however often the buffer grows and loses its start")
    func contents() {
        let buffer = SecretBuffer(capacity: 1)
        var expected: [UInt8] = []
        for round in 0..<2_000 {
            let piece = (0..<round % 37).map { UInt8(truncatingIfNeeded: $0 + round) }
            buffer.append(piece)
            buffer.append(UInt8(truncatingIfNeeded: round))
            expected += piece + [UInt8(truncatingIfNeeded: round)]
            let gone = min(round % 23, expected.count)
            buffer.removeFirst(gone)
            expected.removeFirst(gone)
            #expect(buffer.count == expected.count)
        }
        #expect(Array(buffer.bytes) == expected)
    }

    @Test("Removed bytes are overwritten at once, at the start and at the end")
    func removal() {
        let buffer = SecretBuffer(capacity: 64)
        buffer.append("first-middle-last")
        buffer.withBytes { bytes in
            buffer.removeFirst(6)
            buffer.truncate(to: 6)
            #expect(bytes.prefix(6).allSatisfy { $0 == 0 })
            #expect(bytes.suffix(5).allSatisfy { $0 == 0 })
        }
        #expect(buffer.withBytes { String(decoding: $0, as: UTF8.self) } == "middle")
        buffer.withBytes { bytes in
            buffer.removeAll()
            #expect(bytes.allSatisfy { $0 == 0 })
        }
        #expect(buffer.isEmpty)
    }

    @Test("Bytes that move to the front leave nothing behind")
    func moving() {
        let buffer = SecretBuffer(capacity: 64)
        buffer.append([UInt8](repeating: 1, count: 64))
        let whole = buffer.bytes
        buffer.removeFirst(40)
        // These fit only once the 24 bytes have moved.
        buffer.append([UInt8](repeating: 2, count: 8))
        #expect(buffer.bytes.baseAddress == whole.baseAddress)
        #expect(Array(whole.prefix(32)) == Array(buffer.bytes))
        #expect(whole.suffix(32).allSatisfy { $0 == 0 })
    }

    @Test("A closure that fills gets as much room as it asked for, and no more")
    func filling() throws {
        struct Refusal: Error {}
        let buffer = SecretBuffer(capacity: 16)
        buffer.append("abc")
        let added = buffer.fill(atMost: 100) { room in
            #expect(room.count == 100)
            room.copyBytes(from: "def".utf8)
            return 3
        }
        #expect(added == 3)
        #expect(buffer.fill(atMost: 5) { _ in -1 } == -1)
        #expect(throws: Refusal.self) {
            _ = try buffer.fill(atMost: 5) { _ throws(Refusal) in throw Refusal() }
        }
        #expect(Array(buffer.bytes) == Array("abcdef".utf8))
    }

    @Test("An array is overwritten in place")
    func array() {
        var bytes: [UInt8] = [1, 2, 3]
        bytes.wipe()
        #expect(bytes == [0, 0, 0])
    }
}
