import Foundation
import Synchronization
import TenonCore
import TenonSQLite
import TenonSecurity
import Testing
import WalletTestSupport
import WalletVault

@Suite("Looking after a vault")
struct VaultMaintenanceTests {
    private let passphrase = VaultFixture.passphrase

    private func maintenance(
        _ fixture: VaultFixture, path: String? = nil,
        _ databases: any DatabaseOpening = SQLiteDatabases()
    ) -> VaultMaintenance {
        VaultMaintenance(
            path: path ?? fixture.path, stateDirectory: fixture.stateDirectory,
            backupFolder: fixture.stateDirectory + "/backups", databases: databases,
            domains: VaultFixture.domains, now: { fixture.now }, argon2id: .floor)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func files(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test("A backup is a private, verified copy of a vault in use, what is in its log included")
    func backup() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created(remembers: true)
        try await manager.add(.sample("One"))
        let maintenance = maintenance(fixture)
        let path = try await maintenance.backup(verifiedWith: passphrase)
        #expect(try mode(path) == 0o600)
        #expect(try mode(maintenance.backups.path) == 0o700)
        #expect(
            files(maintenance.backups.path) == [path.split(separator: "/").last.map(String.init)])
        try await manager.add(.sample("Two"))

        let copy = fixture.manager(path: path)
        try await copy.unlock(passphrase: passphrase)
        #expect(try await copy.list(ItemQuery()).items.map(\.title) == ["One"])
        await copy.lock()
        #expect(try await manager.list(ItemQuery()).total == 2)
        await manager.lock()
    }

    @Test("The newest backups stay, and nothing else in the folder is touched")
    func rotation() async throws {
        let fixture = VaultFixture()
        await (try fixture.created()).lock()
        let maintenance = maintenance(fixture)
        var made: [String] = []
        for _ in 0..<5 {
            fixture.advance(by: .seconds(3600))
            made.append(try await maintenance.backup(keeping: 3))
        }
        // Twice in the same second.
        made.append(try await maintenance.backup(keeping: 3))
        #expect(maintenance.backups.files == made.suffix(3).reversed())
        let others = ["notes.txt", "vault-old.db", "other-20250615T150000Z.db"]
        for name in others {
            try Data().write(to: URL(filePath: "\(maintenance.backups.path)/\(name)"))
        }
        #expect(maintenance.backups.wouldRemove(keeping: 1).count == 3)
        fixture.advance(by: .seconds(3600))
        let last = try await maintenance.backup(keeping: 1)
        #expect(maintenance.backups.files == [last])
        #expect(Set(others).isSubset(of: files(maintenance.backups.path)))
    }

