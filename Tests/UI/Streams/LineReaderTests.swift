import Foundation
import Glibc
import Synchronization
import TenonCore
import TenonUI
import Testing

@Suite struct LineReaderTests {
    /// What a reader has delivered.
    private final class Lines: Sendable {
        private let lines = Mutex<[InputLine]>([])
        private let semaphore = DispatchSemaphore(value: 0)
        private let wanted: Int

        init(wanted: Int = .max) { self.wanted = wanted }

        var delivered: [InputLine] { lines.withLock { $0 } }

        func take(_ line: InputLine) -> Bool {
            let count = lines.withLock { lines in
                lines.append(line)
                return lines.count
            }
            if line == .end || count == wanted { semaphore.signal() }
            return count < wanted
        }

        /// Waits for the end, or for the last line that is wanted.
        func wait() async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [semaphore] in
                    semaphore.wait()
                    continuation.resume()
                }
            }
        }
    }

    private func lines(of bytes: [UInt8], maximumLength: Int = 100_000) async -> [InputLine] {
        let pipe = Pipe()
        let reader = LineReader(
            descriptor: pipe.fileHandleForReading.fileDescriptor, maximumLength: maximumLength)
        let lines = Lines()
        reader.start(lines.take)
        let end = pipe.fileHandleForWriting
        Thread.detachNewThread {
            try? end.write(contentsOf: Data(bytes))
            try? end.close()
        }
        await lines.wait()
        return lines.delivered
    }

    private func text(_ text: String) -> InputLine { .text(SecretText(text)) }

    @Test(
        "lines end with a line feed, or at the end; a carriage return before it goes",
        arguments: [
            ("", []), ("\n", [""]), ("a", ["a"]), ("a\nb\n", ["a", "b"]), ("a\r\nb\r", ["a", "b"]),
            ("\n\n", ["", ""]), ("a\rb\n", ["a\rb"]), ("é 東京\n", ["é 東京"]),
        ])
    func ends(input: String, expected: [String]) async {
        #expect(await lines(of: Array(input.utf8)) == expected.map(text) + [.end])
    }

    @Test("lines that are longer than what is read at once are whole", arguments: [255, 256, 9000])
    func long(count: Int) async {
        let line = String(repeating: "x", count: count)
        #expect(await lines(of: Array("\(line)\n\(line)".utf8)) == [text(line), text(line), .end])
    }

    @Test("a line that is too long is dropped as a whole, and the next one is read")
    func tooLong() async {
        let bytes = Array("12345\n123456\n\n1234567890\n1".utf8)
        let found = await lines(of: bytes, maximumLength: 5)
        #expect(found == [text("12345"), .tooLong, text(""), .tooLong, text("1"), .end])
    }

    @Test(
        "a line that is no UTF-8 is dropped as a whole, and the next one is read",
        arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x61, 0x80, 0x62]])
    func notUTF8(bytes: [UInt8]) async {
        let found = await lines(of: bytes + Array("\nfine".utf8))
        #expect(found == [.notUTF8, text("fine"), .end])
    }

    @Test("whoever wants no more gets no more, and no end")
    func enough() async {
        let pipe = Pipe()
        try? pipe.fileHandleForWriting.write(contentsOf: Data("a\nb\nc\n".utf8))
        let reader = LineReader(
            descriptor: pipe.fileHandleForReading.fileDescriptor, maximumLength: 10)
        let lines = Lines(wanted: 2)
        reader.start(lines.take)
        await lines.wait()
        #expect(lines.delivered == [text("a"), text("b")])
    }

    @Test("a reader that is stopped says the end, though nothing was written or closed")
    func stopped() async {
        let pipe = Pipe()
        let reader = LineReader(
            descriptor: pipe.fileHandleForReading.fileDescriptor, maximumLength: 10)
        let lines = Lines()
        reader.start(lines.take)
        reader.stop()
        await lines.wait()
        #expect(lines.delivered == [.end])
        withExtendedLifetime(pipe) {}
    }
}
