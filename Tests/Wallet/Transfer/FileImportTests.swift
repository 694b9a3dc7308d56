import Foundation
import TenonCore
import TenonMemory
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Files in imports")
struct FileImportTests {
    private typealias Reason = RowProblem.Reason

    private static let password = SecretText("p")

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func base64(_ text: String) -> String { Base64.encode(bytes(text)) }

    /// A KDBX with an entry and its files.
    private func database(
        _ files: [(name: String, content: String)], title: String = "Mail",
        password: String = "p", changed: Int64 = 1_600_000_000
    ) throws -> [UInt8] {
        let content = KeePassContent()
        var entry = KeePassEntry(
            uuid: [UInt8](repeating: 7, count: 16),
            fields: [
                .init(key: "Title", value: SecretText(title)),
                .init(key: "UserName", value: SecretText("ada")),
                .init(key: "Password", value: SecretText(password), isProtected: true),
            ], created: Timestamp(seconds: 1_500_000_000), changed: Timestamp(seconds: changed))
        for file in files {
            content.begin(size: file.content.utf8.count)
            content.buffer.append(file.content)
            entry.references.append(.init(name: file.name, number: content.end()))
        }
        return try KeePassWriter(tools: .live, argon2id: .floor).file(
            [entry], content: content, name: "n", password: Self.password,
            now: Timestamp(seconds: 0)
        ).array
    }

    private func take(_ file: [UInt8], _ fixture: TransferFixture) async throws -> ImportResult {
        try await fixture.import(
            path: try fixture.write(file, to: "in"), password: Self.password.reveal())
    }

