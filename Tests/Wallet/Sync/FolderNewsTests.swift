import Foundation
import SyncSimulation
import Synchronization
import TenonCore
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletSync  // What watches a folder, and whether a place tells of news, is internal.

@Suite("A shared folder that the system watches")
struct FolderNewsTests {
    /// What a folder has told, and how that ended.
    private final class Listener: Sendable {
        private struct State {
            var told: [PlaceNews] = []
            var end: (any Error)?
        }

        private let state = Mutex(State())

        var news: [PlaceNews] { state.withLock(\.told) }
        var told: [[DeviceID: UInt64]] { news.map(\.heads) }
        var end: (any Error)? { state.withLock(\.end) }

        /// Listens; more files are not waited for.
        func listen(to remote: FolderRemote) -> Task<Void, Never> {
            let pace = SyncPace(afterChange: .zero, between: .seconds(3_600))
            return Task { [self] in
                do {
                    try await remote.news(pace) { [self] news in
                        guard let news else { return }
                        state.withLock { $0.told.append(news) }
                    }
                } catch {
                    state.withLock { $0.end = error }
                }
            }
        }
    }

    private let folder: TemporaryFolder
    private let remote: FolderRemote
    private let device: DeviceID
    private let vault = ItemID()
    private let listener = Listener()

    init() throws {
        folder = try TemporaryFolder()
        device = try #require(DeviceID(ItemID().description))
        remote = FolderRemote(path: folder.path, vault: vault)
        try remote.prepare()
    }

    /// Whether this process watches a folder, by the number that its disk has for it.
    private func isWatched(_ number: UInt64) throws -> Bool {
        let folder = "/proc/self/fdinfo"
        let mark = " ino:\(String(number, radix: 16)) "
        return try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
            let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            return text?.contains(mark) == true
        }
    }

    /// The number that a disk has for a folder.
    private func fileNumber(of path: String) throws -> UInt64 {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.systemFileNumber] as? NSNumber).uint64Value
    }

    private func move(_ file: String, to other: String) throws {
        try FileManager.default.moveItem(
            atPath: "\(folder.path)/\(file)", toPath: "\(folder.path)/\(other)")
    }

    @Test("What another machine has written is told of at once, a draft and nothing are not")
    func files() async throws {
        try folder.write("one", to: "\(vault)/\(device)/1.commit")
        try folder.write("two", to: "two")
        let listening = listener.listen(to: remote)
        defer { listening.cancel() }
        try await until { listener.told.count == 1 }
        try folder.write("half", to: "\(vault)/\(device)/2.commit.new")
        try move("two", to: "\(vault)/\(device)/2.commit")
        try await until { listener.told.last?[device] == 2 }
        #expect(listener.told == [[device: 1], [device: 2]])
    }

    @Test("What somebody else does to a commit or a part of a file is told of, own writes are not")
    func harm() async throws {
        let part = BlobName(name: ItemID())
        _ = try remote.append([1, 2, 3], 1, of: device)
        _ = try remote.put([1, 2, 3], as: part)
        let listening = listener.listen(to: remote)
        defer { listening.cancel() }
        try await until { listener.told.count == 1 }
        _ = try remote.append([4, 5, 6], 2, of: device)
        try remote.forget(1...1, of: device)
        try remote.replace([4, 5, 6], as: part)
        _ = try remote.append([7, 8, 9], 3, of: device)
        try await until { listener.told.last == [device: 3] }
        #expect(listener.news.allSatisfy { $0.changedLogs.isEmpty && !$0.areFilesHarmed })
        try folder.write("x", to: "\(vault)/\(device)/2.commit")
        try await until { listener.news.contains { $0.changedLogs == [device] } }
        try FileManager.default.removeItem(atPath: "\(remote.folder)/blobs/\(part).blob")
        try await until { listener.news.contains(where: \.areFilesHarmed) }
    }

    @Test("The folder of another machine is watched from when it is there, and so are notes")
    func folders() async throws {
        let listening = listener.listen(to: remote)
        defer { listening.cancel() }
        try await until { listener.told == [[:]] }
        for number: UInt64 in 1...3 {
            try folder.write("x", to: "\(vault)/\(device)/\(number).commit")
            try await until { listener.told.last?[device] == number }
        }
        let notes = "\(vault)/invitations"
        try folder.write("x", to: "\(notes)/a.offer")
        let number = try fileNumber(of: "\(folder.path)/\(notes)")
        try await until { try isWatched(number) }
        try folder.write("y", to: "note")
        let count = listener.told.count
        try move("note", to: "\(notes)/a.request")
        try await until { listener.told.count > count }
    }

    @Test("Nothing is watched any more once nobody listens")
    func cancelled() async throws {
        let number = try fileNumber(of: remote.folder)
        #expect(try !isWatched(number))
        let listening = listener.listen(to: remote)
        try await until { try isWatched(number) }
        listening.cancel()
        await listening.value
        try await until { try !isWatched(number) }
        #expect(listener.end is CancellationError)
    }

    @Test("A folder that goes ends the news, and one that is made again has its own")
    func gone() async throws {
        let number = try fileNumber(of: remote.folder)
        let first = listener.listen(to: remote)
        try await until { listener.told.count == 1 }
        try FileManager.default.removeItem(atPath: remote.folder)
        await first.value
        #expect(listener.end != nil)
        try await until { try !isWatched(number) }

        let missing = Listener()
        await missing.listen(to: remote).value
        #expect(missing.end is FolderWatch.Unreported)
        #expect(missing.told == [])

        try remote.prepare()
        let again = Listener()
        let second = again.listen(to: remote)
        defer { second.cancel() }
        try await until { again.told.count == 1 }
        try folder.write("one", to: "\(vault)/\(device)/1.commit")
        try await until { again.told.last?[device] == 1 }
    }

    @Test(
        "Drafts are passed over, one by one; what is about the folder itself is not",
        arguments: [
            ([], []), (["1.commit.new"], []), (["1.commit.new", "2.commit.new"], []),
            (["1.commit"], ["1.commit"]), (["1.commit.new", "1.commit"], ["1.commit"]),
            ([""], [""]), (["1.commit.new", ""], [""]),
        ] as [([String], [String])])
    func reports(names: [String], files: [String]) {
        var bytes: [UInt8] = []
        for name in names {
            // As the system does, with zeros behind it.
            let text: [UInt8] = name.isEmpty ? [] : Array(name.utf8) + [0, 0, 0]
            for number: UInt32 in [1, 0x80, 7, UInt32(text.count)] {
                withUnsafeBytes(of: number) { bytes += $0 }
            }
            bytes += text
        }
        let events = files.map { FolderWatch.Event(folder: 1, file: $0) }
        #expect(FolderWatch.events(in: bytes[...]) == events)
    }
}

