import Foundation
import TenonCore
import TenonSQLite
import TenonSecurity
import Testing
import WalletVault

/// Several managers on one file: for the vault the same as several processes.
@Suite struct VaultProcessesTests {
    private let fixture = VaultFixture()

    @Test("What one changes, the other lists, finds and opens")
    func visible() async throws {
        let first = try await fixture.created()
        let second = try await fixture.unlocked()
        var login = try await first.add(.sample("one"))
        #expect(try await second.list(ItemQuery()).items.map(\.title) == ["one"])
        login.title = "renamed"
        try await first.save(login)
        #expect(try await second.list(ItemQuery()).items.map(\.title) == ["renamed"])
        #expect(try await second.login(login.id).title == "renamed")
        try await second.markUsed(login.id)
        #expect(try await first.overview(login.id).timesUsed == 1)
        try await second.deletePermanently(login.id)
        #expect(try await first.list(ItemQuery()).total == 0)
        #expect(try await first.items(forSite: "example.com").isEmpty)
        #expect(try await first.check().isClean)
    }

    @Test("Of two edits of the same version the second is refused, and nothing is lost")
    func conflict() async throws {
        let first = try await fixture.created()
        let second = try await fixture.unlocked()
        let login = try await first.add(.sample("one"))
        var (mine, theirs) = (try await first.login(login.id), try await second.login(login.id))
        mine.password = SecretText("mine")
        theirs.password = SecretText("theirs")
        try await first.save(mine)
        #expect(await code { try await second.save(theirs) } == "vault.conflict")
        #expect(try await second.login(login.id).password == SecretText("mine"))
        theirs = try await second.login(login.id)
        theirs.password = SecretText("theirs")
        try await second.save(theirs)
        #expect(
            try await first.history(login.id).map(\.password)
                == [SecretText("mine"), login.password])
    }

    @Test("Changes of another are told without asking")
    func told() async throws {
        let first = try await fixture.created()
        let second = try await fixture.unlocked()
        var changes = second.changes().makeAsyncIterator()
        try await first.add(.sample("one"))
        let change = try #require(await changes.next())
        #expect(change.revision == (try await first.revision()))
    }

    @Test("Locking everywhere locks the others without a passphrase")
    func lockEverywhere() async throws {
        let first = try await fixture.created()
        let second = try await fixture.unlocked()
        try await fixture.manager().lockEverywhere()
        for manager in [first, second] {
            for await status in manager.statuses() where status == .locked { break }
            #expect(await code { _ = try await manager.list(ItemQuery()) } == "vault.locked")
        }
        // Who unlocks afterwards stays unlocked.
        try await first.unlock(passphrase: VaultFixture.passphrase)
        // Time: nothing tells that it is not locked again; it would be within a second.
        try await Task.sleep(for: .milliseconds(1500))
        #expect(first.status == .unlocked)
        #expect(try await first.check().isClean)
    }

    @Test("A file that was replaced is not written to")
    func replaced() async throws {
        let manager = try await fixture.created()
        try FileManager.default.moveItem(atPath: fixture.path, toPath: fixture.path + ".old")
        try Data("other".utf8).write(to: URL(fileURLWithPath: fixture.path))
        #expect(await code { try await manager.add(.sample("one")) } == "vault.foreign")
        #expect(manager.status == .locked)
    }

    @Test("Two writers at once both succeed, and the manifest holds")
    func concurrentWriters() async throws {
        let managers = [try await fixture.created(), try await fixture.unlocked()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, manager) in managers.enumerated() {
                group.addTask {
                    for number in 0..<25 {
                        try await manager.add(.sample("item \(index) \(number)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        for manager in managers {
            #expect(try await manager.list(ItemQuery()).total == 50)
            #expect(try await manager.check().countIfClean == 50)
        }
    }

    @Test("Every acknowledged write is there after kill -9 in the middle of others")
    func killed() async throws {
        let manager = try await fixture.created()
        let kept = try await manager.add(.sample("kept"))
        await manager.lock()
        let (path, journal) = (fixture.path, fixture.folder + "/acknowledged")
        for round in 1...3 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, journal = journal as String] in
                try await writeUntilKilled(path: path, journal: journal)
            }
            let acknowledged = try String(contentsOfFile: journal, encoding: .utf8)
                .split(separator: "\n").compactMap { ItemID(String($0)) }
            #expect(acknowledged.count >= round * writesBeforeDeath)
            let manager = try await fixture.unlocked()
            for id in acknowledged {
                #expect(try await manager.login(id).password == SecretText("second"))
            }
            #expect(try await manager.login(kept.id).title == "kept")
            let report = try await manager.check()
            #expect(report.isClean, "\(report.findings)")
            // Besides what was acknowledged there is at most the write that was in the air.
            #expect(report.itemCount - acknowledged.count - 1 <= round)
            await manager.lock()
        }
    }
}

/// How many writes are acknowledged at least before the process dies.
private let writesBeforeDeath = 12

/// Adds and changes logins, notes each one that is durable in a journal, and dies in the middle.
private func writeUntilKilled(path: String, journal: String) async throws {
    let manager = VaultManager(
        path: path, databases: SQLiteDatabases(), domains: VaultFixture.domains,
        now: { Timestamp(seconds: 1_750_000_000) }, argon2id: .floor)
    try await manager.unlock(passphrase: VaultFixture.passphrase)
    let file = open(journal, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    for number in 1...100_000 {
        var login = try await manager.add(.sample("item \(number)"))
        login.password = SecretText("second")
        try await manager.save(login)
        let line = Array("\(login.id)\n".utf8)
        guard write(file, line, line.count) == line.count else { return }
        if number == writesBeforeDeath {
            Thread.detachNewThread {
                // Time: any moment, so that it is killed in the middle of something.
                usleep(UInt32.random(in: 0...20_000))
                kill(getpid(), SIGKILL)
            }
        }
    }
}
