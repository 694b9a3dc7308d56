import Foundation
import TenonCore
import TenonSQLite
import Testing
import WalletVault

/// Changes behind the vault's back, each of which must be found and named.
@Suite struct VaultTamperTests {
    private let fixture = VaultFixture()

    @Test("Each byte of each row: a flip is found, and what it hit is named")
    func everyByte() async throws {
        let manager = try await fixture.created()
        let ids = [
            try await manager.add(Login(title: "1", sites: ["a.com"])).id,
            try await manager.add(Login(title: "2", sites: ["b.com"])).id,
        ]
        _ = try await manager.makeRecoveryCode()
        let hexes = [try fixture.hex(ids[0]): ids[0], try fixture.hex(ids[1]): ids[1]]
        let file = try SQLiteDatabases().open(path: fixture.path, options: DatabaseOptions())
        let flips = try file.read { try ByteFlip.all($0) }
        #expect(flips.count > 1_500)
        var last: ByteFlip?
        for flip in flips {
            try file.write { connection in
                try last?.undo(connection)
                try flip.apply(connection)
            }
            last = flip
            // A flip in the counter of lock requests locks within a second: safe, but in the way,
            // and maybe of a later flip with which nothing opens.
            let report: VaultReport
            do {
                report = try await manager.check()
            } catch let error as VaultError where error.code.name == "vault.locked" {
                try file.write { try flip.undo($0) }
                try await manager.unlock(passphrase: VaultFixture.passphrase)
                try file.write { try flip.apply($0) }
                report = try await manager.check()
            }
            let subjects = report.findings.map(\.subject)
            let isNamed =
                switch flip.table {
                case "overview":
                    subjects.contains { $0.item == flip.item.flatMap { hexes[$0] } }
                case "details":
                    subjects.contains { $0.item == flip.item.flatMap { hexes[$0] } }
                        || flip.column == "n" && report.findings.contains { $0.problem == .missing }
                case "item_bucket": subjects.contains(.itemBucket(flip.row))
                case "site_bucket": subjects.contains(.siteBucket(flip.row))
                case "root": subjects.contains(.root)
                case "header": subjects.contains(.header)
                case "slot":
                    subjects.contains { if case .slot = $0 { true } else { false } }
                case "state": subjects.contains(.counters)
                default: false
                }
            #expect(isNamed, "\(flip): \(report.findings)")
        }
        try file.write { try last?.undo($0) }
        if manager.status == .locked {
            try await manager.unlock(passphrase: VaultFixture.passphrase)
        }
        #expect(try await manager.check().isClean)
        try file.close()
    }

