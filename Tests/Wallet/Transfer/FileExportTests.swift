import Foundation
import TenonCore
import TenonMemory
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Files in exports")
struct FileExportTests {
    private static let password = "der Schlüssel 🔑"
    /// More than one chunk, of any bytes.
    static let scan = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    private static let mail: [String: [UInt8]] = [
        "scan.pdf": scan, "empty": [], "grüße <&>.txt": Array("text".utf8),
    ]

    /// A vault with a login, a card and a note that have files, two of which have the same content.
    private func filled() async throws -> TransferFixture {
        let fixture = try await TransferFixture()
        let login = try await fixture.vault.add(
            Login(title: "Mail", userName: "ada", password: SecretText("p")))
        for (name, content) in Self.mail.sorted(by: { $0.key < $1.key }) {
            try await fixture.vault.attach(name, content, to: login.id)
        }
        let note = try await fixture.vault.add(
            .note(Note(head: ItemHead(title: "Note", notes: SecretText("text")))))
        try await fixture.vault.attach("copy.pdf", Self.scan, to: note.id)
        let card = try await fixture.vault.add(
            .card(Card(head: ItemHead(title: "Visa"), number: SecretText("4111111111111111"))))
        try await fixture.vault.attach("card.png", [1, 2, 3], to: card.id)
        return fixture
    }

    @Test(
        "come back byte by byte, once",
        arguments: [ExportFormat.keePass, .bitwardenArchive, .onePassword])
    func roundTrip(format: ExportFormat) async throws {
        let source = try await filled()
        #expect(try await source.exporter.omissions()[format]?[.attachments] == 0)
        let path = try await source.export(format, to: "out", password: Self.password)
        let target = try await TransferFixture()
        let preview = try await target.importer.preview(
            .file(path: path), askPassword: { _, _ in SecretText(Self.password) })
        #expect(preview.counts.new == 3 && preview.counts.files == 5)
        #expect(try await target.items().isEmpty)
        let result = try await target.importer.apply(preview)
        #expect(result.counts.files == 5 && result.problems.isEmpty, "\(result.problems)")
        #expect(try await target.files("Mail") == Self.mail)
        #expect(try await target.files("Note") == ["copy.pdf": Self.scan])
        #expect(try await target.files("Visa") == ["card.png": [1, 2, 3]])
        #expect(try await target.vault.check().isClean)
        let again = try await target.import(path: path, password: Self.password)
        #expect(again.counts.writes == 0 && again.counts.files == 0, "\(again.counts)")
        let back = try await source.import(path: path, password: Self.password)
        #expect(back.counts.new == 0 && back.counts.files == 0, "\(back.counts)")
        #expect(try await source.files("Mail") == Self.mail)
    }

    @Test(
        "are left out of other formats, which is said",
        arguments: [ExportFormat.bitwarden, .bitwardenEncrypted, .text])
    func leftOut(format: ExportFormat) async throws {
        let source = try await filled()
        let omissions = try #require(try await source.exporter.omissions()[format])
        #expect(omissions[.attachments] == 5 && omissions.isLoss)
    }

    @Test("Of more than an import takes, the largest are left out")
    func room() {
        let million = 1_000_000
        #expect(ExportFiles.leftOut(of: []) == 0)
        let full = Array(repeating: ExportFiles.limit / 6, count: 6)
        #expect(ExportFiles.leftOut(of: full) == 0)
        #expect(ExportFiles.leftOut(of: full + [1]) == 1)
        // An import would not take it, however much room there is.
        #expect(ExportFiles.leftOut(of: [100 * million, 100 * million + 1]) == 1)
        #expect(
            ExportFiles.leftOut(
                of: [100, 99, 98, 97, 96, 95, 1].map { $0 * million }) == 2)
    }

    @Test("Each content is in a KDBX once")
    func once() async throws {
        let source = try await filled()
        let path = try await source.export(.keePass, to: "out.kdbx", password: Self.password)
        let size = try Data(contentsOf: URL(filePath: path)).count
        #expect(size < 2 * Self.scan.count)
        let content = KeePassContent()
        let numbers = [[1, 2], [], [1, 2], [3]].map { (bytes: [UInt8]) in
            content.begin(size: bytes.count)
            content.buffer.append(bytes)
            return content.end()
        }
        #expect(numbers == [0, 1, 0, 2])
        content.finish()
        let files = try content.buffer.withBytes { try KeePassInnerHeader($0).files }
        let expected = [[1, 2], [], [3]].map { (bytes: [UInt8]) in
            bytes.withUnsafeBytes { FoundFile($0) }
        }
        #expect(files == expected)
    }

    @Test("KeePassXC writes them as they are, and what it attaches is imported")
    func withKeePassXC() async throws {
        let source = try await filled()
        let folder = try TemporaryFolder()
        let tool = KeePassXC(folder: folder, password: Self.password)
        let path = try await source.export(.keePass, to: "out.kdbx", password: Self.password)
        try FileManager.default.copyItem(atPath: path, toPath: folder.path + "/x.kdbx")
        func exported(_ entry: String, _ name: String) async throws -> [UInt8] {
            let target = "from-\(entry)-\(name.utf8.count)"
            try await tool.run("attachment-export", "x.kdbx", entry, name, target)
            return Array(try Data(contentsOf: URL(filePath: folder.path + "/" + target)))
        }
        for (name, content) in Self.mail {
            #expect(try await exported("Mail", name) == content, "\(name)")
        }
        #expect(try await exported("Note", "copy.pdf") == Self.scan)
        #expect(try await exported("Visa", "card.png") == [1, 2, 3])

        let photo = Self.scan.reversed() + [7]
        try Data(photo).write(to: URL(filePath: folder.path + "/photo"))
        try await tool.run("attachment-import", "x.kdbx", "Note", "photo.jpg", "photo")
        let target = try await TransferFixture()
        let changed = folder.path + "/x.kdbx"
        #expect(
            try await target.import(path: changed, password: Self.password).counts.files == 6)
        #expect(
            try await target.files("Note") == ["copy.pdf": Self.scan, "photo.jpg": Array(photo)])
        // Where it comes from, only the new one is attached.
        let back = try await source.import(path: changed, password: Self.password)
        #expect(back.counts.files == 1 && back.counts.new == 0, "\(back.counts)")
        #expect(try await source.files("Note")["photo.jpg"] == Array(photo))
        // One that KeePassXC has made itself.
        try await tool.make("theirs.kdbx")
        try await tool.run("add", "-u", "grace", "theirs.kdbx", "Ship")
        try await tool.run("attachment-import", "theirs.kdbx", "Ship", "a b.jpg", "photo")
        let theirs = folder.path + "/theirs.kdbx"
        #expect(
            try await target.import(path: theirs, password: Self.password).counts.files == 1)
        #expect(try await target.files("Ship") == ["a b.jpg": Array(photo)])
        // In the XML that it exports they are packed, and in the document.
        let xml = try target.write(
            try await tool.run("export", "-f", "xml", "theirs.kdbx"), to: "theirs.xml")
        let other = try await TransferFixture()
        #expect(try await other.import(path: xml).counts.files == 1)
        #expect(try await other.files("Ship") == ["a b.jpg": Array(photo)])
    }
}
