import Foundation
import TenonCore
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Files of every format that were changed by somebody")
struct ChangedFileTests {
    /// What becomes of a file.
    private enum Outcome {
        /// How many rows there were, and how many of them would be written.
        case read(rows: Int, writes: Int)
        case refused(any Error)
    }

    private static let formats = ImportFormat.allCases.filter {
        $0 != .passStore && $0 != .opVault
    }

    private func outcome(
        _ bytes: [UInt8], of format: ImportFormat, _ sample: Sample, _ fixture: TransferFixture
    ) async -> Outcome {
        do {
            let preview = try await fixture.importer.preview(
                .bytes(SecretText(utf8: bytes), name: "sample"), options: sample.options(format),
                askPassword: { _, attempts in attempts == 0 ? sample.password : nil })
            return .read(rows: preview.counts.rows, writes: preview.counts.writes)
        } catch {
            return .refused(error)
        }
    }

    /// What is refused is refused with words, and what is read is no more than the file can hold.
    private func check(
        _ bytes: [UInt8], of format: ImportFormat, _ sample: Sample, _ fixture: TransferFixture,
        _ what: @autoclosure () -> String
    ) async {
        switch await outcome(bytes, of: format, sample, fixture) {
        case .refused(let error):
            #expect(
                error is any ExplainedError, "\(format), \(what()): \(type(of: error)) \(error)")
        case .read(let rows, let writes):
            #expect(writes <= rows && rows <= 64, "\(format), \(what()): \(rows)")
        }
    }

    @Test("each importer has a sample that it recognises and reads", arguments: formats)
    func sample(format: ImportFormat) async throws {
        let fixture = try await TransferFixture()
        let sample = try #require(try Sample(format))
        let preview = try await fixture.importer.preview(
            .bytes(SecretText(utf8: sample.bytes), name: "sample"),
            options: sample.options(format), askPassword: { _, _ in sample.password })
        #expect(preview.format == format)
        #expect(preview.counts.new > 0 && preview.counts.problems == 0)
        try await fixture.importer.apply(preview)
        let passwords = try await fixture.items().compactMap { $0.login?.password.isEmpty }
        #expect(passwords.contains(false))
    }

    @Test("cut anywhere", arguments: formats)
    func truncated(format: ImportFormat) async throws {
        let fixture = try await TransferFixture()
        let sample = try #require(try Sample(format))
        let count = sample.bytes.count
        for end in Set(stride(from: 0, to: count, by: max(1, count / 40))).union([1, count - 1]) {
            await check(
                Array(sample.bytes[..<end]), of: format, sample, fixture, "cut at \(end)")
        }
    }

    @Test("with bits and bytes changed", arguments: formats)
    func changed(format: ImportFormat) async throws {
        let fixture = try await TransferFixture()
        let sample = try #require(try Sample(format))
        var generator = SeededGenerator(seed: 13)
        // The numbers of a KeePass header may ask for work that takes too long for a test.
        let start = sample.password == nil ? 0 : format == .keePass1 ? 124 : 230
        for _ in 0..<60 {
            var bytes = sample.bytes
            let place = Int.random(in: start..<bytes.count, using: &generator)
            if Bool.random(using: &generator) {
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            } else {
                let values: [UInt8] = [0, 0xFF, 0x22, 0x2C, 0x7B, 0x5D, 0x3C, 0x0A]
                bytes[place] = values.randomElement(using: &generator) ?? 0
            }
            await check(bytes, of: format, sample, fixture, "byte \(place)")
        }
    }

    @Test(
        "with values of JSON of another type, far numbers, and deep or long ones",
        arguments: [
            ImportFormat.bitwarden, .onePassword, .proton, .keeper, .enpass, .bitwardenArchive,
        ])
    func types(format: ImportFormat) async throws {
        let fixture = try await TransferFixture()
        let sample = try #require(try Sample(format))
        let (name, document) = try content(of: sample)
        let strange: [JSONValue] = [
            .null, .bool(true), .number("1e400"), .number("-9223372036854775808"), .string(""),
            .string(String(repeating: "x", count: 5_000)), .array([]), .object([]),
            .array([.array([.object([.init("", .null)])])]),
        ]
        for place in 0..<document.valueCount {
            for value in strange {
                let changed = document.replacing(place, with: value).encoded.array
                var bytes = changed
                if let name {
                    var zip = ZipFile()
                    zip.add(name, String(decoding: changed, as: UTF8.self))
                    bytes = zip.bytes
                }
                await check(bytes, of: format, sample, fixture, "value \(place): \(value)")
            }
        }
    }

    @Test("a vault of 1Password whose files were changed", arguments: ["profile.js", "band_0.js"])
    func vault(name: String) async throws {
        let fixture = try await TransferFixture()
        let path = try OnePasswordVaultFolder(iterations: 10).write(to: fixture.path("v"))
        let file = URL(filePath: "\(path)/default/\(name)")
        let bytes = Array(try Data(contentsOf: file))
        var generator = SeededGenerator(seed: 14)
        for number in 0..<150 {
            var changed = bytes
            if number < 50 {
                changed = Array(bytes[..<(bytes.count * number / 50)])
            } else {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            try Data(changed).write(to: file)
            do {
                let preview = try await fixture.importer.preview(
                    .file(path: path),
                    askPassword: { _, attempts in
                        attempts == 0 ? OnePasswordVaultFolder.password : nil
                    })
                #expect(preview.counts.new <= 2)
            } catch {
                #expect(error is any ExplainedError, "\(number): \(error)")
            }
        }
    }

    /// The JSON of a sample, and the name of the file that it is in.
    private func content(of sample: Sample) throws -> (String?, JSONValue) {
        let text = SecretText(utf8: sample.bytes)
        guard sample.bytes.starts(with: Array("PK".utf8)) else {
            return (nil, try JSONReader.read(text))
        }
        let archive = try DocumentTools.live.archives.open(text, limits: ArchiveLimits())
        let name = try #require(archive.entries.first?.path)
        return (name, try JSONReader.read(try archive.contents(of: name)))
    }
}

extension JSONValue {
    /// The value with another one in a place, counted from the outside.
    fileprivate func replacing(_ place: Int, with other: JSONValue) -> JSONValue {
        guard place > 0 else { return other }
        var left = place - 1
        func replaced(_ value: JSONValue) -> JSONValue {
            defer { left -= value.valueCount }
            return 0..<value.valueCount ~= left ? value.replacing(left, with: other) : value
        }
        switch self {
        case .array(let elements): return .array(elements.map(replaced))
        case .object(let members):
            return .object(members.map { Member($0.name, replaced($0.value)) })
        case .null, .bool, .number, .string: return self
        }
    }
}
