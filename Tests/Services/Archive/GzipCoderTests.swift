import TenonArchive
import TenonCore
import TestSupport
import Testing

@Suite("Compression in the gzip format")
struct GzipCoderTests {
    private func expand(_ bytes: [UInt8], limit: Int = 1 << 24) throws -> [UInt8] {
        var result: [UInt8] = []
        try bytes.withUnsafeBytes { bytes in
            try GzipCoder().expand(bytes, limit: limit) { result += Array($0) }
        }
        return result
    }

    private func compress(_ bytes: [UInt8]) throws -> [UInt8] {
        var result: [UInt8] = []
        try bytes.withUnsafeBytes { bytes in
            try GzipCoder().compress(bytes) { result += Array($0) }
        }
        return result
    }

    private func code(_ bytes: [UInt8], limit: Int = 1 << 24) -> ErrorCode? {
        (#expect(throws: ArchiveError.self) { try expand(bytes, limit: limit) })?.code
    }

    @Test("what was compressed expands to the same", arguments: [0, 1, 65_535, 65_536, 300_000])
    func roundTrip(count: Int) throws {
        var generator = SeededGenerator(seed: 7)
        let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(try expand(try compress(noise)) == noise)
        let zeros = [UInt8](repeating: 0, count: count)
        let packed = try compress(zeros)
        #expect(try expand(packed) == zeros)
        #expect(count < 1_000 || packed.count < count / 100)
    }

    @Test("gzip expands what is compressed here, and the other way round")
    func program() async throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "Grüße, ", count: 10_000)
        try folder.write(text, to: "plain")
        let gzip = Program(path: "/bin/gzip")
        #expect(try await gzip.run("-k", "\(folder.path)/plain").status == 0)
        let theirs = try bytes(of: "\(folder.path)/plain.gz")
        #expect(try expand(theirs) == Array(text.utf8))
        try write(try compress(Array(text.utf8)), to: "\(folder.path)/ours.gz")
        #expect(try await gzip.run("-d", "\(folder.path)/ours.gz").status == 0)
        #expect(folder.text(of: "ours") == text)
    }

    @Test("the result is never larger than the limit")
    func limit() throws {
        let packed = try compress([UInt8](repeating: 0, count: 1 << 20))
        #expect(try expand(packed, limit: 1 << 20).count == 1 << 20)
        #expect(code(packed, limit: (1 << 20) - 1) == .archiveTooLarge)
    }

    @Test("damage, missing ends and trailing bytes are noticed")
    func damage() throws {
        let packed = try compress(Array("some text that is long enough to be packed".utf8))
        for count in 0..<packed.count { #expect(code(Array(packed[..<count])) == .archiveDamaged) }
        #expect(code(packed + [0]) == .archiveDamaged)
        var changed = packed
        changed[changed.count - 6] ^= 1
        #expect(code(changed) == .archiveDamaged)
    }
}
