import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

/// A new key for a vault, with everything sealed again.
@Suite struct VaultRekeyTests {
    private let fixture = VaultFixture()
    private let passphrase = VaultFixture.passphrase

    /// All that is sealed, in hexadecimal.
    private func seals() throws -> [String] {
        try fixture.raw { connection in
            try [
                "SELECT hex(sealed) FROM overview", "SELECT hex(sealed) FROM details",
                "SELECT hex(sealed) FROM item_bucket", "SELECT hex(sealed) FROM site_bucket",
                "SELECT hex(sealed) FROM slot", "SELECT hex(sealed) FROM root",
            ].flatMap { try rows($0, connection) }
        }
    }

    @Test("Every item, the trash and the history are the same afterwards, under other seals")
    func content() async throws {
        let manager = try await fixture.created(remembers: true)
        var login = try await manager.add(.sample("one", site: "https://one.example"))
        login.password = SecretText("second")
        try await manager.save(login)
        login = try await manager.login(login.id)
        let card = try await manager.add(
            .card(Card(head: ItemHead(title: "Card"), number: SecretText("4111111111111111"))))
        let lost = try await manager.add(.sample("lost", site: "https://lost.example")).id
        try await manager.moveToTrash(lost)
        let history = try await manager.history(login.id)
        let before = try seals()

        let result = try await manager.rekey(passphrase: passphrase)
        #expect(result.itemCount == 3)
        #expect(result.isCompact)
        #expect(manager.status == .locked)
        #expect(Set(try seals()).isDisjoint(with: before))

        try await manager.unlock(passphrase: passphrase)
        #expect(try await manager.login(login.id) == login)
        #expect(try await manager.item(card.id) == card)
        #expect(try await manager.history(login.id) == history)
        #expect(try await manager.list(ItemQuery(isTrashed: true)).items.map(\.id) == [lost])
        #expect(try await manager.items(forSite: "https://one.example").map(\.id) == [login.id])
        let report = try await manager.check()
        #expect(report.isClean, "\(report.findings)")
        // What was read before can be saved after.
        login.title = "renamed"
        try await manager.save(login)
        try await manager.add(.sample("new", site: "https://one.example"))
        #expect(try await manager.check().isClean)
    }

    @Test("Nothing of the former state is left in the file or beside it")
    func traces() async throws {
        let manager = try await fixture.created()
        var login = try await manager.add(.sample("one"))
        var before = try seals()
        for number in 0..<40 {
            try await manager.add(.sample("item \(number)"))
            login.password = SecretText("password \(number)")
            try await manager.save(login)
            login = try await manager.login(login.id)
            if number % 10 == 0 { before += try seals() }
        }
        before += try seals()
        #expect(try await manager.rekey(passphrase: passphrase).isCompact)
        for suffix in ["", "-wal"] {
            let file = URL(fileURLWithPath: fixture.path + suffix)
            guard let bytes = try? Data(contentsOf: file) else { continue }
            let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                .joined().uppercased()
            // The last bytes of each seal, its tag, are in no page border's way.
            for seal in Set(before) { #expect(!hex.contains(seal.suffix(32))) }
        }
    }

    @Test(
        "Only the given passphrase stays, with its name; a new recovery code replaces the old one")
    func slots() async throws {
        let manager = try await fixture.created()
        let office = SecretText("one for the office, as long")
        try await manager.addPassphrase(office, name: "Office")
        let old = try await manager.makeRecoveryCode()
        let new = RecoveryCode.make()
        try await manager.rekey(passphrase: office, recoveryCode: new)
        #expect(
            await code { try await manager.unlock(passphrase: passphrase) }
                == "vault.wrong-passphrase")
        #expect(
            await code { try await manager.unlock(recoveryCode: old) }
                == "vault.wrong-recovery-code")
        try await manager.unlock(recoveryCode: new)
        #expect(try await manager.slots().map(\.name).sorted() == ["", "Office"])
        #expect(try await manager.slot(openedBy: office).name == "Office")
        try await manager.unlock(passphrase: office)
        #expect(try await manager.check().isClean)
    }

    @Test("Whoever has the vault open locks, and is told nothing of damage")
    func others() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("one")).id
        let reader = try await fixture.unlocked()
        let writer = try await fixture.unlocked()
        let idle = try await fixture.unlocked()
        _ = try await reader.list(ItemQuery())
        try await manager.rekey(passphrase: passphrase)
        #expect(await code { _ = try await reader.list(ItemQuery()) } == "vault.locked")
        #expect(await code { try await writer.moveToTrash(id) } == "vault.locked")
        #expect(reader.status == .locked)
        #expect(writer.status == .locked)
        for await status in idle.statuses() where status == .locked { break }
        try await reader.unlock(passphrase: passphrase)
        #expect(try await reader.login(id).title == "one")
    }

    @Test("An older copy from before is refused where the new key was seen")
    func olderCopy() async throws {
        let manager = try await fixture.created(remembers: true)
        try await manager.add(.sample("one"))
        await manager.lock()
        try fixture.copy(to: "old.db")
        try await manager.unlock(passphrase: passphrase)
        try await manager.rekey(passphrase: passphrase)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: fixture.path + suffix)
        }
        try FileManager.default.moveItem(
            atPath: fixture.folder + "/old.db", toPath: fixture.path)
        #expect(
            await code { try await manager.unlock(passphrase: passphrase) } == "vault.older-copy")
    }

    @Test("A vault that is not as it was written gets no new key, and stays as it is")
    func damaged() async throws {
        let (manager, ids) = try await fixture.vault(["one", "two"])
        let item = try fixture.hex(ids[0])
        let row = try fixture.raw { connection in
            try rows("SELECT n FROM overview WHERE item = x'\(item)'", connection)[0]
        }
        try fixture.raw { try $0.execute("UPDATE details SET sealed = x'00' WHERE n = \(row)") }
        let before = try seals()
        #expect(
            await code { try await manager.rekey(passphrase: passphrase) } == "vault.tampered")
        #expect(try seals() == before)
        #expect(
            await code { try await manager.rekey(passphrase: SecretText("no")) }
                == "vault.wrong-passphrase")
        #expect(try await manager.login(ids[1]).title == "two")
    }
}
