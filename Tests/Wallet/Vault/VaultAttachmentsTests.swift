import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

/// Files in items.
@Suite struct VaultAttachmentsTests {
    private typealias Attachment = WalletVault.Attachment

    private let fixture = VaultFixture()

    /// Bytes that are others at each place.
    private static func content(_ size: Int, seed: Int = 1) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: ($0 &* 31) ^ ($0 >> 8) &+ seed) }
    }

    @discardableResult
    private func attach(
        _ name: String, _ content: [UInt8], to id: ItemID, _ manager: VaultManager
    ) async throws -> Attachment {
        let attachment = try Attachment(name, size: content.count, added: fixture.now)
        var position = 0
        try await manager.attach(attachment, to: id) { bytes in
            bytes.copyBytes(from: content[position..<(position + bytes.count)])
            position += bytes.count
        }
        return attachment
    }

    private func bytes(_ attachment: Attachment, _ manager: VaultManager) async throws -> [UInt8] {
        try await manager.contents(of: attachment).withBytes { Array($0) }
    }

    private func chunkCount() throws -> String? {
        try fixture.raw { try rows("SELECT count(*) FROM attachment_chunk", $0) }.first
    }

    @Test(
        "A name that another machine gave leads into no other folder",
        arguments: [
            ("../../.bashrc", ".bashrc"), ("/etc/cron.d/job", "job"), ("folder/", "folder"),
            ("scan.pdf", "scan.pdf"),
        ])
    func foreignNames(name: String, shown: String) throws {
        let blank = Array(repeating: UInt8(ascii: "x"), count: name.utf8.count)
        let made = try Attachment(
            String(decoding: blank, as: UTF8.self), size: 0, added: fixture.now)
        var bytes = made.encoded.withBytes { Array($0) }
        let start = try #require(
            bytes.indices.first { bytes[$0...].starts(with: blank) })
        bytes.replaceSubrange(start..<(start + blank.count), with: Array(name.utf8))
        let foreign = try #require(Attachment(encoded: SecretText(utf8: bytes)))
        #expect(foreign.name == name)
        var login = Login.sample("one")
        login.head.attachments = [foreign]
        #expect(Item.login(login).namedAttachments.map(\.name) == [shown])
        var item: Item = .login(login)
        for folder in ["..", ".", "///"] {
            bytes = made.encoded.withBytes { Array($0) }
            let text = String(repeating: "/", count: blank.count - folder.count) + folder
            bytes.replaceSubrange(start..<(start + blank.count), with: Array(text.utf8))
            let foreign = try #require(Attachment(encoded: SecretText(utf8: bytes)))
            item.head.attachments = [foreign]
            #expect(item.namedAttachments.map(\.name) == ["\(foreign.id)"])
        }
    }

    @Test("come back byte by byte, whatever their size, also after locking")
    func content() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("one")).id
        let sizes = [0, 1, 4096, 4097, 1 << 20, (2 << 20) + 17]
        for size in sizes { try await attach("\(size).bin", Self.content(size), to: id, manager) }
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        let attachments = try await manager.item(id).attachments
        #expect(attachments.map(\.name) == sizes.map { "\($0).bin" })
        #expect(attachments.map(\.size) == sizes)
        for (attachment, size) in zip(attachments, sizes) {
            #expect(try await bytes(attachment, manager) == Self.content(size))
        }
        let report = try await manager.check()
        #expect(report.isClean, "\(report.findings)")
        // Another change of the item keeps them.
        var login = try await manager.login(id)
        login.password = SecretText("other")
        try await manager.save(login)
        #expect(try await manager.item(id).attachments == attachments)
    }

    @Test("A vault has the first format until it has an attachment")
    func format() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("one")).id
        let format = { try fixture.raw { try rows("SELECT format FROM header", $0) }.first }
        #expect(try format() == "1")
        try await attach("scan.pdf", Self.content(10), to: id, manager)
        #expect(try format() == "2")
        #expect(try await manager.check().isClean)
        // Who has had it open all the while goes on.
        let other = try await fixture.unlocked()
        try await other.add(.sample("two"))
        #expect(try await manager.list(ItemQuery()).total == 2)
    }

    @Test("Nothing of a file stands in the vault in clear, and its length is not told to the byte")
    func sealed() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("one")).id
        let text = Array("quokka and numbat, both of Australia".utf8)
        try await attach("wombat-holes.txt", text, to: id, manager)
        await manager.lock()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        for word in ["quokka and", "wombat-holes"] {
            #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
        }
        let lengths = try fixture.raw {
            try rows("SELECT length(sealed) FROM attachment_chunk", $0)
        }
        #expect(lengths == ["\(4096 + AES256GCM.overhead)"])
    }

    @Test(
        "What is altered, swapped, missing or of another file is named, and not handed out",
        arguments: [
            (
                "UPDATE attachment_chunk SET sealed = zeroblob(length(sealed)) WHERE number = 1",
                "altered"
            ),
            (
                "UPDATE attachment_chunk SET number = CASE number WHEN 0 THEN 9 WHEN 1 THEN 0 END "
                    + "WHERE number < 2", "altered"
            ),
            ("DELETE FROM attachment_chunk WHERE number = 2", "missing"),
            ("UPDATE attachment_chunk SET sealed = substr(sealed, 2) WHERE number = 2", "altered"),
        ])
    func tampered(sql: String, problem: String) async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("one")).id
        let attachment = try await attach("a.bin", Self.content(2_500_000), to: id, manager)
        try fixture.raw { connection in _ = try connection.execute(sql, []) }
        let error = await failure { _ = try await bytes(attachment, manager) }
        #expect(error?.code.name == "vault.tampered")
        #expect(error?.findings.map { $0.subject } == [.attachment("a.bin")])
        let findings = try await manager.check().findings
        let found = findings.first { $0.subject == .attachment("a.bin") }
        #expect(found?.problem.rawValue == problem, "\(findings)")
        // The item itself is as it was.
        #expect(try await manager.item(id).attachments == [attachment])
    }

    @Test("Content that belongs to no item is found")
    func foreign() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("one")).id
        try await attach("a.bin", Self.content(10), to: id, manager)
        try fixture.raw { connection in
            try connection.execute(
                "INSERT INTO attachment_chunk VALUES (randomblob(16), 0, randomblob(100))", [])
        }
        #expect(
            try await manager.check().findings
                == [VaultFinding(problem: .foreign, subject: .database)])
    }

    @Test("Removing a file, or an item for ever, removes the content; the trash keeps it")
    func removed() async throws {
        let manager = try await fixture.created()
        let (first, second) = (
            try await manager.add(.sample("one")).id, try await manager.add(.sample("two")).id
        )
        let attachment = try await attach("a.bin", Self.content(10), to: first, manager)
        try await attach("b.bin", Self.content(10), to: second, manager)
        #expect(try chunkCount() == "2")
        try await manager.detach(attachment, from: first)
        #expect(try await manager.item(first).attachments.isEmpty)
        #expect(try chunkCount() == "1")
        try await manager.moveToTrash(second)
        #expect(try chunkCount() == "1")
        try await manager.deletePermanently(second)
        #expect(try chunkCount() == "0")
        #expect(try await manager.check().isClean)
    }

    @Test("An item gets only what is there as a whole, and only one file of a name")
    func refused() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("one")).id
        var item = try await manager.item(id)
        item.head.attachments = [try Attachment("a.bin", size: 10, added: fixture.now)]
        let item1 = item
        #expect(await code { try await manager.save(item1) } == "vault.attachment")
        struct Stop: Error {}
        let large = try Attachment("b.bin", size: 2_000_000, added: fixture.now)
        var count = 0
        _ = await code {
            try await manager.attach(large, to: id) { _ in
                count += 1
                if count == 2 { throw Stop() }
            }
        }
        #expect(count == 2)
        item.head.attachments = [large]
        let item2 = item
        #expect(await code { try await manager.save(item2) } == "vault.attachment")
        #expect(try await manager.item(id).attachments.isEmpty)
        try await attach("c.bin", [1], to: id, manager)
        #expect(
            await code { try await attach("c.bin", [2], to: id, manager) } == "vault.attachment")
        #expect(try await manager.check().isClean)
    }

    @Test("Names and sizes that no file has are refused")
    func names() {
        for name in ["", "/", "a/..", ".", "a\0b", String(repeating: "x", count: 256)] {
            #expect(throws: VaultError.self, "\(name)") {
                _ = try Attachment(name, size: 1, added: fixture.now)
            }
        }
        #expect(throws: VaultError.self) {
            _ = try Attachment("a", size: Attachment.sizeLimit + 1, added: fixture.now)
        }
        #expect(
            (try? Attachment("/tmp/folder/a.txt", size: 1, added: fixture.now))?.name == "a.txt")
    }

    @Test("What was begun and given up goes a day later, and is no finding before")
    func forgotten() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("one")).id
        let given = try Attachment("a.bin", size: 10, added: fixture.now)
        try await manager.keep(Self.content(10).withUnsafeBytes { try given.seal(0, $0) })
        #expect(try await manager.check().isClean)
        fixture.advance(by: .seconds(23 * 3600))
        try await attach("b.bin", [1], to: id, manager)
        #expect(try chunkCount() == "2")
        fixture.advance(by: .seconds(2 * 3600))
        try await attach("c.bin", [1], to: id, manager)
        #expect(try chunkCount() == "2")
        #expect(try await manager.item(id).attachments.map(\.name) == ["b.bin", "c.bin"])
        #expect(try await manager.check().isClean)
    }

    @Test("A new key of the vault seals them again")
    func rekeyed() async throws {
        let manager = try await fixture.created(remembers: true)
        let id = try await manager.add(.sample("one")).id
        let content = Self.content(1_500_000)
        try await attach("a.bin", content, to: id, manager)
        let given = try Attachment("b.bin", size: 10, added: fixture.now)
        try await manager.keep(Self.content(10).withUnsafeBytes { try given.seal(0, $0) })
        let tags = "SELECT hex(substr(sealed, -16)) FROM attachment_chunk"
        let before = try fixture.raw { try rows(tags, $0) }
        _ = try await manager.rekey(passphrase: VaultFixture.passphrase)
        let after = try fixture.raw { try rows(tags, $0) }
        #expect(after.count == 2 && Set(before).isDisjoint(with: after))
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        let attachment = try #require(try await manager.item(id).attachments.first)
        #expect(try await bytes(attachment, manager) == content)
        #expect(try await manager.check().isClean)
    }
}
