import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

/// Compares the page about the file with a vault that has everything which can stand in one.
@Suite("The page about the file, and every field of it")
struct VaultFileFormatTests {
    private typealias Record = [String: Any]

    private let fixture = VaultFixture()

    /// What the reader of the page says of the vault.
    private func read() async throws -> Record {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let secret = fixture.folder + "/passphrase"
        try VaultFixture.passphrase.withBytes { Data($0) }.write(to: URL(fileURLWithPath: secret))
        let result = try await Program(path: "/usr/bin/python3").run(
            sources.appending(path: "../CommandLine/read-vault.py").path,
            sources.appending(
                path: "../../../Modules/Wallet/Vault/WalletVault.docc/FileFormat.md"
            ).path, fixture.path, secret)
        try #require(result.status == 0, "\(result.errors)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? Record)
    }

    /// Adds a login and changes all of it that has a history.
    private func addLogin(_ manager: VaultManager) async throws -> Login {
        var login = Login.sample("Ümlaut", site: "https://exämple.com")
        login = try await manager.add(login)
        login.userName = "zoë@new"
        login.password = SecretText("new secret")
        login.oneTimePassword = SecretText("NEWJBSWY3DPEHPK3PXP")
        login.notes = SecretText("new notes")
        fixture.advance(by: .seconds(60))
        try await manager.save(login)
        fixture.advance(by: .seconds(60))
        try await manager.markUsed(login.id)
        return login
    }

    /// Attaches a file of two chunks to an item.
    private func attach(to id: ItemID, _ manager: VaultManager) async throws {
        let attachment = try WalletVault.Attachment("scan.pdf", size: 1_200_000, added: fixture.now)
        try await manager.attach(attachment, to: id) {
            $0.copyBytes(from: repeatElement(7, count: $0.count))
        }
    }

    /// Adds a card and changes all of it that has a history.
    private func addCard(_ manager: VaultManager) async throws {
        var card = Card(
            head: ItemHead(title: "Bank"), holder: "Ada",
            number: SecretText("4111 1111 1111 1111"), expiry: YearMonth("04/28"),
            securityCode: SecretText("123"), pin: SecretText("9876"), issuer: "My bank")
        _ = try await manager.add(.card(card))
        guard case .card(let added) = try await manager.item(card.id) else { return }
        card = added
        card.number = SecretText("5500 0000 0000 0004")
        card.expiry = YearMonth("05/29")
        card.securityCode = SecretText("456")
        card.pin = SecretText("5432")
        fixture.advance(by: .seconds(60))
        try await manager.save(.card(card))
    }

    /// Adds a record of each kind with all that it can have, and changes all of it.
    private func addRecords(_ manager: VaultManager) async throws {
        for kind in ItemKind.allCases where kind.isRecord {
            var item = try #require(Item(kind, head: ItemHead(title: kind.rawValue)))
            for part in kind.parts { item[part] = SecretText("old \(part.rawValue)") }
            item.customFields = ["1", "2"].map {
                CustomField(label: "Seat", value: SecretText($0), isConcealed: false)
            }
            item = try await manager.add(item)
            for part in kind.parts { item[part] = SecretText("new \(part.rawValue)") }
            item.customFields.removeLast()
            try await manager.save(item)
        }
    }

    /// Records with their values as texts, which can be compared.
    private func texts(_ records: Any?) -> [[String: String]] {
        (records as? [Record] ?? []).map { $0.mapValues { "\($0)" } }
    }

