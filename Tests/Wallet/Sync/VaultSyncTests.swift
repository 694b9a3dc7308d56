import Foundation
import Synchronization
import TenonCore
import TenonSQLite
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletSync  // How long it pauses after a failure is internal.

@Suite("A vault in step with other machines, as people set it up")
struct VaultSyncTests {
    /// A clock that a test moves.
    private final class Clock: Sendable {
        private let ahead = Mutex<Int64>(0)

        var now: Timestamp {
            Timestamp(
                milliseconds: SyncFixture.now().milliseconds + ahead.withLock { $0 })
        }

        func move(minutes: Int64) { ahead.withLock { $0 += minutes * 60_000 } }
    }

    private let clock = Clock()
    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let phone: SyncedMachine
    private let passphrase = SecretText(TemporaryVault.passphrase)

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncedMachine(
            try await .make([Login(title: "bank", password: SecretText("one"))]),
            now: { [clock] in clock.now })
        phone = SyncedMachine(try TemporaryVault(), now: { [clock] in clock.now })
    }

    private func join(_ machine: SyncedMachine, _ code: SecretText, _ name: String) async throws {
        try await machine.sync.joinSync(code, folder: nil, passphrase: passphrase, device: name)
    }

    /// Sets the first machine up, and lets the second one in.
    private func meet() async throws {
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        try await join(phone, desk.sync.inviteDevice(), "phone")
        try await exchange()
    }

    private func exchange() async throws {
        for machine in [phone, desk, phone] {
            let outcome = try await machine.sync.synchronize()
            #expect(outcome.problems == [])
        }
    }

    @Test("A machine without a vault gets it by a code and the passphrase, and is let in")
    func joining() async throws {
        #expect(try await desk.sync.syncStatus() == SyncStatus(.off))
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        let code = try await desk.sync.inviteDevice()
        #expect(try await phone.sync.syncStatus() == SyncStatus(.off))
        try await join(phone, code, "phone")
        #expect(try await phone.titles() == ["bank"])
        #expect(try await phone.sync.syncStatus().phase == .waiting)
        try await exchange()
        for machine in [desk, phone] {
            let status = try await machine.sync.syncStatus()
            #expect(status.phase == .inStep)
            #expect(status.place == folder.path)
            #expect(status.devices.map(\.name).sorted() == ["desk", "phone"])
            #expect(status.unsent == 0)
        }
        #expect(
            try await desk.sync.syncStatus().fingerprint
                == phone.sync.syncStatus().fingerprint)
        #expect(try await desk.sync.checkSync().findings == [])
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        try await exchange()
        #expect(try await desk.titles() == ["bank", "mail"])
    }

    @Test("Nothing of the invitation stays in the folder once it is used")
    func traces() async throws {
        try await meet()
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(!files.contains { $0.hasSuffix(".offer") || $0.hasSuffix(".request") })
        #expect(files.contains { $0.hasSuffix(".commit") })
    }

    @Test("A code lets one machine in, and not after ten minutes")
    func codes() async throws {
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        let code = try await desk.sync.inviteDevice()
        let tablet = SyncedMachine(try TemporaryVault(), now: { [clock] in clock.now })
        try await join(phone, code, "phone")
        await expectError(.syncInvitation) { try await join(tablet, code, "tablet") }
        try await exchange()
        await expectError(.syncInvitation) { try await join(tablet, code, "tablet") }
        let late = try await desk.sync.inviteDevice()
        clock.move(minutes: 11)
        await expectError(.syncInvitation) { try await join(tablet, late, "tablet") }
        #expect(tablet.vault.status == .missing)
        try await join(tablet, desk.sync.inviteDevice(), "tablet")
        #expect(try await tablet.titles() == ["bank"])
    }

    @Test("With a wrong passphrase no vault is made, and the code still works")
    func wrongPassphrase() async throws {
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        let code = try await desk.sync.inviteDevice()
        await expectError(.vaultWrongPassphrase) {
            try await phone.sync.joinSync(
                code, folder: nil, passphrase: SecretText("no"), device: "phone")
        }
        #expect(phone.vault.status == .missing)
        try await join(phone, code, "phone")
        #expect(phone.vault.status == .unlocked)
    }

    @Test("A request of somebody who did not open the vault lets nobody in")
    func forged() async throws {
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        let code = try await desk.sync.inviteDevice()
        let offers = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".offer") }
        let name = try #require(offers.first).replacing(".offer", with: ".request")
        try folder.write("let me in", to: name)
        _ = try await desk.sync.synchronize()
        #expect(try await desk.sync.syncStatus().devices.map(\.name) == ["desk"])
        // It may have been a note that was not copied to its end yet.
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        try await join(phone, code, "phone")
        try await exchange()
        #expect(try await desk.sync.syncStatus().devices.count == 2)
    }

    @Test("Invitations that are made while changes are exchanged all let somebody in")
    func manyInvitations() async throws {
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        let codes = try await withThrowingTaskGroup(of: SecretText?.self) { group in
            for _ in 0..<4 {
                group.addTask { try await desk.sync.inviteDevice() }
                group.addTask {
                    _ = try await desk.sync.synchronize()
                    return nil
                }
            }
            return try await group.reduce(into: [SecretText]()) { codes, code in
                if let code { codes.append(code) }
            }
        }
        for (number, code) in codes.enumerated() {
            let machine = SyncedMachine(try TemporaryVault(), now: { [clock] in clock.now })
            try await join(machine, code, "machine \(number)")
        }
        _ = try await desk.sync.synchronize()
        #expect(try await desk.sync.syncStatus().devices.count == 5)
    }

    @Test("A vault that is locked while changes are exchanged is not kept open by that")
    func lockedMeanwhile() async throws {
        try await meet()
        for _ in 0..<10 {
            let exchange = Task { try await desk.sync.synchronize() }
            await desk.vault.lock()
            await desk.sync.drop()
            _ = await exchange.result
            #expect(try await desk.sync.syncStatus() == SyncStatus(.locked))
            #expect(await desk.sync.isOpen == false)
            try await desk.vault.unlock(passphrase: passphrase)
            #expect(try await desk.sync.synchronize().problems == [])
        }
    }

    @Test(
        "Two passwords given at once are a conflict; a person keeps one, and it is over everywhere")
    func conflicts() async throws {
        try await meet()
        let id = try #require(try await desk.vault.list(ItemQuery()).items.first?.id)
        for (machine, password) in [(desk, "of the desk"), (phone, "of the phone")] {
            var login = try await machine.vault.login(id)
            login.password = SecretText(password)
            try await machine.vault.save(login)
        }
        try await exchange()
        let conflict = try #require(try await desk.sync.syncConflicts().first)
        #expect(conflict.title == "bank")
        let part = try #require(conflict.parts.first { $0.field == .password })
        // The phone was the first to say what it has, so the desk said it later.
        #expect(part.values.map { $0.text.reveal() } == ["of the desk", "of the phone"])
        #expect(part.values.map(\.deviceName) == ["desk", "phone"])
        #expect(part.isConcealed)
        #expect(try await desk.sync.syncStatus().phase == .attention)
        let phoneID = try #require(part.values.last?.device)
        try await desk.sync.decide(SyncDecision(item: id, device: phoneID))
        try await exchange()
        for machine in [desk, phone] {
            #expect(try await machine.vault.login(id).password.reveal() == "of the phone")
            #expect(try await machine.sync.syncConflicts() == [])
            #expect(try await machine.sync.syncStatus().phase == .inStep)
        }
        await expectError(.syncNoConflict) {
            try await phone.sync.decide(SyncDecision(item: id, device: phoneID))
        }
    }

    @Test("Parts of a record meet one by one; of one that both changed, a conflict has the name")
    func records() async throws {
        let head = ItemHead(title: "Home")
        let record = try #require(
            Record(
                .wifi, head: head,
                [.networkName: SecretText("Home"), .password: SecretText("first")]))
        try await meet()
        try await desk.vault.add(.record(record))
        try await exchange()
        var (left, right) = (
            try await desk.vault.item(head.id), try await phone.vault.item(head.id)
        )
        #expect(right.fields == left.fields)
        left[.password] = SecretText("second")
        left[.networkName] = SecretText("Attic")
        right[.security] = SecretText("WEP")
        right[.networkName] = SecretText("Cellar")
        try await desk.vault.save(left)
        try await phone.vault.save(right)
        try await exchange()
        for machine in [desk, phone] {
            let item = try await machine.vault.item(head.id)
            #expect(item[.password] == SecretText("second"))
            #expect(item[.security] == SecretText("WEP"))
            let conflict = try #require(try await machine.sync.syncConflicts().first)
            let part = try #require(conflict.parts.first)
            #expect(conflict.parts.count == 1 && !part.isConcealed)
            #expect("\(part.name)" == "Network name (SSID)")
            #expect(Set(part.values.map { $0.text.reveal() }) == ["Attic", "Cellar"])
            let kept = try await machine.vault.history(head.id).compactMap(\.password)
            #expect(kept == [SecretText("first")])
        }
    }

    @Test("What is not set up, is set up already, or has no folder, is refused")
    func refusals() async throws {
        await expectError(.syncOff) { _ = try await desk.sync.synchronize() }
        await expectError(.syncOff) { try await desk.sync.leaveSync() }
        await expectError(.syncRemote) {
            try await desk.sync.setUpSync(at: folder.path + "/none", device: "desk")
        }
        #expect(try await desk.sync.syncStatus() == SyncStatus(.off))
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        await expectError(.syncAlready) {
            try await desk.sync.setUpSync(at: folder.path, device: "desk")
        }
        try await desk.sync.leaveSync()
        // Somebody who begins anew beside others would never hear of them.
        await expectError(.syncAlready) {
            try await desk.sync.setUpSync(at: folder.path, device: "desk")
        }
        #expect(try await desk.sync.syncStatus() == SyncStatus(.off))
        let second = try TemporaryFolder()
        try await desk.sync.setUpSync(at: second.path, device: "desk")
        let other = SyncedMachine(try await .make(), now: { [clock] in clock.now })
        let code = try await desk.sync.inviteDevice()
        await expectError(.syncOtherVault) { try await join(other, code, "other") }
    }

    @Test("Whoever left keeps the vault, and comes back by an invitation")
    func leaving() async throws {
        try await meet()
        try await phone.sync.leaveSync()
        #expect(try await phone.sync.syncStatus() == SyncStatus(.off))
        #expect(try await phone.titles() == ["bank"])
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        try await join(phone, desk.sync.inviteDevice(), "phone again")
        try await exchange()
        #expect(try await phone.titles() == ["bank", "mail"])
        #expect(try await desk.titles() == ["bank", "mail"])
    }

    @Test("A machine that is taken out says so, keeps its vault, and comes back by an invitation")
    func removing() async throws {
        try await meet()
        let phones = try await desk.sync.syncStatus().devices.filter { !$0.isThis }
        let id = try #require(phones.first?.id)
        try await desk.sync.removeDevices([id], changing: nil)
        #expect(try await desk.sync.syncStatus().devices.map(\.name) == ["desk"])
        #expect(try await desk.sync.syncStatus().phase == .inStep)
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        let outcome = try await phone.sync.synchronize()
        #expect(outcome.problems.map(\.subject) == ["phone"])
        let status = try await phone.sync.syncStatus()
        #expect(status.phase == .dismissed)
        #expect(status.problem.map { "\($0)" }?.contains("\"desk\"") == true)
        #expect(status.remedy.map { "\($0)" }?.contains("\"wallet sync invite\"") == true)
        #expect(try await phone.titles() == ["bank", "mail"])
        #expect(try await desk.sync.synchronize().refused == ["phone"])
        #expect(try await desk.titles() == ["bank"])
        await expectError(.syncDismissed) { _ = try await phone.sync.inviteDevice() }
        // Once more changes nothing.
        try await desk.sync.removeDevices([id], changing: nil)
        let this = try #require(try await desk.sync.syncStatus().devices.first).id
        await expectError(.syncNoDevice) {
            try await desk.sync.removeDevices([this], changing: nil)
        }

        try await desk.vault.add(Login(title: "shop", password: SecretText("three")))
        try await join(phone, desk.sync.inviteDevice(), "phone again")
        for machine in [phone, desk, phone] { _ = try await machine.sync.synchronize() }
        for machine in [desk, phone] {
            #expect(try await machine.titles() == ["bank", "mail", "shop"])
            #expect(try await machine.sync.syncStatus().phase == .inStep)
            #expect(
                try await machine.sync.syncStatus().devices.map(\.name).sorted()
                    == ["desk", "phone again"])
        }
    }

    @Test(
        "Whoever listens is told how the vault stands, and nothing of it stays open when it is locked"
    )
    func telling() async throws {
        var phases = desk.sync.syncStatuses().map(\.phase).makeAsyncIterator()
        #expect(await phases.next() == .off)
        try await meet()
        try await until { await phases.next() == .inStep }
        await desk.vault.lock()
        try await until { await phases.next() == .locked }
        try await until { await !desk.sync.isOpen }
        try await desk.vault.unlock(passphrase: passphrase)
        try await until { await phases.next() == .inStep }
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-away")
        await expectError(.syncRemote) { _ = try await desk.sync.synchronize() }
        try await until { await phases.next() == .offline }
        try FileManager.default.moveItem(atPath: folder.path + "-away", toPath: folder.path)
    }

    @Test("Looking for news that is not there writes nothing; when it was stays known")
    func idle() async throws {
        try await meet()
        let name = try await desk.vault.name()
        let path = "\(desk.home.folder.path)/sync/\(name).db"
        func written() -> [Data?] {
            ["", "-wal"].map { FileManager.default.contents(atPath: path + $0) }
        }
        try await desk.sync.exchange(isRoutine: true)
        let before = written()
        clock.move(minutes: 5)
        try await desk.sync.exchange(isRoutine: true)
        #expect(written() == before)
        let last = try #require(try await desk.sync.syncStatus().lastExchange)
        #expect(last.milliseconds > SyncFixture.now().milliseconds + 240_000)
        await desk.vault.lock()
        await desk.sync.drop()
        try await desk.vault.unlock(passphrase: passphrase)
        #expect(try await desk.sync.syncStatus().lastExchange == last)
        // What a person asks for is written.
        let former = written()
        try await desk.sync.exchange()
        #expect(written() != former)
    }

    @Test("While the vault is unlocked, changes arrive by themselves; locked, nothing is exchanged")
    func following() async throws {
        try await meet()
        let tasks = [desk, phone].map { machine in Task { await machine.sync.follow(.hasty) } }
        defer { tasks.forEach { $0.cancel() } }
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        try await until { try await phone.titles() == ["bank", "mail"] }
        await phone.vault.lock()
        #expect(try await phone.sync.syncStatus() == SyncStatus(.locked))
        await expectError(.vaultLocked) { _ = try await phone.sync.synchronize() }
        try await desk.vault.add(Login(title: "shop", password: SecretText("three")))
        try await phone.vault.unlock(passphrase: passphrase)
        try await until { try await phone.titles() == ["bank", "mail", "shop"] }
    }
}

@Suite("When a vault is exchanged")
struct SyncPaceTests {
    @Test("However often it failed, a place that is back is found within a minute")
    func outage() {
        let pace = SyncPace()
        var last = Duration.zero
        for count in 0...16 {
            let pause = pace.pause(afterFailures: count)
            #expect(pause >= last)
            #expect(pause * 1.2 <= .seconds(60))
            last = pause
        }
        #expect(last > pace.between)
    }

    @Test(
        "Where the place tells of news, it looks every quarter of an hour, unless that fails",
        arguments: [(0, 900), (1, 20), (9, 45)])
    func told(failures: Int, seconds: Int) {
        #expect(
            SyncPace().pause(afterFailures: failures, isTold: true) == .seconds(seconds))
    }
}

extension SyncPace {
    /// The pace for tests.
    fileprivate static var hasty: SyncPace {
        SyncPace(
            afterChange: .milliseconds(10), between: .milliseconds(50),
            longest: .milliseconds(100), tick: .milliseconds(10))
    }
}