    @Test("Vaults with files of the same name keep their backups apart in one folder")
    func severalVaults() async throws {
        let fixture = VaultFixture()
        await (try fixture.created()).lock()
        let first = maintenance(fixture)
        let kept = try await first.backup(keeping: 1)
        let other = fixture.folder + "/second/vault.db"
        try FileManager.default.createDirectory(
            atPath: fixture.folder + "/second", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let manager = fixture.manager(path: other)
        try await manager.create(passphrase: passphrase)
        await manager.lock()
        let second = maintenance(fixture, path: other)
        var newest = ""
        for _ in 0..<3 {
            fixture.advance(by: .seconds(60))
            newest = try await second.backup(keeping: 1)
        }
        #expect(first.backups.files == [kept])
        #expect(second.backups.files == [newest])
        #expect(try await first.isAnotherVault(newest))
        #expect(try await !first.isAnotherVault(kept))
        // On a new machine nobody knows yet which of them is wanted.
        try FileManager.default.removeItem(atPath: fixture.path)
        #expect(first.backups.files == [newest, kept])
    }

    @Test("A new backup stays when the clock was wrong, and imports push out none on request")
    func clockAndImports() async throws {
        let fixture = VaultFixture()
        await (try fixture.created()).lock()
        let maintenance = maintenance(fixture)
        let wanted = try await maintenance.backup(keeping: 3)
        fixture.advance(by: .seconds(86_400 * 365))
        let future = [
            try await maintenance.backup(keeping: 3), try await maintenance.backup(keeping: 3),
        ]
        fixture.advance(by: .seconds(-86_400 * 364))
        let new = try await maintenance.backup(keeping: 2)
        #expect(maintenance.backups.files == [future[1], new])
        for _ in 0..<4 { _ = try await maintenance.backup(.importing, keeping: 2) }
        let files = maintenance.backups.files
        #expect(files.contains(new) && files.contains(future[1]) && !files.contains(wanted))
        #expect(files.filter { $0.contains("-import") }.count == 2)
        #expect(maintenance.backups.wouldRemove(keeping: 2) == [new])
    }

    @Test("A copy that cannot be verified is no backup, and costs no older one")
    func unverifiable() async throws {
        let fixture = VaultFixture()
        await (try fixture.created()).lock()
        let maintenance = maintenance(fixture)
        let good = try await maintenance.backup(verifiedWith: passphrase, keeping: 1)
        fixture.advance(by: .seconds(60))
        let wrong = SecretText("not the passphrase")
        #expect(
            await code { try await maintenance.backup(verifiedWith: wrong, keeping: 1) }
                == "vault.wrong-passphrase")
        try fixture.raw { try $0.execute("UPDATE root SET counter = counter + 1") }
        #expect(
            await code { try await maintenance.backup(verifiedWith: passphrase, keeping: 1) }
                == "vault.tampered")
        #expect(maintenance.backups.files == [good])
        #expect(files(maintenance.backups.path).count == 1)
        #expect(
            await code { try await maintenance.backup(to: good, verifiedWith: nil) }
                == "vault.exists")
    }

    @Test("A backup takes the place of the vault, which is kept; who had it open locks")
    func restore() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created(remembers: true)
        try await manager.add(.sample("Old"))
        let maintenance = maintenance(fixture)
        let backup = try await maintenance.backup(verifiedWith: passphrase)
        try await manager.add(.sample("New"))

        let former = try #require(
            try await maintenance.restore(from: backup, passphrase: passphrase))
        #expect(await code { _ = try await manager.list(ItemQuery()) } == "vault.locked")
        #expect(manager.status == .locked)
        try await manager.unlock(passphrase: passphrase)
        #expect(try await manager.list(ItemQuery()).items.map(\.title) == ["Old"])
        await manager.lock()
        let again = try await maintenance.restore(from: backup, passphrase: passphrase)
        #expect(again == former + "-2")

        let kept = fixture.manager(path: former)
        try await kept.unlock(passphrase: passphrase)
        #expect(try await kept.list(ItemQuery()).total == 2)
        await kept.lock()
        #expect(files(fixture.folder).filter { $0.hasSuffix(".draft") } == [])
    }

    @Test("A backup is put back where there is no vault at all, and refused when it is damaged")
    func restoreElsewhere() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created()
        try await manager.add(.sample("One"))
        await manager.lock()
        let backup = fixture.folder + "/copy.db"
        try await maintenance(fixture).backup(to: backup, verifiedWith: passphrase)

        let second = fixture.folder + "/second/vault.db"
        try FileManager.default.createDirectory(
            atPath: fixture.folder + "/second", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let elsewhere = maintenance(fixture, path: second)
        #expect(try await elsewhere.restore(from: backup, passphrase: passphrase) == nil)
        let restored = fixture.manager(path: second)
        try await restored.unlock(passphrase: passphrase)
        #expect(try await restored.list(ItemQuery()).total == 1)
        await restored.lock()

        let database = try SQLiteDatabases().open(path: backup, options: DatabaseOptions())
        try database.write { _ = try $0.execute("UPDATE overview SET revision = revision + 1") }
        try database.close()
        #expect(
            await code { _ = try await elsewhere.restore(from: backup, passphrase: passphrase) }
                == "vault.tampered")
        try await restored.unlock(passphrase: passphrase)
        #expect(try await restored.list(ItemQuery()).total == 1)
        await restored.lock()
    }

    @Test("The check names what is wrong, also when the vault does not open any more")
    func check() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created()
        try await manager.add(.sample("One"))
        await manager.lock()
        let maintenance = maintenance(fixture)
        #expect(try await maintenance.check(passphrase: passphrase).isClean)
        let known = try maintenance.inspect()
        #expect(known.slotCount == 1)
        #expect(known.created == fixture.now)
        try fixture.raw { try $0.execute("DELETE FROM details") }
        let damaged = try await maintenance.check(passphrase: passphrase)
        #expect(damaged.findings.map(\.problem) == [.missing])
        try fixture.raw { try $0.execute("UPDATE header SET created = created + 1") }
        let worse = try await maintenance.check(passphrase: passphrase)
        #expect(worse.findings.contains { $0.subject == .header })
    }

    /// A question to the database that gets no answer.
    private struct ReadFailure: Error {}

    @Test("Whatever cannot be read, a backup fails, or the oldest ones go")
    func unreadable() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created()
        await manager.close()
        let reliable = maintenance(fixture)
        for _ in 0..<3 {
            fixture.advance(by: .seconds(1))
            try await reliable.backup()
        }
        var failing = 0
        var hasFailed = true
        while hasFailed {
            failing += 1
            let asked = Mutex(0)
            let databases = WatchedDatabases { [failing] step in
                guard case .query = step else { return }
                let number = asked.withLock { asked in
                    asked += 1
                    return asked
                }
                if number == failing { throw ReadFailure() }
            }
            let before = reliable.backups.files
            fixture.advance(by: .seconds(1))
            do {
                try await maintenance(fixture, databases).backup(keeping: 2)
                #expect(reliable.backups.files.count == 2, "question \(failing)")
            } catch {
                #expect(reliable.backups.files == before, "question \(failing)")
            }
            hasFailed = asked.withLock(\.self) >= failing
        }
        #expect(failing > 2)
    }

    @Test("What still opens goes into a new vault; the damaged one stays as it is")
    func recover() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created()
        try await manager.add(.sample("Lost"))
        try await manager.add(.sample("Saved"))
        let trashed = try await manager.add(.sample("Trashed"))
        try await manager.moveToTrash(trashed.id)
        await manager.lock()
        // The first of them.
        try fixture.raw {
            try $0.execute("DELETE FROM details WHERE n = (SELECT MIN(n) FROM details)")
        }
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        let maintenance = maintenance(fixture)
        let target = fixture.folder + "/recovered.db"
        #expect(
            try await maintenance.salvageable(passphrase: passphrase, to: target).count == 1)
        let (report, saved) = try await maintenance.recover(passphrase: passphrase, to: target)
        #expect(saved == 1)
        #expect(!report.isClean)
        #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
        let recovered = fixture.manager(path: target)
        try await recovered.unlock(passphrase: passphrase)
        #expect(try await recovered.list(ItemQuery()).items.map(\.title) == ["Saved"])
        #expect(try await recovered.check().isClean)
        await recovered.lock()
        // A command that was killed when all but its own folder was done has left that behind.
        let leftover = fixture.folder + "/.wallet-\(ItemID()).draft"
        #expect(mkdir(leftover, 0o700) == 0)
        #expect(
            await code {
                _ = try await maintenance.recover(passphrase: passphrase, to: target)
            } == "vault.exists")
        #expect(!FileManager.default.fileExists(atPath: leftover))
    }

    @Test("Files that can still be opened are saved with their items")
    func recoverAttachments() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("Saved")).id
        for (name, size) in [("whole.bin", 1_200_000), ("broken.bin", 1_300_000)] {
            let attachment = try WalletVault.Attachment(name, size: size, added: fixture.now)
            try await manager.attach(attachment, to: id) { bytes in
                bytes.copyBytes(from: repeatElement(9, count: bytes.count))
            }
        }
        await manager.lock()
        try fixture.raw {
            try $0.execute(
                """
                UPDATE attachment_chunk SET sealed = zeroblob(length(sealed)) WHERE number = 1
                    AND length(sealed) = (SELECT max(length(sealed)) FROM attachment_chunk
                    WHERE number = 1)
                """)
        }
        let target = fixture.folder + "/recovered.db"
        let (report, saved) = try await maintenance(fixture).recover(
            passphrase: passphrase, to: target)
        #expect(saved == 1)
        #expect(
            report.findings == [
                VaultFinding(problem: .altered, subject: .attachment("broken.bin"))
            ])
        let recovered = fixture.manager(path: target)
        try await recovered.unlock(passphrase: passphrase)
        let attachments = try await recovered.item(id).attachments
        #expect(attachments.map(\.name) == ["whole.bin"])
        let content = try await recovered.contents(of: try #require(attachments.first))
        #expect(content.withBytes { $0.count == 1_200_000 && $0.allSatisfy { $0 == 9 } })
        #expect(try await recovered.check().isClean)
    }

    @Test("Several passphrases open a vault; the last one cannot be taken away")
    func slots() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created()
        let second = SecretText("another long passphrase")
        fixture.advance(by: .seconds(1))
        try await manager.addPassphrase(second, name: "Office")
        fixture.advance(by: .seconds(1))
        _ = try await manager.makeRecoveryCode()
        let slots = try await manager.slots()
        #expect(slots.map(\.kind) == [.passphrase, .passphrase, .recoveryCode])
        #expect(slots.map(\.name) == ["", "Office", ""])
        #expect(slots.map(\.cost) == [.floor, .floor, nil])
        #expect(
            await code { try await manager.addPassphrase(second, name: "Office") } == "vault.slot")
        await manager.lock()

        let other = fixture.manager()
        try await other.unlock(passphrase: second)
        try await other.changePassphrase(from: second, to: SecretText("yet another passphrase"))
        #expect(try await other.slots().map(\.name).contains("Office"))
        #expect(
            await code { try await other.verify(passphrase: second) } == "vault.wrong-passphrase")
        let first = try #require(
            try await other.slots().first { $0.name.isEmpty && $0.cost != nil })
        try await other.removeSlot(first.id)
        #expect(
            await code { try await other.verify(passphrase: passphrase) }
                == "vault.wrong-passphrase")
        let last = try #require(try await other.slots().first { $0.kind == .passphrase })
        #expect(await code { try await other.removeSlot(last.id) } == "vault.slot")
        #expect(await code { try await other.removeSlot(first.id) } == "vault.slot")
        #expect(try await other.check().isClean)
        await other.lock()
    }

    @Test("A vault takes no more than eight ways in")
    func slotLimit() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created()
        for number in 2...8 {
            try await manager.addPassphrase(SecretText("passphrase no. \(number)"), name: "")
        }
        #expect(
            await code { try await manager.addPassphrase(SecretText("one too many"), name: "") }
                == "vault.slots-full")
        await manager.lock()
        try await manager.unlock(passphrase: SecretText("passphrase no. 8"))
        await manager.lock()
    }

    @Test("A slot is wrapped anew at another cost, and keeps its name and its passphrase")
    func rewrap() async throws {
        let fixture = VaultFixture()
        let manager = try await fixture.created()
        let second = SecretText("another long passphrase")
        try await manager.addPassphrase(second, name: "Office")
        let cost = Argon2id(memory: 20_480, iterations: 3, parallelism: 2)
        try await manager.rewrap(second, at: cost)
        let slot = try #require(try await manager.slots().first { $0.name == "Office" })
        #expect(slot.cost == cost)
        let tooLittle = Argon2id(memory: 1024, iterations: 1, parallelism: 1)
        #expect(
            await code { try await manager.rewrap(second, at: tooLittle) } == "security.parameters")
        await manager.lock()
        try await manager.unlock(passphrase: second)
        await manager.lock()
        try await manager.unlock(passphrase: passphrase)
        await manager.lock()
    }
}