    @Test("describes each, and no other one")
    func everyField() async throws {
        let manager = try await fixture.created(remembers: true)
        let start = Int(fixture.now.milliseconds)
        let login = try await addLogin(manager)
        try await addCard(manager)
        try await attach(to: login.id, manager)
        var undated = Login(title: "Imported", password: SecretText("old"))
        undated.isPasswordDated = false
        undated = try await manager.add(undated)
        try await manager.moveToTrash(undated.id)
        try await addRecords(manager)
        fixture.advance(by: .seconds(-30))
        try await manager.markUsed(login.id)
        await manager.lock()
        try await manager.acceptOlderCopy()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        await manager.lock()

        let said = try await read()
        // Nothing is both owed and pending; see below, also for another key.
        #expect(
            said["unseen"] as? [String] == [
                "Fields of the root: device key", "Fields of the root: pending",
            ])
        let root = try #require(said["root"] as? Record)
        #expect((root["incarnation"] as? String)?.count == 32)
        #expect(
            root.compactMapValues { $0 as? Int } == [
                "passed": 180_000, "clock": start + 150_000, "newest clock": start + 180_000,
                "owed": 30_000, "hosts": 1,
            ])
        let items = try #require(said["items"] as? [Record])
        try #require(items.count == 8)

        let first = items[0]
        #expect(first["favourite"] as? Int == 1)
        #expect(first["folded title"] as? String == "umlaut")
        #expect(first["folded user name"] as? String == "zoe@new")
        #expect(first["folded sites"] as? String == "https://example.com")
        #expect(first["folded tags"] as? String == "work\numlaut")
        #expect(first["used"] as? Int == start + 150_000)
        #expect(first["times used"] as? Int == 2)
        #expect(
            texts(first["custom field"]) == [
                ["label": "PIN", "value": "1234", "concealed": "1"],
                ["label": "Customer", "value": "77"],
            ])
        #expect(
            texts(first["former version"]) == [
                [
                    "since": "\(start)", "until": "\(start + 60_000)",
                    "user name": "ada@ümlaut.example",
                    "password": "secret of Ümlaut", "one-time password": "JBSWY3DPEHPK3PXP",
                    "notes": "line 1\nline 2",
                ]
            ])
        let file = try #require((first["file"] as? [Record])?.first)
        #expect(file["file name"] as? String == "scan.pdf")
        #expect(file["size"] as? Int == 1_200_000)
        #expect(file["added"] as? Int == start + 180_000)
        let hash = [UInt8](repeating: 7, count: 1_200_000).withUnsafeBytes {
            SecretHash.sha256(of: $0)
        }
        #expect(file["sha256"] as? String == hash.map { $0.hexadecimal() }.joined())
        let card = items[1]
        #expect(card["security code"] as? String == "456")
        #expect(card["pin"] as? String == "5432")
        #expect(card["last digits"] as? String == "0004")
        #expect(
            texts(card["former version"]) == [
                [
                    "since": "\(start + 120_000)", "until": "\(start + 180_000)",
                    "number": "4111 1111 1111 1111", "expiry": "2028-04", "security code": "123",
                    "pin": "9876",
                ]
            ])
        let trashed = items[2]
        #expect(trashed["password imported"] as? Int == start + 180_000)
        #expect(trashed["trashed"] as? Int == start + 180_000)
        #expect(trashed["trash date"] as? Int == start + 180_000)
        #expect(trashed["trash time"] as? Int == 180_000)

        let wifi = try #require(items.first { $0["kind"] as? String == "wifi" })
        #expect(wifi["user name"] as? String == "new network-name")
        #expect(wifi["security"] as? String == "new security")
        #expect(wifi["password"] as? String == "new password")
        #expect(texts(wifi["former version"]).first?["network name"] == "old network-name")
        let former = (wifi["former version"] as? [Record])?.first
        #expect(
            texts(former?["custom field"]) == [["label": "Seat", "value": "2", "place": "1"]])

        // The days of a jump are pending; what is owed was taken from it.
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        fixture.advance(by: .seconds(20 * 24 * 3600))
        try await manager.markUsed(login.id)
        let formerKeys = try await manager.deviceKeys()
        let key = try await manager.makeKey(
            passphrase: VaultFixture.passphrase, newPassphrase: VaultFixture.passphrase)
        try await manager.take(key.key, key.slots)
        #expect(try await manager.deviceKeys().prefix(1) == formerKeys[...])
        await manager.lock()
        let later = try await read()
        #expect(later["unseen"] as? [String] == ["Fields of the root: owed"])
        #expect((later["root"] as? Record)?["pending"] as? Int == 7 * 24 * 3_600_000)
        #expect((later["root"] as? Record)?["device key"] != nil)
    }
}
