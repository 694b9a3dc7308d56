import TenonArchive
import TenonCore
import TestSupport
import Testing

@Suite("Archives")
struct ZipCoderTests {
    private func open(
        _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
    ) throws -> any Archive {
        try ZipCoder().open(SecretText(utf8: bytes), limits: limits)
    }

    private func open(
        _ files: [(String, String)], limits: ArchiveLimits = ArchiveLimits()
    ) throws -> any Archive {
        var zip = ZipFile()
        for (name, content) in files { zip.add(name, content) }
        return try open(zip.bytes, limits: limits)
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        (#expect(throws: ArchiveError.self) { try body() })?.code
    }

    @Test("files come with their paths, sizes and contents; folders are left out")
    func contents() throws {
        let archive = try open([("a.txt", "first"), ("files/", ""), ("files/ü.txt", "zweite")])
        #expect(
            archive.entries == [
                ArchiveEntry(path: "a.txt", size: 5), ArchiveEntry(path: "files/ü.txt", size: 6),
            ])
        #expect(try archive.contents(of: "files/ü.txt").reveal() == "zweite")
        #expect(try archive.contents(of: "a.txt").reveal() == "first")
        #expect(code { _ = try archive.contents(of: "b.txt") } == .archiveNoEntry)
    }

    @Test("an archive that was made has its files; paths out of it, and one twice, are refused")
    func made() throws {
        let text = String(repeating: "words ", count: 50_000)
        let bytes = try ZipCoder().make([
            ("a.txt", SecretText(text)), ("files/ü", SecretText("")), ("b", SecretText("2")),
        ])
        #expect(bytes.count < 5_000)
        let archive = try ZipCoder().open(bytes, limits: ArchiveLimits())
        #expect(archive.entries.map(\.path) == ["a.txt", "files/ü", "b"])
        #expect(try archive.contents(of: "a.txt").reveal() == text)
        #expect(try archive.contents(of: "files/ü").isEmpty)
        for paths in [["../up"], ["a", "a"], ["/etc/x"]] {
            let files = paths.map { (path: $0, content: SecretText("1")) }
            #expect(code { _ = try ZipCoder().make(files) } == .archivePath, "\(paths)")
        }
    }

    @Test("files that another program has packed are expanded")
    func deflated() throws {
        let bytes = [UInt8](base64: Self.packed)
        let archive = try open(bytes)
        #expect(archive.entries == [ArchiveEntry(path: "long.txt", size: 2_400)])
        let text = try archive.contents(of: "long.txt").reveal()
        #expect(text == String(repeating: "the same words again and again, ", count: 75))
    }

    @Test(
        "a path that leads out of the archive refuses all of it",
        arguments: [
            "/etc/passwd", "../up", "files/../../up", "a\\b", "C:/x", "..", "files/..",
        ])
    func escapes(name: String) {
        #expect(code { _ = try open([("good", "1"), (name, "2")]) } == .archivePath)
    }

    @Test("two files of one name refuse the archive, since programs differ in which one counts")
    func duplicates() {
        #expect(code { _ = try open([("a", "1"), ("a", "2")]) } == .archivePath)
    }

    @Test("limits of number, size and growth are held before anything is expanded")
    func limits() throws {
        let files = (0..<5).map { ("f\($0)", "12345678") }
        #expect(
            code { _ = try open(files, limits: ArchiveLimits(entries: 4)) } == .archiveTooLarge)
        #expect(
            code { _ = try open(files, limits: ArchiveLimits(entrySize: 7)) } == .archiveTooLarge)
        #expect(
            code { _ = try open(files, limits: ArchiveLimits(totalSize: 39)) } == .archiveTooLarge)
        let fitting = ArchiveLimits(entries: 5, entrySize: 8, totalSize: 40)
        #expect(try open(files, limits: fitting).entries.count == 5)
        var bomb = ZipFile()
        bomb.add("bomb", [1, 2, 3], claimedSize: 100 << 20)
        #expect(code { _ = try open(bomb.bytes) } == .archiveTooLarge)
    }

    @Test("a file that lies about its size, is damaged or encrypted is refused")
    func lies() throws {
        for claim in [2, 9] {
            var zip = ZipFile()
            zip.add("liar", Array("12345".utf8), claimedSize: claim)
            #expect(
                throws: ArchiveError.self, "claims \(claim)",
                performing: { _ = try open(zip.bytes).contents(of: "liar") })
        }
        var zip = ZipFile()
        zip.add("a", Array("12345".utf8))
        var bytes = zip.bytes
        let place = try #require(bytes.firstIndex(of: UInt8(ascii: "3")))
        bytes[place] ^= 1
        #expect(code { _ = try open(bytes).contents(of: "a") } == .archiveDamaged)
        var encrypted = ZipFile()
        encrypted.add("a", Array("1234567890123".utf8), flags: 1)
        #expect(
            code { _ = try open(encrypted.bytes).contents(of: "a") } == .archiveUnsupported)
    }

    @Test("what is no archive, or cut off anywhere, is refused without a crash")
    func noise() throws {
        #expect(code { _ = try open(Array("not a zip".utf8)) } == .archiveDamaged)
        #expect(code { _ = try open([UInt8]()) } == .archiveDamaged)
        let whole = [UInt8](base64: Self.packed)
        for count in 0..<whole.count {
            #expect(throws: ArchiveError.self) { _ = try open(Array(whole[..<count])) }
        }
    }

    @Test("random damage never crashes, and never gives other contents")
    func damage() throws {
        let whole = [UInt8](base64: Self.packed)
        let text = try open(whole).contents(of: "long.txt").reveal()
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let archive = try? open(bytes), let entry = archive.entries.first,
                let found = try? archive.contents(of: entry.path)
            else { continue }
            #expect(found.reveal() == text)
        }
    }

    /// Made with the module `zipfile` of Python.
    private static let packed =
        "UEsDBBQAAAAIAAAAIVxQnz4vMwAAAGAJAAAIAAAAbG9uZy50eHQryUhVKE7MTVUozy9KKVZITE/MzFNI"
        + "zEuBsHQUSkblR+VH5UflR+VH5UflR+VH5UmSBwBQSwECFAMUAAAACAAAACFcUJ8+LzMAAABgCQAACAAA"
        + "AAAAAAAAAAAAgAEAAAAAbG9uZy50eHRQSwUGAAAAAAEAAQA2AAAAWQAAAAAA"
}

extension [UInt8] {
    /// Reads base64 without line breaks.
    init(base64 text: String) {
        let digits = Array<UInt8>(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bits: UInt32 = 0
        var count = 0
        self = []
        for digit in text.utf8 {
            guard let value = digits.firstIndex(of: digit) else { break }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
    }
}
