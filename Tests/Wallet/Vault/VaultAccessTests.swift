import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

@Suite struct VaultAccessTests {
    private let fixture = VaultFixture()

    @Test("A vault is missing, then unlocked, then locked, and each step is told")
    func statuses() async throws {
        let manager = fixture.manager()
        var statuses = manager.statuses().makeAsyncIterator()
        #expect(await statuses.next() == .missing)
        try await manager.create(passphrase: VaultFixture.passphrase)
        #expect(await statuses.next() == .unlocked)
        await manager.lock()
        #expect(await statuses.next() == .locked)
        #expect(manager.status == .locked)
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(manager.status == .unlocked)
    }

    @Test("Whoever reads the statuses late misses none of them")
    func lateReader() async throws {
        let manager = fixture.manager()
        var statuses = manager.statuses().makeAsyncIterator()
        try await manager.create(passphrase: VaultFixture.passphrase)
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        for expected in [VaultStatus.missing, .unlocked, .locked, .unlocked] {
            #expect(await statuses.next() == expected)
        }
    }

    @Test("Of several who make a vault at once one succeeds, and no draft is left behind")
    func race() async throws {
        let codes = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<3 {
                let manager = fixture.manager()
                group.addTask {
                    await code { try await manager.create(passphrase: VaultFixture.passphrase) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.map { $0 ?? "made" }.sorted() == ["made", "vault.exists", "vault.exists"])
        _ = try await fixture.unlocked()
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        #expect(Set(names).subtracting(["vault.db-wal", "vault.db-shm"]) == ["vault.db"])
    }

    @Test("What is asked of a locked or missing vault is refused")
    func lockedAndMissing() async throws {
        let manager = fixture.manager()
        #expect(
            await code { try await manager.unlock(passphrase: SecretText("x")) } == "vault.missing")
        #expect(await code { _ = try await manager.list(ItemQuery()) } == "vault.locked")
        try await manager.create(passphrase: VaultFixture.passphrase)
        let id = try await manager.add(.sample("One")).id
        await manager.lock()
        #expect(await code { _ = try await manager.login(id) } == "vault.locked")
        #expect(await code { _ = try await manager.list(ItemQuery()) } == "vault.locked")
        #expect(
            await code { try await manager.create(passphrase: SecretText("x")) } == "vault.exists")
    }