@Suite("Machines that hear of a shared folder from the system")
struct WatchedFolderTests {
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
        for machine in [phone, desk, phone] { _ = try await machine.sync.synchronize() }
    }

    /// Follows at a pace that looks by itself once an hour only, while it is told of news.
    private func follow(_ machine: SyncedMachine) -> Task<Void, Never> {
        let pace = SyncPace(
            afterChange: .milliseconds(10), between: .seconds(3_600), longest: .milliseconds(50),
            tick: .milliseconds(10))
        return Task { await machine.sync.follow(pace) }
    }

    @Test("A change shows on the other machine long before that looks by itself, and that is all")
    func news() async throws {
        let tasks = [desk, phone].map(follow)
        defer { tasks.forEach { $0.cancel() } }
        for machine in [desk, phone] { try await until { await machine.sync.isTold } }
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        try await until { try await desk.titles() == ["bank", "mail"] }
        try await desk.vault.add(Login(title: "shop", password: SecretText("three")))
        try await until { try await phone.titles() == ["bank", "mail", "shop"] }
        // What they have written themselves does not keep them busy.
        for machine in [desk, phone] { try await settle(machine) }
    }

    /// Waits until a machine exchanges nothing any more.
    private func settle(_ machine: SyncedMachine) async throws {
        var (last, looks) = (try await machine.sync.syncStatus().lastExchange, 0)
        try await until("an end of exchanges") {
            let now = try await machine.sync.syncStatus().lastExchange
            (last, looks) = (now, now == last ? looks + 1 : 0)
            return looks == 100
        }
    }

    @Test(
        "What a machine has written and somebody else harms is whole long before that looks by itself",
        arguments: [
            (.cut, true), (.emptied, true), (.removed, true), (.flipped, true), (.cut, false),
            (.emptied, false), (.removed, false),
        ] as [(RepairTests.Harm, Bool)])
    func harm(_ harm: RepairTests.Harm, isCommit: Bool) async throws {
        let bank = try #require(try await desk.vault.list(ItemQuery()).items.first)
        try await desk.vault.attach("deed.txt", [1, 2, 3], to: bank.id, at: SyncFixture.now())
        for machine in [desk, phone, desk] { _ = try await machine.sync.synchronize() }
        let following = follow(desk)
        defer { following.cancel() }
        try await until { await desk.sync.isTold }
        try await settle(desk)
        let own = try #require(try await desk.sync.syncStatus().devices.first(where: \.isThis)?.id)
        let place = "\(folder.path)/\(try await desk.vault.name())"
        let blobs = try FileManager.default.contentsOfDirectory(atPath: "\(place)/blobs")
        let blob = try #require(blobs.first)
        // The first commit: each exchange looks at the last one.
        let path = "\(place)/\(isCommit ? "\(own)/1.commit" : "blobs/\(blob)")"
        let whole = try Data(contentsOf: URL(filePath: path))
        try harm.befall(path)
        try await until { (try? Data(contentsOf: URL(filePath: path))) == whole }
        try await settle(desk)
    }

    @Test("A folder that is gone is missed at once, and is watched again once it is back")
    func unplugged() async throws {
        let following = follow(phone)
        defer { following.cancel() }
        try await until { await phone.sync.isTold }
        let name = try await phone.vault.name()
        let vault = "\(folder.path)/\(name)"
        try FileManager.default.moveItem(atPath: vault, toPath: vault + "-away")
        try await until { await !phone.sync.isTold }
        try await until { try await phone.sync.syncStatus().phase == .offline }
        try FileManager.default.moveItem(atPath: vault + "-away", toPath: vault)
        try await until { await phone.sync.isTold }
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        _ = try await desk.sync.synchronize()
        try await until { try await phone.titles() == ["bank", "mail"] }
    }
}
