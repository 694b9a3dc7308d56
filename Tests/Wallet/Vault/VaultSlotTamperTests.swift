import Foundation
import Synchronization
import TenonCore
import TenonSecurity
import Testing
import WalletVault

/// Changes of key slots, header and the whole file, each of which must be found and named.
@Suite struct VaultSlotTamperTests {
    private let fixture = VaultFixture()

    @Test("An edited key derivation is refused before memory is spent, or found afterwards")
    func parameters() async throws {
        let (manager, _) = try await fixture.vault(["one"])
        await manager.lock()
        let intact = try fixture.raw { try rows("SELECT memory FROM slot", $0) }
        for memory in ["1", "8", "2097153", "9223372036854775807", "32768"] {
            try fixture.raw { try $0.execute("UPDATE slot SET memory = \(memory)") }
            let error = await failure {
                try await manager.unlock(passphrase: VaultFixture.passphrase)
            }
            #expect(error?.findings.map(\.subject) == [.slot(kind: "passphrase")], "\(memory)")
        }
        // Who edits on purpose can compute the guard, too; then the floor holds.
        try fixture.raw { connection in
            try connection.execute("UPDATE slot SET memory = \(intact[0])")
        }
        try await manager.unlock(passphrase: VaultFixture.passphrase)
    }

    @Test("A former key slot, put back, is found although its passphrase opens it")
    func formerSlot() async throws {
        let (manager, _) = try await fixture.vault(["one"])
        let columns = "id, kind, memory, iterations, parallelism, salt, created, sealed, guard"
        let old = try fixture.raw { connection in
            try columns.split(separator: ", ").map {
                try rows("SELECT quote(\($0)) FROM slot", connection)[0]
            }
        }
        let new = SecretText("another passphrase")
        try await manager.changePassphrase(from: VaultFixture.passphrase, to: new)
        await manager.lock()
        try fixture.raw { connection in
            try connection.execute(
                "INSERT INTO slot (\(columns)) VALUES (\(old.joined(separator: ", ")))")
        }
        for passphrase in [VaultFixture.passphrase, new] {
            let error = await failure { try await manager.unlock(passphrase: passphrase) }
            #expect(
                error?.findings
                    == [VaultFinding(problem: .foreign, subject: .slot(kind: "passphrase"))])
        }
        try fixture.raw { connection in
            try connection.execute("DELETE FROM slot WHERE id = \(old[0])")
        }
        try await manager.unlock(passphrase: new)
    }

    @Test("A key slot that was deleted is missed by name")
    func deletedSlot() async throws {
        let (manager, _) = try await fixture.vault([])
        _ = try await manager.makeRecoveryCode()
        try fixture.raw { try $0.execute("DELETE FROM slot WHERE kind = 'recovery code'") }
        #expect(
            try await manager.check().findings
                == [VaultFinding(problem: .missing, subject: .slot(kind: "recovery code"))])
    }

    @Test("What still opens of a broken vault is given away, and the rest is named")
    func salvage() async throws {
        let (manager, ids) = try await fixture.vault(["one", "two", "three"])
        _ = try await manager.makeRecoveryCode()
        await manager.lock()
        let item = try fixture.hex(ids[0])
        try fixture.raw { connection in
            try connection.execute("UPDATE slot SET sealed = x'00' WHERE kind = 'recovery code'")
            try connection.execute("UPDATE root SET sealed = x'00'")
            try connection.execute("UPDATE overview SET sealed = x'00' WHERE item = x'\(item)'")
        }
        #expect(
            await failure { try await manager.unlock(passphrase: VaultFixture.passphrase) }?
                .findings
                == [VaultFinding(problem: .altered, subject: .slot(kind: "recovery code"))])
        let saved = Mutex<[Item]>([])
        let report = try await manager.salvage(passphrase: VaultFixture.passphrase) { item in
            saved.withLock { $0.append(item) }
        }
        #expect(Set(saved.withLock { $0 }.map(\.title)) == ["two", "three"])
        #expect(saved.withLock { $0 }.first?.login?.password == SecretText("secret of two"))
        for subject in [
            VaultFinding.Subject.root, .slot(kind: "recovery code"),
            .overview(ids[0], title: nil),
        ] {
            #expect(report.findings.map(\.subject).contains(subject))
        }
        #expect(manager.status == .locked)
        #expect(
            await code { _ = try await manager.salvage(passphrase: SecretText("no")) { _ in } }
                == "vault.wrong-passphrase")
    }

    @Test("An older copy of the whole file is refused where a newer one was seen, until accepted")
    func olderCopy() async throws {
        let manager = try await fixture.created(remembers: true)
        try await manager.add(.sample("one"))
        await manager.lock()
        try fixture.copy(to: "old.db")
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        try await manager.add(.sample("two"))
        await manager.lock()
        for name in ["vault.db", "vault.db-wal", "vault.db-shm"] {
            try? FileManager.default.removeItem(atPath: fixture.folder + "/" + name)
        }
        try FileManager.default.moveItem(
            atPath: fixture.folder + "/old.db", toPath: fixture.path)
        let error = await failure { try await manager.unlock(passphrase: VaultFixture.passphrase) }
        #expect(error?.code.name == "vault.older-copy")
        #expect(error?.remedy.description.contains("accept") == true)
        // A machine that has seen nothing cannot know.
        #expect(try await fixture.unlocked().list(ItemQuery()).total == 1)
        try await manager.acceptOlderCopy()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.list(ItemQuery()).total == 1)
        #expect(try await manager.check().isClean)
    }
}
