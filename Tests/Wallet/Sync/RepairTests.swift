import Foundation
import SyncSimulation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("What comes to harm in a folder is written again by whoever has it")
struct RepairTests {
    /// What happens to a file.
    enum Harm: CaseIterable, CustomTestStringConvertible {
        case cut, emptied, removed, flipped, huge, link

        var testDescription: String { "\(self)" }

        func befall(_ path: String) throws {
            switch self {
            case .cut:
                let bytes = try Data(contentsOf: URL(filePath: path))
                try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
            case .emptied: try Data().write(to: URL(filePath: path))
            case .removed: try FileManager.default.removeItem(atPath: path)
            case .flipped:
                var bytes = try Data(contentsOf: URL(filePath: path))
                bytes[bytes.count / 2] ^= 1
                try bytes.write(to: URL(filePath: path))
            case .huge: try Data(count: 3 << 20).write(to: URL(filePath: path))
            case .link:
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.createSymbolicLink(
                    atPath: path, withDestinationPath: "/dev/null")
            }
        }
    }

    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let phone: SyncedMachine

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncedMachine(
            try await .make([Login(title: "bank", password: SecretText("one"))]))
        phone = SyncedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        try await desk.letIn(phone, as: "phone")
        try await exchange(desk, phone, desk, phone)
    }

    private func exchange(_ machines: SyncedMachine...) async throws {
        for machine in machines {
            let problems = try await machine.sync.synchronize().problems
            #expect(problems.isEmpty, "\(problems.map { "\($0.subject): \($0.message)" })")
        }
    }

    private func place() async throws -> String {
        "\(folder.path)/\(try await desk.vault.name())"
    }

    /// The folder of the commits of the desk.
    private func log() async throws -> String {
        let id = try #require(
            try await desk.sync.syncStatus().devices.first { $0.name == "desk" }?.id)
        return "\(try await place())/\(id)"
    }

    private func numbers(in path: String) throws -> [Int] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .compactMap { $0.hasSuffix(".commit") ? Int($0.dropLast(7)) : nil }.sorted()
    }

    @Test(
        "A commit is, wherever it is in the log, without an alarm; the others go on",
        arguments: Harm.allCases, [true, false])
    func commit(_ harm: Harm, isLast: Bool) async throws {
        for title in ["mail", "shop", "club"] {
            try await desk.vault.add(Login(title: title, password: SecretText("two")))
            try await exchange(desk)
        }
        let log = try await log()
        let number = try #require(try numbers(in: log).dropLast(isLast ? 0 : 1).last)
        let path = "\(log)/\(number).commit"
        let whole = try Data(contentsOf: URL(filePath: path))
        try harm.befall(path)
        _ = try await phone.sync.synchronize()
        #expect(try await phone.titles().count < 4)
        // The agent looks at sizes, at first and now and then; a person who asks has all compared.
        try await exchange(desk)
        #expect(try Data(contentsOf: URL(filePath: path)) == whole)
        try await exchange(phone)
        #expect(try await phone.titles().count == 4)
        #expect(try await phone.sync.syncStatus().phase == .inStep)
        #expect(try await desk.sync.syncStatus().phase == .inStep)
    }

    @Test(
        "Files that are no commits of a machine stop nobody", arguments: [0, 200, 5_000, 3 << 20])
    func strays(size: Int) async throws {
        let log = try await log()
        try Data(repeating: 7, count: size).write(to: URL(filePath: "\(log)/99.commit"))
        // Numbers that no log has.
        for number in ["18446744073709551615", "9223372036854775808", "0", "-1"] {
            try Data([1]).write(to: URL(filePath: "\(log)/\(number).commit"))
            try Data([1]).write(to: URL(filePath: "\(log)/\(number).commit.nextcloud"))
        }
        let last = try #require(try numbers(in: log).filter { $0 > 0 && $0 < 99 }.last)
        // One of its own under another number.
        try FileManager.default.copyItem(
            atPath: "\(log)/\(last).commit", toPath: "\(log)/90.commit")
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        try await exchange(desk, phone)
        #expect(try await phone.titles() == ["bank", "mail"])
        for machine in [desk, phone] {
            #expect(try await machine.sync.syncStatus().phase == .inStep)
        }
    }

    @Test("A machine that was put back as it was before is told so, by its own signature")
    func older() async throws {
        let path = desk.home.folder.appending(path: "sync/\(try await desk.vault.name()).db").path
        await desk.vault.lock()
        await desk.sync.drop()
        var copies: [String] = []
        for ending in ["", "-wal", "-shm"]
        where FileManager.default.fileExists(atPath: path + ending) {
            try FileManager.default.copyItem(
                atPath: path + ending, toPath: "\(folder.path)/copy\(ending)")
            copies.append(ending)
        }
        try await desk.vault.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        for title in ["mail", "shop"] {
            try await desk.vault.add(Login(title: title, password: SecretText("two")))
            try await exchange(desk)
        }
        await desk.vault.lock()
        await desk.sync.drop()
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + ending)
        }
        for ending in copies {
            try FileManager.default.copyItem(
                atPath: "\(folder.path)/copy\(ending)", toPath: path + ending)
        }
        try await desk.vault.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        let problems = try await desk.sync.synchronize().problems
        #expect(problems.map(\.subject) == ["desk"])
        #expect(problems.first.map { "\($0.message)" }?.contains("newer changes") == true)
    }

    @Test("A commit is that stays for ever, though a snapshot stands for those before and after it")
    func keptCommit() async throws {
        let policy = SnapshotPolicy(floor: 5_000)
        let (desk, phone) = (
            SyncedMachine(try await .make([]), snapshots: policy),
            SyncedMachine(try TemporaryVault(), snapshots: policy)
        )
        let bank = try await desk.vault.add(Login(title: "bank", password: SecretText("one")))
        let folder = try TemporaryFolder()
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        try await desk.letIn(phone, as: "phone")
        for number in 0..<60 {
            var login = try await desk.vault.login(bank.id)
            login.password = SecretText("password \(number)")
            try await desk.vault.save(login)
            try await exchange(desk, phone)
        }
        let id = try #require(
            try await desk.sync.syncStatus().devices.first { $0.name == "desk" }?.id)
        let log = "\(folder.path)/\(try await desk.vault.name())/\(id)"
        let numbers = try numbers(in: log)
        let kept = try #require(numbers.first)
        #expect(try #require(numbers.last) > numbers.count + 5, "\(numbers)")
        let whole = try Data(contentsOf: URL(filePath: "\(log)/\(kept).commit"))
        try FileManager.default.removeItem(atPath: "\(log)/\(kept).commit")
        try await exchange(desk, phone)
        #expect(try Data(contentsOf: URL(filePath: "\(log)/\(kept).commit")) == whole)
        #expect(try self.numbers(in: log).count <= numbers.count + 1)
    }

    @Test(
        "A part of a file that cannot be put there holds up nothing that came before, or from others"
    )
    func unusableParts() async throws {
        let bank = try #require(try await desk.vault.list(ItemQuery()).items.first)
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        try await exchange(phone)
        try await desk.vault.add(Login(title: "shop", password: SecretText("two")))
        try await desk.vault.attach("deed.txt", [1, 2, 3], to: bank.id, at: SyncFixture.now())
        let blobs = "\(try await place())/blobs"
        try? FileManager.default.removeItem(atPath: blobs)
        try Data([1]).write(to: URL(filePath: blobs))
        await expectError(.syncRemote) { _ = try await desk.sync.synchronize() }
        #expect(try await desk.titles() == ["bank", "mail", "shop"])
        try FileManager.default.removeItem(atPath: blobs)
        try await exchange(desk, phone)
        #expect(try await phone.titles() == ["bank", "mail", "shop"])
    }

    @Test("The mark of the folder is, where a machine finds what it has written; else not")
    func mark() async throws {
        let mark = "\(try await place())/wallet-sync.txt"
        try FileManager.default.removeItem(atPath: mark)
        try await exchange(desk, phone)
        #expect(FileManager.default.fileExists(atPath: mark))
        // Something else is in its place, as under a disk that is not mounted.
        let (place, aside) = (try await place(), "\(folder.path)-aside")
        try FileManager.default.moveItem(atPath: place, toPath: aside)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        await expectError(.syncRemote) { _ = try await desk.sync.synchronize() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.moveItem(atPath: aside, toPath: place)
        try await exchange(desk, phone)
    }

    @Test(
        "A part of a file is, by a check and by the next process",
        arguments: [
            (Harm.cut, true), (.cut, false), (.emptied, true), (.emptied, false), (.removed, true),
            (.removed, false), (.flipped, true),
        ])
    func part(_ harm: Harm, isChecked: Bool) async throws {
        let bank = try #require(try await desk.vault.list(ItemQuery()).items.first)
        let content = Array(repeating: Array("a deed. ".utf8), count: 200_000).flatMap(\.self)
        let file = try await desk.vault.attach(
            "deed.txt", content, to: bank.id, at: SyncFixture.now())
        try await exchange(desk, phone, desk)
        let blobs = "\(try await place())/blobs"
        let names = try FileManager.default.contentsOfDirectory(atPath: blobs)
        #expect(names.count == 2)
        let wholes = try names.map { try Data(contentsOf: URL(filePath: "\(blobs)/\($0)")) }
        for name in names { try harm.befall("\(blobs)/\(name)") }
        if isChecked {
            #expect(try await desk.sync.checkSync().findings == [])
        } else {
            await desk.vault.lock()
            await desk.sync.drop()
            try await desk.vault.unlock(passphrase: SecretText(TemporaryVault.passphrase))
            try await exchange(desk)
        }
        let repaired = try names.map { try Data(contentsOf: URL(filePath: "\(blobs)/\($0)")) }
        #expect(repaired == wholes)
        try await phone.sync.fetchFile(file.id, of: bank.id)
        let attachments = try await phone.vault.item(bank.id).attachments
        let there = try await phone.vault.contents(
            of: try #require(attachments.first { $0.id == file.id }))
        #expect(there.withBytes { Array($0) } == content)
    }
}