    @Test("A wrong passphrase opens nothing; spellings of the same text open the vault")
    func passphrases() async throws {
        let manager = fixture.manager()
        try await manager.create(passphrase: SecretText("Café \u{212B}"))
        await manager.lock()
        #expect(
            await code { try await manager.unlock(passphrase: SecretText("cafe")) }
                == "vault.wrong-passphrase")
        #expect(manager.status == .locked)
        try await manager.unlock(passphrase: SecretText("Cafe\u{301} Å"))
        #expect(manager.status == .unlocked)
    }

    @Test("After ten wrong passphrases the right one has to wait, longer each time, and works then")
    func delays() async throws {
        let manager = try await fixture.created()
        await manager.lock()
        for _ in 0..<10 {
            #expect(
                await code { try await manager.unlock(passphrase: SecretText("no")) }
                    == "vault.wrong-passphrase")
        }
        #expect(
            await code { try await manager.unlock(passphrase: VaultFixture.passphrase) }
                == "vault.too-many-attempts")
        fixture.advance(by: .seconds(1))
        #expect(
            await code { try await manager.unlock(passphrase: SecretText("no")) }
                == "vault.wrong-passphrase")
        fixture.advance(by: .seconds(1))
        // Another process has the same count, and the delay has doubled.
        #expect(
            await code { _ = try await fixture.unlocked() } == "vault.too-many-attempts")
        fixture.advance(by: .seconds(1))
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
    }

    @Test("Unlocking once more locks nobody out, whatever the passphrase")
    func unlockedAgain() async throws {
        let manager = try await fixture.created()
        let recovery = try await manager.makeRecoveryCode()
        #expect(
            await code { try await manager.unlock(passphrase: SecretText("no")) }
                == "vault.wrong-passphrase")
        #expect(manager.status == .unlocked)
        var statuses = manager.statuses().makeAsyncIterator()
        #expect(await statuses.next() == .unlocked)
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        try await manager.unlock(recoveryCode: recovery)
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(await statuses.next() == .locked)
        #expect(await statuses.next() == .unlocked)
        await manager.lock()
        #expect(await statuses.next() == .locked)
        #expect(manager.status == .locked)
    }

    @Test("The recovery code opens the vault; making another one ends the first")
    func recovery() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("One")).id
        let first = try await manager.makeRecoveryCode()
        let second = try await manager.makeRecoveryCode()
        await manager.lock()
        #expect(
            await code { try await manager.unlock(recoveryCode: first) }
                == "vault.wrong-recovery-code")
        try await manager.unlock(recoveryCode: second)
        #expect(try await manager.login(id).title == "One")
        #expect(try await manager.check().isClean)
    }

    @Test("A vault made with a recovery code opens with it, and with the passphrase")
    func madeWithCode() async throws {
        let manager = fixture.manager()
        let code = RecoveryCode.make()
        try await manager.create(passphrase: VaultFixture.passphrase, recoveryCode: code)
        let id = try await manager.add(.sample("One")).id
        await manager.lock()
        try await manager.unlock(recoveryCode: code)
        #expect(try await manager.login(id).title == "One")
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.check().isClean)
    }

    @Test("Changing the passphrase rewraps the key and touches no item")
    func changePassphrase() async throws {
        let manager = try await fixture.created()
        let login = try await manager.add(.sample("One"))
        let before = try fixture.raw { try rows("SELECT hex(sealed) FROM overview", $0) }
        let new = SecretText("another passphrase")
        #expect(
            await code { try await manager.changePassphrase(from: new, to: new) }
                == "vault.wrong-passphrase")
        try await manager.changePassphrase(from: VaultFixture.passphrase, to: new)
        #expect(try fixture.raw { try rows("SELECT hex(sealed) FROM overview", $0) } == before)
        await manager.lock()
        #expect(
            await code { try await manager.unlock(passphrase: VaultFixture.passphrase) }
                == "vault.wrong-passphrase")
        try await manager.unlock(passphrase: new)
        #expect(try await manager.login(login.id) == login)
        try await manager.verify(passphrase: new)
        #expect(
            await code { try await manager.verify(passphrase: VaultFixture.passphrase) }
                == "vault.wrong-passphrase")
    }

    @Test("A wrong passphrase is told when the present one was set, if that was after the vault")
    func whenSet() async throws {
        let manager = try await fixture.created()
        let first = await #expect(throws: VaultError.self) {
            try await manager.verify(passphrase: SecretText("wrong"))
        }
        #expect(first?.message.description == "The passphrase is wrong.")
        fixture.advance(by: .seconds(86_400))
        let new = SecretText("another passphrase")
        try await manager.changePassphrase(from: VaultFixture.passphrase, to: new)
        await manager.lock()
        let later = await #expect(throws: VaultError.self) {
            try await manager.unlock(passphrase: VaultFixture.passphrase)
        }
        #expect(later?.message.description.contains("2025-06-16 15:06 (UTC)") == true)
    }

    @Test("A newer format is refused before anything else is read, and nothing is written")
    func newerFormat() async throws {
        let manager = try await fixture.created()
        await manager.lock()
        try fixture.raw { connection in
            try connection.execute("UPDATE header SET format = 3, vault = x'00', guard = x'00'")
            try connection.execute("DROP TABLE slot")
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        #expect(
            await code { try await manager.unlock(passphrase: VaultFixture.passphrase) }
                == "vault.newer-format")
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    }

    @Test("A file of another kind is no vault, and stays as it is")
    func foreignFile() async throws {
        let text = Data(repeating: 65, count: 5000)
        try text.write(to: URL(fileURLWithPath: fixture.path))
        #expect(chmod(fixture.path, 0o600) == 0)
        let manager = fixture.manager()
        #expect(
            await code { try await manager.unlock(passphrase: VaultFixture.passphrase) }
                == "vault.foreign")
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == text)
    }

    @Test("Nothing of an item, nor of the passphrase, stands in the file in clear")
    func nothingInClear() async throws {
        let manager = try await fixture.created()
        try await manager.add(.sample("Quokka", site: "https://numbat.example"))
        await manager.lock()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        for text in [
            "Quokka", "quokka", "numbat", "secret of", "JBSWY3DPEHPK3PXP", "line 1", "work", "1234",
            "correct horse", "login",
        ] {
            #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
        }
    }
}

/// All rows of a query, as text.
func rows(_ sql: String, _ connection: any DatabaseConnection) throws -> [String] {
    var rows: [String] = []
    try connection.query(sql, []) { rows.append($0.text(0)) }
    return rows
}