    @Test("Two rows in each other's place are found at opening, both with their titles")
    func swapRows() async throws {
        let (manager, ids) = try await fixture.vault(["one", "two", "three"])
        let (first, second) = (try fixture.hex(ids[0]), try fixture.hex(ids[1]))
        try fixture.raw { connection in
            try connection.execute(
                "CREATE TEMP TABLE x AS SELECT item, revision, sealed FROM overview "
                    + "WHERE item IN (x'\(first)', x'\(second)')")
            try connection.execute(
                """
                UPDATE overview SET (revision, sealed) =
                    (SELECT revision, sealed FROM temp.x WHERE x.item != overview.item)
                WHERE item IN (x'\(first)', x'\(second)')
                """)
        }
        let error = await failure { _ = try await manager.list(ItemQuery()) }
        #expect(error?.code.name == "vault.tampered")
        for (id, title) in [(ids[0], "one"), (ids[1], "two")] {
            let finding = VaultFinding(problem: .swapped, subject: .overview(id, title: title))
            #expect(try await manager.check().findings.contains(finding))
            #expect(
                await failure { _ = try await manager.login(id) }?.code.name == "vault.tampered")
        }
        #expect(try await manager.login(ids[2]).title == "three")
    }

    @Test("Two secret parts in each other's place are found when one is opened")
    func swapDetails() async throws {
        let (manager, ids) = try await fixture.vault(["one", "two"])
        try fixture.raw { connection in
            try connection.execute("UPDATE details SET n = -n")
            try connection.execute("UPDATE details SET n = 3 + n")
        }
        for (id, title) in zip(ids, ["one", "two"]) {
            let error = await failure { _ = try await manager.login(id) }
            #expect(error?.findings.map(\.subject) == [.details(id, title: title)])
        }
        #expect(try await manager.check().findings.count == 2)
    }

    @Test("An overview in the place of details, and the reverse, opens nowhere")
    func swapParts() async throws {
        let (manager, ids) = try await fixture.vault(["one"])
        try fixture.raw { connection in
            try connection.execute(
                "CREATE TEMP TABLE x AS SELECT o.sealed a, d.sealed b FROM overview o, details d")
            try connection.execute("UPDATE details SET sealed = (SELECT a FROM temp.x)")
            try connection.execute("UPDATE overview SET sealed = (SELECT b FROM temp.x)")
        }
        #expect(
            await failure { _ = try await manager.list(ItemQuery()) }?.code.name == "vault.tampered"
        )
        #expect(
            try await manager.check().findings
                == [VaultFinding(problem: .altered, subject: .overview(ids[0], title: nil))])
    }

    @Test("A deleted row is missed, by its name", arguments: ["overview", "details"])
    func deleteRow(_ table: String) async throws {
        let (manager, ids) = try await fixture.vault(["one", "two"])
        let item = try fixture.hex(ids[0])
        try fixture.raw { connection in
            try connection.execute(
                "DELETE FROM \(table) WHERE n = (SELECT n FROM overview WHERE item = x'\(item)')")
        }
        let findings = try await manager.check().findings
        #expect(findings.map(\.problem) == [.missing])
        #expect(findings.first?.subject.item == ids[0])
        #expect(
            await failure { _ = try await manager.login(ids[0]) }?.code.name == "vault.tampered")
        if table == "overview" {
            let error = await failure { _ = try await manager.list(ItemQuery()) }
            #expect(error?.message.description.contains(ids[0].description) == true)
        }
        #expect(try await manager.login(ids[1]).title == "two")
    }

    @Test("An older version of one item, put back as a whole, is found and named")
    func rollBack() async throws {
        let (manager, ids) = try await fixture.vault(["one", "two"])
        let item = try fixture.hex(ids[0])
        let old = try fixture.raw { try snapshot(of: item, $0) }
        var login = try await manager.login(ids[0])
        login.password = SecretText("new")
        try await manager.save(login)
        try fixture.raw { try restore(old, item, $0) }
        let finding = VaultFinding(
            problem: .rolledBack, subject: .overview(ids[0], title: "one"))
        #expect(try await manager.check().findings == [finding])
        for manager in [manager, try await fixture.unlocked()] {
            let error = await failure { _ = try await manager.list(ItemQuery()) }
            #expect(error?.findings == [finding])
            #expect(error?.message.description.contains("“one”") == true)
            #expect(await failure { _ = try await manager.login(ids[0]) }?.findings == [finding])
            #expect(
                await failure { try await manager.moveToTrash(ids[0]) }?.code.name
                    == "vault.tampered")
        }
    }

    @Test("A deleted item that is put back is found and named")
    func resurrect() async throws {
        let (manager, ids) = try await fixture.vault(["one", "two"])
        let item = try fixture.hex(ids[0])
        let old = try fixture.raw { try snapshot(of: item, $0) }
        try await manager.deletePermanently(ids[0])
        try fixture.raw { connection in
            try connection.execute(
                "INSERT INTO overview VALUES (77, x'\(item)', \(old[1]), x'\(old[0])')")
            try connection.execute("INSERT INTO details VALUES (77, \(old[3]), x'\(old[2])')")
        }
        let finding = VaultFinding(
            problem: .rolledBack, subject: .overview(ids[0], title: "one"))
        #expect(await failure { _ = try await manager.list(ItemQuery()) }?.findings == [finding])
        #expect(try await manager.check().findings == [finding])
    }

    @Test("A made-up row is found, although it opens nowhere")
    func foreignRow() async throws {
        let (manager, _) = try await fixture.vault(["one"])
        try fixture.raw { connection in
            try connection.execute(
                "INSERT INTO overview VALUES (99, randomblob(16), 2, randomblob(220))")
        }
        #expect(
            await failure { _ = try await manager.list(ItemQuery()) }?.code.name == "vault.tampered"
        )
        #expect(try await manager.check().findings.map(\.problem) == [.foreign])
    }

    @Test("A whole bucket put back with its items is found by the root")
    func rollBackBucket() async throws {
        let (manager, ids) = try await fixture.vault(["one"])
        let item = try fixture.hex(ids[0])
        let old = try fixture.raw { try snapshot(of: item, $0) }
        let bucket = try fixture.raw { connection in
            try rows("SELECT hex(sealed) FROM item_bucket", connection)
                + rows("SELECT revision FROM item_bucket", connection)
        }
        try await manager.markUsed(ids[0])
        try fixture.raw { connection in
            try restore(old, item, connection)
            try connection.execute(
                "UPDATE item_bucket SET sealed = x'\(bucket[0])', revision = \(bucket[1])")
        }
        let other = try await fixture.unlocked()
        let error = await failure { _ = try await other.list(ItemQuery()) }
        #expect(error?.code.name == "vault.tampered")
        #expect(try await manager.check().isClean == false)
    }

    private func snapshot(
        of item: String, _ connection: any DatabaseConnection
    ) throws -> [String] {
        try ["hex(o.sealed)", "o.revision", "hex(d.sealed)", "d.revision"].map {
            try rows(
                "SELECT \($0) FROM overview o JOIN details d USING (n) WHERE item = x'\(item)'",
                connection)[0]
        }
    }

    private func restore(
        _ old: [String], _ item: String, _ connection: any DatabaseConnection
    ) throws {
        try connection.execute(
            "UPDATE overview SET sealed = x'\(old[0])', revision = \(old[1]) WHERE item = x'\(item)'"
        )
        try connection.execute(
            "UPDATE details SET sealed = x'\(old[2])', revision = \(old[3]) "
                + "WHERE n = (SELECT n FROM overview WHERE item = x'\(item)')")
    }
}
