import Foundation
import SyncSimulation
import Synchronization
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("Files in items of two machines, through a folder")
struct FileTests {
    private typealias Attachment = WalletVault.Attachment

    private let bank = TwoMachines.login("bank", "one")

    private static func names(_ machine: SimulatedMachine, _ id: ItemID) async throws -> [String] {
        try await machine.vault.item(id).namedAttachments.map(\.name)
    }

    @Test("A file comes with its item, its content when it is opened, and both once")
    func arrival() async throws {
        let machines = try await TwoMachines([bank])
        let (desk, phone) = (machines.desk, machines.phone)
        let content = SimulatedFile.content(seed: 1, size: 2_500_000)
        let file = try await desk.attach("scan.pdf", content, to: bank.id)
        try await machines.exchange()
        let arrived = try #require(try await phone.vault.item(bank.id).attachments.first)
        #expect(arrived == file)
        #expect(try await phone.vault.isAwaited(arrived))
        #expect(try await !desk.vault.isAwaited(file))
        let early = await #expect(throws: VaultError.self) {
            try await phone.vault.contents(of: arrived)
        }
        #expect(early?.code == .vaultAwaited)
        let report = try await phone.vault.check()
        #expect(report.isClean, "\(report.findings)")
        #expect(report.awaited == ["scan.pdf"])

