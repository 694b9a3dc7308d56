import Foundation
import SyncSimulation
import TenonCore
import TenonSQLite
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletVault

@Suite("A folder between two machines")
struct FolderRemoteTests {
    private let item = ItemID()

    private func commits(_ folder: TemporaryFolder, _ replica: Replica, _ vault: ItemID) -> URL {
        folder.url.appending(path: "\(vault)/\(replica.device.id)")
    }

    @Test("Two machines keep the same items, and nothing in the folder tells which")
    func exchange() async throws {
        let fixture = try await SyncFixture()
        let folder = try TemporaryFolder()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        let remote = FolderRemote(path: folder.path, vault: fixture.vault)
        try remote.prepare()
        try await desk.commit([
            .fields(
                item,
                [.presence: SecretText("1"), .title: SecretText("Bank of Elsewhere")])
        ])
        #expect(try await desk.synchronize(with: remote).sent == 3)
        #expect(try await phone.synchronize(with: remote).applied == 3)
        #expect(try await phone.item(item)?.values[.title]?.reveal() == "Bank of Elsewhere")
        #expect(try await phone.synchronize(with: remote) == SyncReport())
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(files.filter { $0.hasSuffix(".commit") }.count == 3)
        for file in files where file.hasSuffix(".commit") {
            let bytes = try Data(contentsOf: folder.url.appending(path: file))
            for word in ["Bank", "Elsewhere", "phone", "desk"] {
                #expect(bytes.range(of: Data(word.utf8)) == nil)
            }
        }
    }

    @Test("A file that is half there is named, and taken once it is whole")
    func halfCopied() async throws {
        let fixture = try await SyncFixture()
        let folder = try TemporaryFolder()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        let remote = FolderRemote(path: folder.path, vault: fixture.vault)
        try remote.prepare()
        _ = try await desk.synchronize(with: remote)
        let file = commits(folder, desk, fixture.vault).appending(path: "2.commit")
        let whole = try Data(contentsOf: file)
        for count in [0, 10, 100, whole.count - 1] {
            try whole.prefix(count).write(to: file)
            let report = try await phone.synchronize(with: remote)
            #expect(report.problems.map(\.number) == [2])
            #expect(report.problems.map(\.device) == [desk.device.id])
        }
        try whole.write(to: file)
        #expect(try await phone.synchronize(with: remote).problems.isEmpty)
        #expect(await phone.stateHash == desk.stateHash)
    }

    @Test("Files out of order wait; other files are passed over; links are not followed")
    func otherFiles() async throws {
        let fixture = try await SyncFixture()
        let folder = try TemporaryFolder()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        let remote = FolderRemote(path: folder.path, vault: fixture.vault)
        try remote.prepare()
        _ = try await desk.synchronize(with: remote)
        let files = FileManager.default
        let own = commits(folder, desk, fixture.vault)
        let (first, away) = (own.appending(path: "1.commit"), folder.url.appending(path: "away"))
        try files.moveItem(at: first, to: away)
        try Data("x".utf8).write(to: own.appending(path: "01.commit"))
        try Data("x".utf8).write(to: own.appending(path: "2.sync-conflict.commit"))
        try files.createDirectory(
            at: folder.url.appending(path: "\(fixture.vault)/other"),
            withIntermediateDirectories: true)
        let early = try await phone.synchronize(with: remote)
        #expect(early.applied == 0 && early.problems.isEmpty)
        try files.createSymbolicLink(at: first, withDestinationURL: away)
        let linked = try await phone.synchronize(with: remote)
        #expect(linked.applied == 0)
        #expect(linked.problems.map(\.error.code) == [.syncUnreadable])
        try files.removeItem(at: first)
        try files.moveItem(at: away, to: first)
        #expect(try await phone.synchronize(with: remote).applied == 2)
    }

