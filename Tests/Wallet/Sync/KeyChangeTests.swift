import Foundation
import SyncSimulation
import TenonCore
import TenonSQLite
import TenonSecurity
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletSync  // What opens a commit is internal.

@Suite("A passphrase and a key of the vault that change on several machines")
struct KeyChangeTests {
    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let phone: SyncedMachine
    private let tablet: SyncedMachine
    private let passphrase = SecretText(TemporaryVault.passphrase)
    private let new = SecretText("seven new words for the same vault")

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncedMachine(
            try await .make([Login(title: "bank", password: SecretText("one"))]))
        phone = SyncedMachine(try TemporaryVault())
        tablet = SyncedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        for (machine, name) in [(phone, "phone"), (tablet, "tablet")] {
            try await desk.letIn(machine, as: name)
        }
        try await exchange(desk, phone, tablet)
    }

    /// Lets machines learn of everything.
    private func exchange(_ machines: SyncedMachine...) async throws {
        for _ in 0..<3 {
            for machine in machines { _ = try await machine.sync.synchronize() }
        }
        for machine in machines {
            #expect(try await machine.sync.synchronize().problems == [])
            #expect(try await machine.sync.checkSync().findings == [])
        }
    }

    private func id(_ name: String) async throws -> DeviceID {
        let devices = try await desk.sync.syncStatus().devices
        return try #require(devices.first { $0.name == name }?.id)
    }

    /// The commits in the folder.
    private func commits() throws -> [String: [UInt8]] {
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        var commits: [String: [UInt8]] = [:]
        for case let file as String in files where file.hasSuffix(".commit") {
            let bytes = try Data(contentsOf: URL(filePath: "\(folder.path)/\(file)"))
            commits[file] = Array(bytes)
        }
        return commits
    }

    // MARK: Passphrases

    @Test("A new passphrase counts on all machines, the former on none; a small commit says so")
    func passphraseTravels() async throws {
        for number in 0..<20 {
            try await desk.vault.add(Login(title: "\(number)", password: SecretText("two")))
        }
        try await exchange(desk, phone, tablet)
        let before = try commits()
        try await desk.vault.changePassphrase(from: passphrase, to: new)
        _ = try await desk.sync.synchronize()
        let added = try commits().filter { before[$0.key] == nil }
        #expect(added.count == 1)
        #expect(try #require(added.first).value.count < 1200)
        try await exchange(desk, phone, tablet)
        for machine in [desk, phone, tablet] {
            #expect(try await !machine.opens(with: passphrase))
            #expect(try await machine.opens(with: new))
            #expect(try await machine.titles().count == 21)
        }
        try await exchange(desk, phone, tablet)
    }

    @Test(
        "A machine says that another one changed the passphrase, until it is unlocked by the new one"
    )
    func passphraseIsSaid() async throws {
        try await desk.vault.addPassphrase(SecretText("six words for the office"), name: "office")
        try await exchange(desk, phone, tablet)
        #expect(try await phone.sync.syncStatus().passphraseChange == nil, "Nothing goes")
        try await desk.vault.changePassphrase(from: passphrase, to: new)
        try await exchange(desk, phone, tablet)
        #expect(try await desk.sync.syncStatus().passphraseChange == nil)
        for machine in [phone, tablet] {
            #expect(try await machine.sync.syncStatus().passphraseChange != nil)
            #expect(try await machine.sync.synchronize().passphraseChange != nil)
            #expect(try await machine.opens(with: new))
            #expect(try await machine.sync.syncStatus().passphraseChange == nil)
        }
        // So does a new key with another passphrase, but not the machine that gives it.
        let change = KeyChange(new, newPassphrase: passphrase)
        try await desk.sync.removeDevices([try await id("phone")], changing: change)
        try await exchange(desk, tablet)
        #expect(try await desk.sync.syncStatus().passphraseChange == nil)
        #expect(try await tablet.sync.syncStatus().passphraseChange != nil)
    }

    @Test("Two new passphrases at the same time both open the vault; none is lost")
    func twoPassphrases() async throws {
        let other = SecretText("six other words at the phone")
        try await desk.vault.changePassphrase(from: passphrase, to: new)
        try await phone.vault.changePassphrase(from: passphrase, to: other)
        try await exchange(desk, phone, tablet)
        for machine in [desk, phone, tablet] {
            #expect(try await !machine.opens(with: passphrase))
            #expect(try await machine.opens(with: other))
            #expect(try await machine.opens(with: new))
        }
    }

    @Test("Further passphrases and recovery codes come to all machines, and go from all")
    func slots() async throws {
        try await phone.vault.addPassphrase(new, name: "office")
        let code = try await phone.vault.makeRecoveryCode()
        try await exchange(desk, phone, tablet)
        let office = try #require(try await desk.vault.slots().first { $0.name == "office" })
        await tablet.vault.lock()
        try await tablet.vault.unlock(recoveryCode: code)
        try await desk.vault.removeSlot(office.id)
        try await exchange(desk, phone, tablet)
        for machine in [desk, phone, tablet] {
            #expect(try await !machine.opens(with: new))
            #expect(try await machine.opens(with: passphrase))
            #expect(try await machine.vault.slots().count == 2)
        }
    }

    @Test("Of more ways than a vault can have, those stay that were made first")
    func tooManyWays() async throws {
        for machine in [desk, phone] {
            for number in 1...5 {
                try await machine.vault.addPassphrase(
                    SecretText("\(new.reveal()) \(number)"), name: "")
            }
        }
        try await exchange(desk, phone, tablet)
        let slots = try await desk.vault.slots().map(\.id)
        #expect(slots.count == 8)
        for machine in [desk, phone, tablet] {
            #expect(try await machine.vault.slots().map(\.id) == slots)
            #expect(try await machine.opens(with: passphrase))
        }
    }

    /// Announces a key of the vault on the phone.
    ///
    /// - Parameter isFitting: Whether the desk can open it, which has no way in; for all others there is none.
    private func announceKey(isFitting: Bool) async throws {
        let session = try await phone.sync.open()
        let (deskID, name) = (try await id("desk"), ItemID())
        let publicKey = try #require(
            await session.replica.state.access.announcements[deskID]?.publicKey)
        let sealed = try HybridEncryption.seal(
            SecretBytes.random(count: 32), for: publicKey,
            info: Replica.info(of: isFitting ? name : ItemID(), for: deskID))
        try await session.replica.commit([.key(name, shares: [deskID: sealed])])
    }

    @Test(
        "A key that nobody can open is not taken, and all else goes on", arguments: [false, true])
    func brokenKey(isFitting: Bool) async throws {
        try await announceKey(isFitting: isFitting)
        try await exchange(phone, desk, tablet)
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        try await exchange(desk, phone, tablet)
        for machine in [desk, phone, tablet] {
            #expect(try await machine.titles() == ["bank", "mail"])
            #expect(try await machine.opens(with: passphrase))
        }
        try await tablet.vault.changePassphrase(from: passphrase, to: new)
        try await exchange(tablet, desk, phone)
        for machine in [desk, phone, tablet] {
            #expect(try await machine.opens(with: new))
            #expect(try await !machine.opens(with: passphrase))
        }
    }

    @Test("A key that was given before one that nobody can open is taken")
    func brokenKeyAfterwards() async throws {
        try await desk.sync.changeKey(KeyChange(passphrase))
        try await exchange(desk, phone)
        try await announceKey(isFitting: false)
        try await exchange(phone, desk)
        try await exchange(tablet, desk, phone)
        #expect(try await tablet.vault.keyName() == desk.vault.keyName())
        try await tablet.vault.changePassphrase(from: passphrase, to: new)
        try await exchange(tablet, desk, phone)
        for machine in [desk, phone, tablet] { #expect(try await machine.opens(with: new)) }
        // The next key is one for all again.
        try await phone.sync.changeKey(KeyChange(new))
        try await exchange(phone, desk, tablet)
        for machine in [desk, tablet] {
            #expect(try await machine.vault.keyName() == phone.vault.keyName())
        }
    }

    // MARK: Keys

    @Test("Who is taken out with a new key opens nothing that is written then; the others go on")
    func removal() async throws {
        let code = try await desk.vault.makeRecoveryCode()
        let bank = try #require(try await desk.vault.list(ItemQuery()).items.first)
        let file = try await desk.vault.attach(
            "deed.txt", Array("a deed".utf8), to: bank.id, at: SyncFixture.now())
        try await exchange(desk, phone, tablet)
        let name = try await desk.vault.name()
        let former = try await phone.vault.deviceKeys()
        let keyName = try await desk.vault.keyName()
        let before = try commits()

        try await desk.sync.removeDevices([try await id("phone")], changing: KeyChange(passphrase))
        #expect(desk.vault.status == .unlocked)
        #expect(try await desk.vault.keyName() != keyName)
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        try await exchange(desk, tablet)
        try await tablet.vault.add(Login(title: "shop", password: SecretText("three")))
        try await exchange(desk, tablet)

        #expect(try await tablet.vault.keyName() == desk.vault.keyName())
        for machine in [desk, tablet] {
            #expect(try await machine.titles() == ["bank", "mail", "shop"])
            #expect(try await machine.opens(with: passphrase))
            #expect(try await machine.vault.check().isClean)
            await machine.vault.lock()
            await expectError(.vaultWrongRecoveryCode) {
                try await machine.vault.unlock(recoveryCode: code)
            }
            try await machine.vault.unlock(passphrase: passphrase)
            #expect(try await content(of: file, on: machine) == SecretText("a deed"))
        }
        // What the phone has of the keys opens no item.
        let (old, now) = (
            try CommitSealer(vault: name, keys: former),
            try CommitSealer(vault: name, keys: try await desk.vault.deviceKeys())
        )
        let added = try commits().filter { before[$0.key] == nil }
        var readable = 0
        for commit in added.values {
            let header = try CommitHeader(reading: commit)
            let device = try #require(try await self.device(header.device))
            let position = LogPosition(number: header.number - 1, hash: header.previous)
            _ = try now.open(commit, after: position, by: device)
            guard let content = try? old.open(commit, after: position, by: device) else { continue }
            readable += 1
            // It says that the phone is out, or how far another machine had its log by then.
            for change in content.changes {
                switch change.change {
                case .fields, .former, .removal: Issue.record("the phone opens an item")
                case .slot, .snapshot: Issue.record("the phone learns what opens the new key")
                case .device, .dismissal, .announcement, .key, .slotRemoval: break
                }
            }
        }
        #expect(added.count >= 4)
        #expect((1...2).contains(readable))
        // Nor does it open what another machine remembers.
        let path = tablet.home.folder.appending(path: "sync/\(name).db").path
        await tablet.sync.drop()
        await expectError(.syncLocalState) {
            _ = try Replica(
                ReplicaFile(path: path, databases: SQLiteDatabases()), vault: name, ring: former,
                now: SyncFixture.now)
        }
        #expect(try await phone.sync.synchronize().problems.map(\.subject) == ["phone"])
    }

    @Test("With a new passphrase, the one that a machine knows that is out opens the vault nowhere")
    func newPassphrase() async throws {
        let change = KeyChange(passphrase, newPassphrase: new)
        try await desk.sync.removeDevices([try await id("phone")], changing: change)
        try await exchange(desk, tablet)
        for machine in [desk, tablet] {
            #expect(try await !machine.opens(with: passphrase))
            #expect(try await machine.opens(with: new))
            #expect(try await machine.titles() == ["bank"])
        }
        let fresh = SyncedMachine(try TemporaryVault())
        try await fresh.sync.joinSync(
            desk.sync.inviteDevice(), folder: nil, passphrase: new, device: "fresh")
        try await exchange(desk, tablet, fresh)
        #expect(try await fresh.titles() == ["bank"])
    }

    @Test("What is committed before the vault here has its new key is sealed under that key")
    func between() async throws {
        let former = try await desk.vault.deviceKeys()
        let session = try await desk.sync.open()
        let key = try await desk.vault.makeKey(passphrase: passphrase, newPassphrase: new)
        try await session.replica.change(keyTo: key, dismissing: [try await id("phone")])
        let (name, replica) = (try await desk.vault.name(), session.replica)
        func opens(_ keys: [SecretBytes]) async throws -> Bool {
            let end = await replica.position(of: replica.device.id).number
            let row = try await replica.store.row(RowKey.own(number: end).bytes)
            let commit = try #require(row)
            let sealer = try CommitSealer(vault: name, keys: keys)
            return (try? sealer.open(commit, by: replica.device)) != nil
        }
        // The others may not know the new one yet.
        #expect(try await opens(former))
        try await session.replica.give(key.slots, to: key.name)
        #expect(try await !opens(former))
        let next = former + [VaultManager.deviceKey(of: key.key, in: name)]
        #expect(try await opens(next))
        try await session.replica.commit([] as [TimedChange], over: nil)
        #expect(try await !opens(former))
        #expect(try await opens(next))
        try await exchange(desk, tablet)
        #expect(try await tablet.vault.keyName() == key.name)
    }

    @Test(
        "Two machines that give the vault a key at the same time come to the same one",
        arguments: [1, 2])
    func twoKeys(missing count: Int) async throws {
        try await desk.sync.changeKey(KeyChange(passphrase))
        // The phone has not heard of that, or not of what opens the key: it looks at a folder as it was.
        let aside = try TemporaryFolder()
        let log = "\(folder.path)/\(try await desk.vault.name())/\(try await id("desk"))"
        try FileManager.default.moveItem(atPath: log, toPath: "\(aside.path)/log")
        try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: true)
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(aside.path)/log").sorted(
            by: { $0.count == $1.count ? $0 < $1 : $0.count < $1.count }
        ).dropLast(count) {
            try FileManager.default.copyItem(
                atPath: "\(aside.path)/log/\(file)", toPath: "\(log)/\(file)")
        }
        try await phone.sync.changeKey(KeyChange(passphrase))
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        try FileManager.default.removeItem(atPath: log)
        try FileManager.default.moveItem(atPath: "\(aside.path)/log", toPath: log)
        #expect(try await phone.vault.keyName() != desk.vault.keyName())
        try await exchange(desk, phone, tablet)
        #expect(try await phone.vault.keyName() == desk.vault.keyName())
        #expect(try await tablet.vault.keyName() == desk.vault.keyName())
        for machine in [desk, phone, tablet] {
            #expect(try await machine.opens(with: passphrase))
            #expect(try await machine.titles() == ["bank", "mail"])
        }
    }

    @Test(
        "A machine that was let in meanwhile is handed the key as soon as somebody sees that",
        arguments: [false, true])
    func late(isBrokenOneGiven: Bool) async throws {
        let watch = SyncedMachine(try TemporaryVault())
        let code = try await phone.sync.inviteDevice()
        try await watch.sync.joinSync(code, folder: nil, passphrase: passphrase, device: "watch")
        // The desk does not know yet that the watch was let in.
        try await desk.sync.changeKey(KeyChange(passphrase))
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        if isBrokenOneGiven { try await announceKey(isFitting: false) }
        try await exchange(phone, watch, desk, tablet)
        #expect(try await watch.vault.keyName() == desk.vault.keyName())
        #expect(try await watch.titles() == ["bank", "mail"])
    }

    @Test("Machines join after it: without a vault, and with an older file of it")
    func joining() async throws {
        try await desk.sync.removeDevices([try await id("phone")], changing: KeyChange(passphrase))
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        let fresh = SyncedMachine(try TemporaryVault())
        try await desk.letIn(fresh, as: "fresh")
        try await phone.vault.add(Login(title: "shop", password: SecretText("three")))
        _ = try await phone.sync.synchronize()
        try await desk.letIn(phone, as: "phone again")
        try await exchange(desk, tablet, fresh, phone)
        for machine in [desk, tablet, fresh, phone] {
            #expect(try await machine.titles() == ["bank", "mail", "shop"])
            #expect(try await machine.vault.keyName() == desk.vault.keyName())
        }
        // The passphrase changed after the tablet was taken out: what it has opens by the former one only.
        try await desk.sync.removeDevices([try await id("tablet")], changing: KeyChange(passphrase))
        try await desk.vault.changePassphrase(from: passphrase, to: new)
        _ = try await tablet.sync.synchronize()
        await expectError(.syncOtherVault) { try await desk.letIn(tablet, as: "tablet again") }
        #expect(try await tablet.titles() == ["bank", "mail", "shop"])
    }

    @Test("A recovery sheet is void after it; a new one brings all back, by a new passphrase")
    func sheets() async throws {
        let first = try await desk.sync.makeRecoverySheet()
        try await exchange(desk, phone, tablet)
        try await desk.sync.changeKey(KeyChange(passphrase))
        try await exchange(desk, phone, tablet)
        let fresh = SyncedMachine(try TemporaryVault())
        await expectError(.syncSheet) {
            try await fresh.sync.recoverSync(
                first.text, folder: nil, passphrase: new, device: "fresh")
        }
        let second = try await desk.sync.makeRecoverySheet()
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        try await exchange(desk, phone, tablet)
        try await fresh.sync.recoverSync(
            second.text, folder: nil, passphrase: new, device: "fresh")
        #expect(try await fresh.titles() == ["bank", "mail"])
        try await exchange(fresh, desk, phone, tablet)
        for machine in [fresh, desk, phone, tablet] {
            #expect(try await !machine.opens(with: passphrase))
            #expect(try await machine.opens(with: new))
        }
    }

    @Test("A wrong passphrase changes nothing, and takes nobody out")
    func wrongPassphrase() async throws {
        let phone = try await id("phone")
        await expectError(.vaultWrongPassphrase) {
            try await desk.sync.removeDevices([phone], changing: KeyChange(new))
        }
        await expectError(.vaultWrongPassphrase) {
            try await desk.sync.changeKey(KeyChange(new))
        }
        #expect(try await desk.sync.syncStatus().devices.count == 3)
        try await exchange(desk, self.phone, tablet)
    }

    @Test("A vault that was put back as it was before says that the machine has to join again")
    func putBack() async throws {
        let copy = desk.home.folder.appending(path: "copy.db").path
        await desk.vault.lock()
        try FileManager.default.copyItem(atPath: desk.vault.path, toPath: copy)
        try await desk.vault.unlock(passphrase: passphrase)
        try await desk.sync.changeKey(KeyChange(passphrase))
        try await exchange(desk, phone, tablet)
        await desk.vault.lock()
        await desk.sync.drop()
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: desk.vault.path + ending)
        }
        try FileManager.default.copyItem(atPath: copy, toPath: desk.vault.path)
        try await desk.vault.unlock(passphrase: passphrase)
        await expectError(.syncLocalState) { _ = try await desk.sync.synchronize() }
        try await desk.sync.leaveSync()
        try await phone.letIn(desk, as: "desk again")
        try await exchange(phone, desk, tablet)
        #expect(try await desk.vault.keyName() == phone.vault.keyName())
    }

    // MARK: Parts

    private func device(_ id: DeviceID) async throws -> Device? {
        let session = try await desk.sync.open()
        return await session.replica.devices.map(\.device).first { $0.id == id }
    }

    private func content(
        of file: WalletVault.Attachment, on machine: SyncedMachine
    ) async throws -> SecretText {
        let items = try await machine.vault.list(ItemQuery()).items
        let bank = try #require(items.first { $0.title == "bank" })
        try await machine.sync.fetchFile(file.id, of: bank.id)
        let attachments = try await machine.vault.item(bank.id).attachments
        return try await machine.vault.contents(
            of: try #require(attachments.first { $0.id == file.id }))
    }
}