    @Test("Names that no file has here, and two of one name, become others, which is said")
    func names() async throws {
        let fixture = try await TransferFixture()
        let file = try database([
            ("a.txt", "one"), ("a.txt", "two"), ("../b/c.txt", "three"), ("", "four"),
            ("d\\e\u{2028}.txt", "five"), ("..", "six"),
        ])
        let result = try await take(file, fixture)
        #expect(result.counts.files == 6)
        #expect(
            result.problems.map(\.reason) == [
                .fileRenamed("a.txt", to: "a (2).txt"),
                .fileRenamed("../b/c.txt", to: ".._b_c.txt"), .fileRenamed("", to: "file"),
                .fileRenamed("d\\e\u{2028}.txt", to: "d_e_.txt"),
                .fileRenamed("..", to: "file (2)"),
            ])
        #expect(result.problems.allSatisfy { $0.title == "Mail" && !$0.isLeftOut })
        #expect(
            try await fixture.files("Mail") == [
                "a.txt": Self.bytes("one"), "a (2).txt": Self.bytes("two"),
                ".._b_c.txt": Self.bytes("three"), "file": Self.bytes("four"),
                "d_e_.txt": Self.bytes("five"), "file (2)": Self.bytes("six"),
            ])
        let again = try await take(file, fixture)
        #expect(again.counts.writes == 0 && again.problems.isEmpty)
    }

    @Test("A file of the vault is never replaced: another content gets another name, once")
    func conflict() async throws {
        let fixture = try await TransferFixture()
        let first = try await take(try database([("a.txt", "mine")]), fixture)
        #expect(first.counts.files == 1)
        let other = try database([("a.txt", "other"), ("b.txt", "more")])
        let result = try await take(other, fixture)
        #expect(result.counts.completed == 1 && result.counts.files == 2)
        #expect(result.problems.map(\.reason) == [.fileRenamed("a.txt", to: "a (2).txt")])
        let files = [
            "a.txt": Self.bytes("mine"), "a (2).txt": Self.bytes("other"),
            "b.txt": Self.bytes("more"),
        ]
        #expect(try await fixture.files("Mail") == files)
        #expect(try await take(other, fixture).counts.writes == 0)
        // With a newer password as well.
        let newer = try database(
            [("a.txt", "other"), ("c.txt", "new")], password: "q", changed: 1_700_000_000)
        let changed = try await take(newer, fixture)
        #expect(changed.counts.changed == 1 && changed.counts.files == 1)
        #expect(try await fixture.files("Mail")["c.txt"] == Self.bytes("new"))
        #expect(try await fixture.logins().map { $0.password.reveal() } == ["q"])
        #expect(try await fixture.vault.check().isClean)
    }

    @Test("Entries that differ in their files alone stay two; an entry may have nothing but a file")
    func alone() async throws {
        let fixture = try await TransferFixture()
        let document = { (name: String, content: String) in
            """
            <Entry><String><Key>Title</Key><Value>\(name)</Value></String>
            <Binary><Key>a.txt</Key><Value>\(Self.base64(content))</Value></Binary></Entry>
            """
        }
        let xml =
            "<KeePassFile><Root><Group>" + document("Twin", "one") + document("Twin", "two")
            + document("Twin", "two") + document("", "three") + "</Group></Root></KeePassFile>"
        let result = try await take(Self.bytes(xml), fixture)
        #expect(result.counts.new == 3 && result.counts.repeated == 1 && result.counts.files == 3)
        #expect(try await fixture.items().map(\.title).sorted() == ["Twin", "Twin", "a.txt"])
    }

    @Test("What is larger than an import takes is left out, and said")
    func tooLarge() {
        let size = FoundFile.sizeLimit
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size + 1, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        let bytes = UnsafeRawBufferPointer(memory)
        #expect(FoundFile(bytes) == .tooLarge)
        guard case .content(let content) = FoundFile(UnsafeRawBufferPointer(rebasing: bytes[1...]))
        else {
            Issue.record("100 MB are not too much.")
            return
        }
        #expect(content.size == size)
        var item = ImportedItem(item: .note(Note(head: ItemHead(title: "T"))))
        item.take(.tooLarge, named: "huge.iso")
        #expect(item.files.isEmpty && item.remarks == [.fileTooLarge("huge.iso")])
        // One content to which many names point fills an import only once.
        var document = ImportedDocument(format: .keePass)
        item.files = Array(
            repeating: ImportedFile(name: "a", content: content), count: 43)
        item.remarks = []
        document.add(item)
        let rows = DocumentRows(document)
        _ = rows.next()
        #expect(rows.files.count == 42)
        guard case .problem(let problem)? = rows.next() else {
            Issue.record("Nothing is said.")
            return
        }
        #expect(problem.reason == .tooManyFiles(1) && !problem.isLeftOut)
    }

    @Test("Bitwarden: those in the archive, those that are not there, and those of nobody")
    func bitwarden() async throws {
        let data = #"""
            {"encrypted": false, "folders": [], "items": [
             {"id": "i1", "type": 1, "name": "Mail", "login": {"username": "ada", "password": "p1"},
              "attachments": [{"fileName": "a.pdf"}, {"fileName": "gone.pdf"}]},
             {"id": "i2", "type": 1, "name": "Gone", "deletedDate": "2024-01-01T00:00:00Z"},
             {"id": "i3", "type": 2, "name": "Note", "notes": "n"}]}
            """#
        var zip = ZipFile()
        zip.add("data.json", data)
        zip.add("attachments/i1/a.pdf", "x")
        zip.add("attachments/i1/sub/b.pdf", "y")
        zip.add("attachments/i2/c.pdf", "z")
        zip.add("attachments/i9/d.pdf", "of nobody")
        zip.add("attachments/i3/broken", Self.bytes("four"), claimedSize: 5)
        let fixture = try await TransferFixture()
        let result = try await take(zip.bytes, fixture)
        #expect(result.format == .bitwardenArchive)
        #expect(result.counts.new == 2 && result.counts.files == 2)
        #expect(
            result.problems.map { "\($0.title): \($0.reason)" } == [
                "Mail: \(Reason.fileMissing("gone.pdf"))",
                "Mail: \(Reason.fileRenamed("sub/b.pdf", to: "sub_b.pdf"))",
                "Gone: \(Reason.inTrash)", "Note: \(Reason.fileMissing("broken"))",
                "attachments/i9/d.pdf: \(Reason.unknownPart)",
            ])
        #expect(
            try await fixture.files("Mail")
                == ["a.pdf": Self.bytes("x"), "sub_b.pdf": Self.bytes("y")])
        #expect(try await take(zip.bytes, fixture).counts.writes == 0)
        // They go back into an archive, under the id that Bitwarden knows.
        let path = try await fixture.export(.bitwardenArchive, to: "out.zip")
        let archive = try DocumentTools.live.archives.open(
            try ImportSource.file(path: path).contents(limit: 1 << 20), limits: ArchiveLimits())
        let paths = archive.entries.map(\.path)
        #expect(paths.count == 3 && paths[0] == "data.json")
        #expect(paths.dropFirst().allSatisfy { $0.hasPrefix("attachments/i1/") })
        #expect(try await fixture.import(path: path).counts.writes == 0)
    }

    @Test("1Password: documents, and files in sections")
    func onePassword() async throws {
        let data = #"""
            {"accounts": [{"attrs": {}, "vaults": [{"attrs": {"name": "V"}, "items": [
              {"uuid": "u1", "categoryUuid": "006", "overview": {"title": "Deed"}, "details": {
                "documentAttributes": {"fileName": "deed.pdf", "documentId": "d1"},
                "sections": [{"title": "s", "fields": [
                  {"title": "f", "id": "f", "value": {"file": {"fileName": "a__b.txt", "documentId": "d2"}}},
                  {"title": "g", "id": "g", "value": {"file": {"fileName": "none", "documentId": "d3"}}}
                ]}]}}]}]}]}
            """#
        var zip = ZipFile()
        zip.add("export.attributes", #"{"version": 3}"#)
        zip.add("export.data", data)
        zip.add("files/d1__deed.pdf", "deed")
        zip.add("files/d2__a__b.txt", "ab")
        let fixture = try await TransferFixture()
        let result = try await take(zip.bytes, fixture)
        #expect(result.counts.new == 1 && result.counts.files == 2)
        #expect(result.problems.map(\.reason) == [.fileMissing("none")])
        #expect(
            try await fixture.files("Deed")
                == ["deed.pdf": Self.bytes("deed"), "a__b.txt": Self.bytes("ab")])
        #expect(try await take(zip.bytes, fixture).counts.writes == 0)
    }

    @Test("An import that does not come to its end attaches nothing")
    func cancelled() async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(try database([("a.txt", "one")]), to: "in")
        let preview = try await fixture.importer.preview(
            .file(path: path), askPassword: { _, _ in Self.password })
        let importer = fixture.importer
        await #expect(throws: CancellationError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await importer.apply(preview)
            }.value
        }
        #expect(try await fixture.items().isEmpty)
        #expect(try await fixture.vault.check().isClean)
        #expect(try await importer.apply(preview).counts.files == 1)
    }

    @Test("Names are shortened before their endings, and told apart by numbers")
    func attachmentNames() {
        let long = String(repeating: "ü", count: 300) + ".pdf"
        let name = AttachmentName.fitting(long)
        #expect(name.utf8.count <= 255 && name.hasSuffix("ü.pdf"))
        let second = AttachmentName.free(long, besides: [name])
        #expect(second.utf8.count <= 255 && second.hasSuffix("ü (2).pdf"))
        #expect(AttachmentName.isVariant(second, of: long))
        #expect(AttachmentName.isVariant("a (12).txt", of: "a.txt"))
        for other in ["a (x).txt", "a.pdf", "b (2).txt", "a 2.txt", "a(2).txt", "a (2)"] {
            #expect(!AttachmentName.isVariant(other, of: "a.txt"), "\(other)")
        }
        #expect(AttachmentName.free(".profile", besides: [".profile"]) == ".profile (2)")
    }
}