    @Test("A file that cannot be read is named, and the logs of others go on")
    func unreadableFile() async throws {
        let fixture = try await SyncFixture()
        let folder = try TemporaryFolder()
        let (desk, phone, laptop) = (
            fixture.founder, try await fixture.joined("phone"), try await fixture.joined("laptop")
        )
        let remote = FolderRemote(path: folder.path, vault: fixture.vault)
        try remote.prepare()
        for replica in [desk, phone, laptop] {
            _ = try await replica.synchronize(with: remote)
            try await replica.commit([.fields(ItemID(), [.title: SecretText("x")])])
        }
        _ = try await phone.synchronize(with: remote)
        let file = commits(folder, phone, fixture.vault).appending(path: "1.commit")
        let away = folder.url.appending(path: "away")
        try FileManager.default.moveItem(at: file, to: away)
        // Not even the administrator can read a folder as a file.
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        _ = try await laptop.synchronize(with: remote)
        let report = try await desk.synchronize(with: remote)
        #expect(report.problems.map(\.device) == [phone.device.id])
        #expect(report.problems.map(\.error.code) == [.syncUnreadable])
        #expect(report.sent == 1 && report.applied == 1)
        // Its own device has it, and writes it again.
        #expect(try await phone.synchronize(with: remote).problems.isEmpty)
        #expect(try Data(contentsOf: file) == Data(contentsOf: away))
        #expect(try await desk.synchronize(with: remote).problems.isEmpty)
    }

    @Test("A folder that is not there, or empty, is said to be so, and nothing is lost")
    func missingFolder() async throws {
        let fixture = try await SyncFixture()
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "stick")
        let remote = FolderRemote(path: url.path, vault: fixture.vault)
        let files = FileManager.default
        #expect(throws: SyncError.self) { try remote.prepare() }
        // Nothing is mounted yet.
        try files.createDirectory(at: url, withIntermediateDirectories: true)
        try remote.prepare()
        try remote.prepare()
        #expect(try await fixture.founder.synchronize(with: remote).sent == 1)
        let away = folder.url.appending(path: "unplugged")
        try files.moveItem(at: url, to: away)
        try files.createDirectory(at: url, withIntermediateDirectories: true)
        try await fixture.founder.commit([.fields(item, [.title: SecretText("Bank")])])
        let error = await #expect(throws: SyncError.self) {
            try await fixture.founder.synchronize(with: remote)
        }
        #expect(error?.code == .syncRemote)
        #expect(await fixture.founder.unsent == 1)
        #expect(try files.contentsOfDirectory(atPath: url.path).isEmpty)
        try files.removeItem(at: url)
        try files.moveItem(at: away, to: url)
        #expect(
            try await fixture.founder.synchronize(with: remote).problems.isEmpty)
        #expect(await fixture.founder.unsent == 0)
    }

    @Test("What a machine knows belongs to one process at a time, which is named to others")
    func oneProcess() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "private/sync.db").path
        let first = try ReplicaFile(path: path, databases: SQLiteDatabases())
        let error = #expect(throws: SyncError.self) {
            try ReplicaFile(path: path, databases: SQLiteDatabases())
        }
        #expect(error?.code == .syncInUse)
        #expect(error.map { "\($0.message)" }?.contains(" \(getpid()) ") == true)
        withExtendedLifetime(first) {}
    }

    @Test("What a machine knows is in a file that opens again, and that nobody can change")
    func file() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "private/sync.db").path
        let (vault, key) = (ItemID(), SecretBytes.random(count: 32))
        let hash = try await {
            let replica = try await Replica.found(
                ReplicaFile(path: path, databases: SQLiteDatabases()), vault: vault, ring: [key],
                keys: .make(), name: "desk", now: SyncFixture.now)
            try await replica.commit([.fields(item, [.title: SecretText("Bank")])])
            return await replica.stateHash
        }()
        let store = try ReplicaFile(path: path, databases: SQLiteDatabases())
        let again = try Replica(store, vault: vault, ring: [key], now: SyncFixture.now)
        #expect(await again.stateHash == hash)
        #expect(try await again.item(item)?.values[.title]?.reveal() == "Bank")
        var keys: [[UInt8]] = []
        try store.load { key, _ in keys.append(key) }
        for row in keys {
            let sealed = try #require(try store.row(row))
            var changed = sealed
            changed[changed.count / 2] ^= 1
            try store.save([row: changed])
            #expect(throws: SyncError.self) {
                try Replica(store, vault: vault, ring: [key], now: SyncFixture.now)
            }
            try store.save([row: sealed])
        }
        #expect(throws: SyncError.self) {
            try Replica(store, vault: vault, ring: [.random(count: 32)], now: SyncFixture.now)
        }
    }
}