        for _ in 0..<2 { try await phone.fetch(arrived, of: bank.id) }
        #expect(try await phone.content(of: arrived) == content)
        #expect(try await !phone.vault.isAwaited(arrived))
        let complete = try await phone.vault.check()
        #expect(complete.isClean && complete.awaited.isEmpty, "\(complete)")
        for machine in [desk, phone] {
            #expect(
                try await machine.synchronizer.synchronize(with: machines.remote) == SyncReport())
        }
        // A new item brings its files as well.
        let mail = try await phone.vault.add(TwoMachines.login("mail"))
        let note = try await phone.attach("note.txt", [1, 2, 3], to: mail.id)
        try await machines.exchange()
        try await desk.fetch(note, of: mail.id)
        #expect(try await desk.content(of: note) == [1, 2, 3])
    }

    @Test("Where the parts are kept, nothing tells of what; only the number of mebibytes")
    func unreadable() async throws {
        let machines = try await TwoMachines([bank])
        let text = Array("quokka and numbat".utf8)
        try await machines.desk.attach("wombat-holes.txt", text, to: bank.id)
        try await machines.desk.attach("other.txt", text, to: bank.id)
        try await machines.exchange()
        let parts = try await machines.parts()
        #expect(parts.count == 2)
        let contents = try parts.map { try Data(contentsOf: $0) }
        #expect(contents[0] != contents[1])
        #expect(Set(contents.map(\.count)) == [4096 + AES256GCM.overhead])
        for content in contents {
            for word in ["quokka", "wombat"] {
                #expect(content.range(of: Data(word.utf8)) == nil)
            }
        }
        for part in parts {
            #expect(!part.path.contains(bank.id.description) && !part.path.contains("wombat"))
        }
    }

    @Test("A file that is added while others edit, add and remove is there on both")
    func convergence() async throws {
        let machines = try await TwoMachines([bank])
        let (desk, phone) = (machines.desk, machines.phone)
        let old = try await desk.attach("old.txt", [1], to: bank.id)
        try await machines.exchange()
        try await desk.vault.detach(old, from: bank.id)
        try await desk.edit(bank.id) { $0.password = SecretText("two") }
        let both = [
            try await desk.attach("scan.pdf", [2], to: bank.id),
            try await phone.attach("scan.pdf", [3], to: bank.id),
        ]
        try await phone.edit(bank.id) { $0.tags = ["three"] }
        try await machines.exchange()
        for machine in [desk, phone] {
            let item = try await machine.vault.login(bank.id)
            #expect(Set(item.attachments.map(\.id)) == Set(both.map(\.id)))
            #expect((item.password, item.tags) == (SecretText("two"), ["three"]))
            #expect(try await Set(Self.names(machine, bank.id)) == ["scan.pdf", "scan (2).pdf"])
            for (file, content) in zip(both, [[2], [3]] as [[UInt8]]) {
                try await machine.fetch(file, of: bank.id)
                #expect(try await machine.content(of: file) == content)
            }
            #expect(await machine.replica.conflicted.isEmpty)
            #expect(try await machine.vault.check().isClean)
        }
        let names = try await desk.vault.item(bank.id).namedAttachments
        for (name, file) in try await phone.vault.item(bank.id).namedAttachments {
            #expect(names.contains { $0.name == name && $0.attachment.id == file.id })
        }
    }

    @Test("Removing an item wins over no file that was added meanwhile; it is back, with all")
    func deletion() async throws {
        let machines = try await TwoMachines([bank])
        let (desk, phone) = (machines.desk, machines.phone)
        let first = try await desk.attach("first.txt", [1], to: bank.id)
        try await machines.exchange()
        try await desk.vault.deletePermanently(bank.id)
        let second = try await phone.attach("second.txt", [2], to: bank.id)
        try await machines.exchange()
        for machine in [desk, phone] {
            for (file, content) in [(first, [1]), (second, [2])] as [(Attachment, [UInt8])] {
                try await machine.fetch(file, of: bank.id)
                #expect(try await machine.content(of: file) == content)
            }
            #expect(try await machine.vault.check().isClean)
        }
        try await phone.vault.detach(first, from: bank.id)
        try await machines.exchange()
        #expect(try await Self.names(desk, bank.id) == ["second.txt"])
    }

    @Test("The commit that names a file goes before its content; what was interrupted goes on")
    func order() async throws {
        let machines = try await TwoMachines([bank])
        let (desk, remote) = (machines.desk, machines.remote)
        try await machines.exchange()
        let device = desk.replica.device.id
        let before = try remote.heads()[device] ?? 0
        let content = SimulatedFile.content(seed: 2, size: 3_000_000)
        let file = try await desk.attach("scan.pdf", content, to: bank.id)
        for patience in 0..<12 {
            let left = Mutex(patience)
            let watched = WatchedRemote(remote) {
                try left.withLock { left in
                    guard left > 0 else { throw WatchedRemote.Unreachable() }
                    left -= 1
                }
            }
            _ = try? await desk.synchronizer.synchronize(with: watched)
            let parts = (try? await machines.parts()) ?? []
            #expect(try remote.heads()[device] ?? 0 > before || parts.isEmpty)
        }
        try await machines.exchange()
        #expect(try remote.heads()[device] ?? 0 > before)
        #expect(try await machines.parts().count == 3)
        try await machines.phone.fetch(file, of: bank.id)
        #expect(try await machines.phone.content(of: file) == content)
    }

    @Test("A file that takes long holds up no change; the small ones go first")
    func long() async throws {
        let passed = Mutex<Int64>(0)
        let machines = try await TwoMachines([bank]) {
            Timestamp(milliseconds: SyncFixture.now().milliseconds + passed.withLock { $0 })
        }
        let (desk, phone) = (machines.desk, machines.phone)
        try await machines.exchange()
        let content = SimulatedFile.content(seed: 3, size: 4_000_000)
        let large = try await desk.attach("film.mkv", content, to: bank.id)
        let small = try await desk.attach("note.txt", [1], to: bank.id)
        // Whatever is asked of the place takes four seconds.
        let slow = WatchedRemote(machines.remote) { passed.withLock { $0 += 4_000 } }
        #expect(try await desk.synchronizer.synchronize(with: slow).isUnfinished)
        #expect(try await (1..<5).contains(machines.parts().count))
        #expect(await desk.replica.owedFileCount == 1)
        try await phone.edit(bank.id) { $0.tags = ["three"] }
        _ = try await phone.synchronizer.synchronize(with: machines.remote)
        try await phone.fetch(small, of: bank.id)
        #expect(try await phone.content(of: small) == [1])
        let early = await #expect(throws: SyncError.self) {
            try await phone.fetch(large, of: bank.id)
        }
        #expect(early?.code == .syncNotArrived)

        try await desk.edit(bank.id) { $0.password = SecretText("two") }
        #expect(try await desk.synchronizer.synchronize(with: slow).isUnfinished)
        #expect(try await desk.vault.login(bank.id).tags == ["three"])
        _ = try await phone.synchronizer.synchronize(with: machines.remote)
        #expect(try await phone.vault.login(bank.id).password == SecretText("two"))
        while try await desk.synchronizer.synchronize(with: slow).isUnfinished {}
        #expect(await desk.replica.owedFileCount == 0)
        try await phone.fetch(large, of: bank.id)
        #expect(try await phone.content(of: large) == content)
    }

    /// What has files whose content is on other machines.
    private final class Elsewhere: ChunkSource {
        let reads = Atomic(0)

        func chunk(_ number: Int, of attachment: ItemID) async throws -> AttachmentChunk? {
            reads.wrappingAdd(1, ordering: .relaxed)
            return nil
        }

        func isAwaited(_ attachment: WalletVault.Attachment) async throws -> Bool { true }
    }

    @Test("Of a file whose content is on other machines nothing is owed, and nothing is read")
    func elsewhere() async throws {
        let passed = Mutex<Int64>(0)
        let machines = try await TwoMachines([bank]) {
            Timestamp(milliseconds: SyncFixture.now().milliseconds + passed.withLock { $0 })
        }
        let desk = machines.desk
        try await machines.exchange()
        let content = SimulatedFile.content(seed: 4, size: 4_000_000)
        try await desk.attach("film.mkv", content, to: bank.id)
        let slow = WatchedRemote(machines.remote) { passed.withLock { $0 += 4_000 } }
        #expect(try await desk.synchronizer.synchronize(with: slow).isUnfinished)
        #expect(await desk.replica.owedFileCount == 1)
        let parts = try await machines.parts().count
        let elsewhere = Elsewhere()
        _ = try await desk.replica.synchronize(with: machines.remote, files: elsewhere)
        #expect(await desk.replica.owedFileCount == 0)
        #expect(elsewhere.reads.load(ordering: .relaxed) == 0)
        #expect(try await machines.parts().count == parts)
    }

    @Test("A file that is removed before it was handed over is not missed")
    func removed() async throws {
        let machines = try await TwoMachines([bank])
        let (desk, phone) = (machines.desk, machines.phone)
        try await machines.exchange()
        let file = try await desk.attach("scan.pdf", [1], to: bank.id)
        let watched = WatchedRemote(machines.remote) { throw WatchedRemote.Unreachable() }
        _ = try? await desk.synchronizer.synchronize(with: watched)
        try await desk.vault.detach(file, from: bank.id)
        try await machines.exchange()
        #expect(try await Self.names(phone, bank.id) == [])
        #expect(try await desk.vault.check().isClean)
        #expect(try await phone.vault.check().isClean)
    }

    @Test("An older copy that is put back gets later files again; removed ones stay removed")
    func olderCopy() async throws {
        let machines = try await TwoMachines([bank])
        let (desk, phone) = (machines.desk, machines.phone)
        let old = try await desk.attach("old.txt", [1], to: bank.id)
        try await machines.exchange()
        let backup = try await desk.maintenance.backup()
        try await desk.vault.detach(old, from: bank.id)
        let new = try await desk.attach("new.txt", [2], to: bank.id)
        try await machines.exchange()
        try await desk.restore(backup, byHand: false)
        try await machines.exchange()
        for machine in [desk, phone] {
            #expect(try await Self.names(machine, bank.id) == ["new.txt"])
            try await machine.fetch(new, of: bank.id)
            #expect(try await machine.content(of: new) == [2])
        }
    }

    @Test("Backup, check, recovery and another key name files that are not here, and keep them")
    func maintenance() async throws {
        let machines = try await TwoMachines([bank])
        let phone = machines.phone
        let here = try await phone.attach("here.txt", [1], to: bank.id)
        let away = try await machines.desk.attach(
            "away.pdf", SimulatedFile.content(seed: 5, size: 1_500_000), to: bank.id)
        try await machines.exchange()
        let passphrase = SimulatedMachine.passphrase
        let awaited = Mutex<[String]>([])
        try await phone.maintenance.backup(
            verifiedWith: passphrase,
            noting: { report in awaited.withLock { $0 = report.awaited } })
        #expect(awaited.withLock(\.self) == ["away.pdf"])
        #expect(try await phone.maintenance.check(passphrase: passphrase).awaited == ["away.pdf"])

        await phone.vault.close()
        let saved = "\(phone.folder)/saved.db"
        let (report, count) = try await phone.maintenance.recover(
            passphrase: passphrase, to: saved)
        #expect((report.awaited, count) == (["away.pdf"], 1))
        let rekeyed = try await phone.maintenance.open(passphrase: passphrase)
        _ = try await rekeyed.rekey(passphrase: passphrase)
        await rekeyed.close()
        try await phone.vault.unlock(passphrase: passphrase)
        for report in [
            try await phone.vault.check(),
            try await phone.maintenance(of: saved).check(passphrase: passphrase),
        ] {
            #expect(report.isClean, "\(report.findings)")
            #expect(report.awaited == ["away.pdf"])
        }
        #expect(try await phone.vault.item(bank.id).attachments.map(\.id) == [here.id, away.id])
    }
}
