import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

/// Files that someone without a key has prepared, and folders that do not take what is written.
@Suite struct VaultHostileFileTests {
    private let fixture = VaultFixture()

    @Test("A planted trigger never runs; unlocking, writing and checking refuse and name it")
    func trigger() async throws {
        let (manager, ids) = try await fixture.vault(["one"])
        try fixture.raw { connection in
            try connection.execute(
                "CREATE TRIGGER planted AFTER UPDATE ON overview BEGIN DELETE FROM details; END")
        }
        let finding = VaultFinding(problem: .foreign, subject: .structure("planted"))
        #expect(try await manager.check().findings == [finding])
        #expect(await code { try await manager.markUsed(ids[0]) } == "database.active")
        #expect(await code { try await fixture.manager().lockEverywhere() } == "database.active")
        #expect(try await manager.login(ids[0]).password == SecretText("secret of one"))
        await manager.lock()
        let error = await failure { try await manager.unlock(passphrase: VaultFixture.passphrase) }
        #expect(error?.findings == [finding])
        #expect(error?.message.description.contains("planted") == true)
    }

    @Test("A table that was added, altered or dropped is named")
    func tables() async throws {
        let (manager, ids) = try await fixture.vault(["one"])
        try fixture.raw { connection in
            try connection.execute("CREATE TABLE extra (a)")
            try connection.execute("ALTER TABLE details ADD COLUMN more TEXT DEFAULT 'x'")
            try connection.execute("DROP TABLE state")
        }
        let error = await failure { try await manager.markUsed(ids[0]) }
        #expect(
            Set(error?.findings.map(\.description) ?? [])
                == Set(
                    [
                        VaultFinding(problem: .foreign, subject: .structure("extra")),
                        VaultFinding(problem: .altered, subject: .structure("details")),
                        VaultFinding(problem: .missing, subject: .structure("state")),
                    ].map(\.description)))
    }

    @Test("A vault that has lost its header, or whose tables cannot be read, is a damaged vault")
    func damagedSchema() async throws {
        try await fixture.created().close()
        try fixture.copy(to: "copy.db")
        try fixture.raw { try $0.execute("DROP TABLE header") }
        var error = await failure {
            try await fixture.manager().unlock(passphrase: VaultFixture.passphrase)
        }
        #expect(
            error?.findings == [VaultFinding(problem: .missing, subject: .structure("header"))])

        let manager = fixture.manager(path: fixture.folder + "/copy.db")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: manager.path))
        let words = try #require(bytes.range(of: Data("CREATE TABLE header".utf8)))
        bytes.replaceSubrange(words, with: Data("CREATE TABLE h)ader".utf8))
        try bytes.write(to: URL(fileURLWithPath: manager.path))
        error = await failure { try await manager.unlock(passphrase: VaultFixture.passphrase) }
        #expect(error?.code == .vaultTampered)
        #expect(
            error?.findings == [VaultFinding(problem: .altered, subject: .database)], "\(error)")
    }

    @Test("A vault whose file was replaced by a copy locks by itself")
    func replacedByCopy() async throws {
        let manager = try await fixture.created()
        try fixture.copy(to: "copy.db")
        #expect(rename(fixture.folder + "/copy.db", fixture.path) == 0)
        for await status in manager.statuses() where status == .locked { break }
        #expect(await code { _ = try await manager.list(ItemQuery()) } == "vault.locked")
    }

    @Test("A vault whose requests to lock cannot be read any more locks by itself")
    func unreadableRequests() async throws {
        let manager = try await fixture.created()
        try fixture.raw { try $0.execute("DROP TABLE state") }
        for await status in manager.statuses() where status == .locked { break }
        #expect(await code { _ = try await manager.list(ItemQuery()) } == "vault.locked")
    }

    @Test(
        "Absurd counters crash nothing, and keep nobody out for longer than an hour",
        arguments: [
            (Int64.max, Int64.min), (.max, .max), (.min, .min), (20, 1_900_000_000_000),
        ])
    func counters(failures: Int64, failed: Int64) async throws {
        let manager = try await fixture.created()
        await manager.lock()
        try fixture.raw { connection in
            try connection.execute(
                "UPDATE state SET locks = ?, failures = ?, failed = ?",
                [.integer(.max), .integer(failures), .integer(failed)])
        }
        _ = await code { try await manager.unlock(passphrase: SecretText("no")) }
        fixture.advance(by: .seconds(3600))
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        try await fixture.manager().lockEverywhere()
    }

    @Test("A row with the highest number there is lets no item be added, and crashes nothing")
    func highestRow() async throws {
        let (manager, _) = try await fixture.vault(["one"])
        try fixture.raw { connection in
            try connection.execute(
                "INSERT INTO details (n, revision, sealed) VALUES (?, 1, x'00')",
                [.integer(.max)])
        }
        #expect(await code { try await manager.add(.sample("two")) } == "vault.tampered")
        #expect(
            try await manager.check().findings
                == [VaultFinding(problem: .foreign, subject: .database)])
    }

    @Test("More than eight key slots are refused before one is tried")
    func manySlots() async throws {
        let manager = try await fixture.created()
        await manager.lock()
        let rest = "kind, memory, iterations, parallelism, salt, created, sealed, guard"
        try fixture.raw { connection in
            for _ in 0..<8 {
                try connection.execute(
                    "INSERT INTO slot (id, \(rest)) SELECT randomblob(16), \(rest) FROM slot LIMIT 1"
                )
            }
        }
        let error = await failure { try await manager.unlock(passphrase: SecretText("no")) }
        #expect(
            error?.findings.last
                == VaultFinding(problem: .foreign, subject: .slot(kind: "unknown kind")))
    }

    @Test("Several who make recovery codes at once leave one code that works")
    func recoveryCodes() async throws {
        let managers = [try await fixture.created(), try await fixture.unlocked()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for manager in managers {
                group.addTask {
                    for _ in 0..<20 { _ = try await manager.makeRecoveryCode() }
                }
            }
            try await group.waitForAll()
        }
        let count = try fixture.raw {
            try rows("SELECT count(*) FROM slot WHERE kind = 'recovery code'", $0)
        }
        #expect(count == ["1"])
        #expect(try await managers[0].check().isClean)
    }

    @Test("What was seen is kept in a folder of which the parents are made, all private")
    func memoryFolder() async throws {
        let folder = fixture.folder + "/local/state/wallet"
        let manager = fixture.manager(stateDirectory: folder)
        try await manager.create(passphrase: VaultFixture.passphrase)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        for path in [folder, fixture.folder + "/local"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        }
        #expect(try await manager.check().isClean)
    }

    @Test("A folder that takes no note of what was seen keeps nobody out, and the check tells it")
    func memoryUnwritable() async throws {
        // A file in the way stops the superuser as well.
        try Data().write(to: URL(fileURLWithPath: fixture.folder + "/blocked"))
        let manager = fixture.manager(stateDirectory: fixture.folder + "/blocked/state")
        try await manager.create(passphrase: VaultFixture.passphrase)
        let finding = VaultFinding(problem: .unwritable, subject: .memory)
        #expect(try await manager.check().findings == [finding])
        try FileManager.default.removeItem(atPath: fixture.folder + "/blocked")
        #expect(try await manager.check().isClean)
    }
}
