import Foundation
import TenonCore
import Testing

@Suite struct SecretTextTests {
    @Test("texts are equal when their bytes are")
    func equality() {
        #expect(SecretText("pässwörd") == SecretText(utf8: Array("pässwörd".utf8)))
        #expect(SecretText("") == SecretText(utf8: []))
        #expect(SecretText("abc") != SecretText("abd"))
        #expect(SecretText("abc") != SecretText("bbc"))
        #expect(SecretText("abc") != SecretText("abcd"))
        // Equal characters, but other bytes.
        #expect(SecretText("\u{E9}") != SecretText("e\u{301}"))
    }

    @Test("its length is that of its bytes, and it gives back what it was made of")
    func content() {
        let secret = SecretText("字x")
        #expect(secret.count == 4)
        #expect(!secret.isEmpty && SecretText("").isEmpty)
        #expect(secret.reveal() == "字x")
        #expect(secret.withBytes { Array($0) } == Array("字x".utf8))
    }

    @Test("no description shows the text or its length")
    func description() {
        struct Holder { let secret: SecretText }
        let holder = Holder(secret: SecretText("hush-hush"))
        var dumped = ""
        dump(holder, to: &dumped)
        for text in ["\(holder.secret)", "\(holder)", String(reflecting: holder), dumped] {
            #expect(!text.contains("hush"))
        }
        #expect("\(SecretText("a"))" == "\(SecretText("abc"))")
    }

    @Test("the memory is wiped when the last reference goes")
    func wiped() throws {
        // Long enough to be found again, short enough to stay in mapped memory.
        let pattern = (0..<16_384).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
        var address = UInt64(0)
        do {
            let secret = SecretText(utf8: pattern)
            address = secret.withBytes { UInt64(UInt(bitPattern: $0.baseAddress)) }
            #expect(try Self.memory(at: address, pattern.count) == pattern)
        }
        // The allocator writes to the first bytes of what it got back; others may use it again.
        let after = (try? Self.memory(at: address, pattern.count)) ?? []
        let kept = zip(after, pattern).dropFirst(64).filter { $0 == $1 && $0 != 0 }.count
        #expect(kept < pattern.count / 16)
    }

    /// Reads this process's memory through the system, which refuses what is not mapped.
    private static func memory(at address: UInt64, _ count: Int) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/mem"))
        defer { try? file.close() }
        try file.seek(toOffset: address)
        return Array(try file.read(upToCount: count) ?? Data())
    }
}
