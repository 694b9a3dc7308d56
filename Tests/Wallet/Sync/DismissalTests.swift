import SyncSimulation
import Synchronization
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("Devices that are taken out")
struct DismissalTests {
    private let remote = OpenRemote()
    private let item = ItemID()
    private let fixture: SyncFixture
    private let desk: Replica
    private let phone: Replica
    private let laptop: Replica

    init() async throws {
        fixture = try await SyncFixture()
        desk = fixture.founder
        phone = try await fixture.joined("phone")
        laptop = try await fixture.joined("laptop")
        for replica in [desk, phone, laptop, desk] {
            #expect(try await replica.synchronize(with: remote).problems.isEmpty)
        }
    }

    private func write(_ replica: Replica, _ title: String) async throws {
        try await replica.commit([
            .fields(item, [.presence: SecretText("1"), .title: SecretText(title)])
        ])
    }

    private func title(_ replica: Replica) async throws -> String? {
        try await replica.item(item)?.values[.title]?.reveal()
    }

    private func names(_ replica: Replica) async -> [String] {
        await replica.devices.map(\.device.name).sorted()
    }

    @Test("What a device had done when it left counts, also that it took another one out")
    func leaving() async throws {
        try await write(phone, "last")
        try await phone.dismiss(laptop.device.id)
        try await phone.leave(at: remote)
        let problems = try await phone.synchronize(with: remote).problems
        #expect(problems.map(\.error.code) == [.syncDismissed])
        // It has heard of none of that.
        try await laptop.dismiss(desk.device.id)
        try await exchange(laptop, desk)
        #expect(try await title(desk) == "last")
        #expect(await names(desk) == ["desk"])
        #expect(await desk.dismissed == [phone.device.id, laptop.device.id])
        // Nothing was left to do when it is repeated.
        let count = remote.log(of: phone.device.id).count
        try await phone.leave(at: remote)
        #expect(remote.log(of: phone.device.id).count == count)
    }

    @Test("A device that comes later takes all of one that has left")
    func leftBefore() async throws {
        try await write(phone, "last")
        try await phone.leave(at: remote)
        try await exchange(desk)
        let tablet = try await fixture.joined("tablet")
        try await exchange(desk, tablet, laptop)
        for replica in [tablet, laptop] {
            #expect(try await title(replica) == "last")
            #expect(await names(replica) == ["desk", "laptop", "tablet"])
        }
    }

    /// Lets devices learn of everything, with no problem but that some were taken out.
    private func exchange(_ replicas: Replica...) async throws {
        for _ in 0..<3 {
            for replica in replicas {
                let report = try await replica.synchronize(with: remote)
                #expect(report.problems.allSatisfy { $0.error.code == .syncDismissed })
            }
        }
    }

    @Test("What it had handed over stays; what it does later is refused and named, until it hears")
    func refusal() async throws {
        try await write(phone, "before")
        try await exchange(phone, desk)
        try await desk.dismiss(phone.device.id)
        try await exchange(desk, laptop)
        // It has not heard of it.
        try await write(phone, "after")
        #expect(
            try await phone.synchronize(with: remote).problems.map(\.error.code) == [.syncDismissed]
        )
        #expect(await phone.isDismissed)
        for replica in [desk, laptop] {
            #expect(try await replica.synchronize(with: remote).refused == [phone.device.id])
            #expect(try await title(replica) == "before")
            #expect(await names(replica) == ["desk", "laptop"])
        }
        try await expectSame(desk, laptop)
        #expect(await desk.deviceNames[phone.device.id] == "phone")
    }

    @Test("Whoever was taken out gives and takes nothing more, and says by whom")
    func stopping() async throws {
        try await desk.dismiss(phone.device.id)
        try await exchange(desk)
        let report = try await phone.synchronize(with: remote)
        let problem = try #require(report.problems.first)
        #expect(problem.device == phone.device.id)
        #expect("\(problem.error.message)".contains("\"desk\""))
        let count = remote.log(of: phone.device.id).count
        try await write(phone, "after")
        try await write(desk, "of the desk")
        try await exchange(desk, phone)
        #expect(remote.log(of: phone.device.id).count == count)
        #expect(try await title(phone) == "after")
        await #expect(throws: SyncError.self) { try await phone.dismiss(desk.device.id) }
        await #expect(throws: SyncError.self) { try await phone.introduce(laptop.device) }
    }

    @Test("Only another device that counts can be taken out")
    func refusedDismissals() async throws {
        let strange = try #require(
            Device(publicKey: Ed25519.KeyPair.make().publicKey, name: "strange"))
        for id in [desk.device.id, strange.id] {
            let error = await #expect(throws: SyncError.self) { try await desk.dismiss(id) }
            #expect(error?.code == .syncNoDevice)
        }
        try await desk.dismiss(phone.device.id)
        await #expect(throws: SyncError.self) { try await desk.dismiss(phone.device.id) }
    }

    @Test("What a device had taken of it before it heard of the removal counts for all")
    func sameMoment() async throws {
        try await write(phone, "at the same moment")
        _ = try await phone.synchronize(with: remote)
        _ = try await laptop.synchronize(with: remote)
        // The desk has not looked since, and takes the phone out.
        try await desk.dismiss(phone.device.id)
        try await exchange(desk, laptop)
        for replica in [desk, laptop] {
            #expect(try await title(replica) == "at the same moment")
            #expect(await names(replica) == ["desk", "laptop"])
            #expect(try await replica.synchronize(with: remote) == SyncReport())
        }
        try await expectSame(desk, laptop)
    }

    @Test(
        "A log that is read first is not followed beyond a removal that is there", arguments: 1...6)
    func order(_: Int) async throws {
        // Nobody knows which of the logs a device reads first: their names are random.
        try await desk.dismiss(phone.device.id)
        _ = try await desk.synchronize(with: remote)
        try await write(phone, "after")
        _ = try await phone.synchronize(with: remote)
        try await exchange(laptop, desk)
        #expect(try await title(laptop) == nil)
        #expect(await names(laptop) == ["desk", "laptop"])
        try await expectSame(desk, laptop)
    }

    @Test("A device that is let in later does not follow it either", arguments: 1...4)
    func newcomer(_: Int) async throws {
        try await write(phone, "before")
        try await exchange(phone, desk)
        try await desk.dismiss(phone.device.id)
        try await write(phone, "after")
        _ = try await phone.synchronize(with: remote)
        let tablet = try await fixture.joined("tablet")
        try await exchange(desk, tablet, laptop)
        for replica in [desk, tablet, laptop] { #expect(try await title(replica) == "before") }
        try await expectSame(desk, tablet)
        try await expectSame(desk, laptop)
    }

    @Test("Of two that take out each other, the one stays whose word all others hear first")
    func mutual() async throws {
        try await desk.dismiss(phone.device.id)
        _ = try await desk.synchronize(with: remote)
        _ = try await laptop.synchronize(with: remote)
        try await phone.dismiss(desk.device.id)
        try await exchange(phone, desk, laptop)
        for replica in [desk, laptop] { #expect(await names(replica) == ["desk", "laptop"]) }
        #expect(await phone.isDismissed)
        try await expectSame(desk, laptop)
    }

    @Test("Where both are heard at once, both are out", arguments: 1...3)
    func mutualAtOnce(_: Int) async throws {
        try await desk.dismiss(phone.device.id)
        try await phone.dismiss(desk.device.id)
        try await exchange(desk, phone)
        // They have only each other's word.
        #expect(await !desk.isDismissed)
        #expect(await !phone.isDismissed)
        try await exchange(laptop, desk, phone)
        #expect(await names(laptop) == ["laptop"])
        #expect(await desk.isDismissed)
        #expect(await phone.isDismissed)
    }

    @Test("Where different devices hear different ones first, both are out, for all")
    func split() async throws {
        let tablet = try await fixture.joined("tablet")
        try await exchange(desk, tablet, laptop, phone)
        try await desk.dismiss(phone.device.id)
        try await phone.dismiss(desk.device.id)
        let away = OpenRemote()
        for id in remote.heads().keys {
            away.change(id) { $0 = remote.log(of: id) }
        }
        _ = try await desk.synchronize(with: remote)
        _ = try await laptop.synchronize(with: remote)
        _ = try await phone.synchronize(with: away)
        _ = try await tablet.synchronize(with: away)
        // The two places become one.
        for id in away.heads().keys where away.log(of: id).count > remote.log(of: id).count {
            remote.change(id) { $0 = away.log(of: id) }
        }
        try await exchange(laptop, tablet)
        for replica in [laptop, tablet] { #expect(await names(replica) == ["laptop", "tablet"]) }
        try await expectSame(laptop, tablet)
    }

    @Test("A removal does not count whose author is taken out by others that had not heard of it")
    func remover() async throws {
        try await laptop.dismiss(desk.device.id)
        try await desk.dismiss(phone.device.id)
        _ = try await desk.synchronize(with: remote)
        try await exchange(laptop, phone)
        for replica in [laptop, phone] {
            #expect(await names(replica) == ["laptop", "phone"])
            #expect(try await replica.synchronize(with: remote).refused == [desk.device.id])
        }
        try await expectSame(laptop, phone)
        #expect(
            try await desk.synchronize(with: remote).problems.map(\.error.code) == [.syncDismissed])
    }

    @Test("It is remembered who is out, and how much of their logs counts")
    func reopening() async throws {
        try await desk.dismiss(phone.device.id)
        try await write(phone, "after")
        _ = try await phone.synchronize(with: remote)
        let again = try Replica(
            fixture.store, vault: fixture.vault, ring: [fixture.key], now: SyncFixture.now)
        try await exchange(again, laptop)
        #expect(try await title(again) == nil)
        #expect(await names(again) == ["desk", "laptop"])
        try await expectSame(again, laptop)
    }

    @Test("A device that ends before it answers a removal answers the next time")
    func interrupted() async throws {
        let store = FailingStore()
        let keys = try Ed25519.KeyPair.make()
        let device = try #require(Device(publicKey: keys.publicKey, name: "tablet"))
        let introduction = try await desk.introduce(device)
        let tablet = try await Replica.join(
            store, vault: fixture.vault, ring: [fixture.key], keys: keys, name: "tablet",
            by: introduction, now: SyncFixture.now)
        try await exchange(desk, tablet)
        try await write(phone, "at the same moment")
        _ = try await phone.synchronize(with: remote)
        _ = try await tablet.synchronize(with: remote)
        try await desk.dismiss(phone.device.id)
        _ = try await desk.synchronize(with: remote)
        // The removal is written down, its answer is not.
        store.fail(after: 1)
        await #expect(throws: SimulatedStore.Crashed.self) {
            try await tablet.synchronize(with: remote)
        }
        let again = try Replica(
            store, vault: fixture.vault, ring: [fixture.key], now: SyncFixture.now)
        try await exchange(again, desk)
        #expect(try await title(desk) == "at the same moment")
        try await expectSame(again, desk)
    }
}

/// A disk that fails once after some writes.
private final class FailingStore: ReplicaStoring {
    private let base = SimulatedStore()
    private let left = Mutex<Int?>(nil)

    func fail(after count: Int) { left.withLock { $0 = count } }

    func load(_ row: (_ key: [UInt8], _ sealed: [UInt8]) throws -> Void) throws {
        try base.load(row)
    }

    func row(_ key: [UInt8]) -> [UInt8]? { base.row(key) }

    func change(_ body: (RowWriter) throws -> Void) throws {
        try left.withLock { left in
            guard let count = left else { return }
            left = count > 0 ? count - 1 : nil
            if count == 0 { throw SimulatedStore.Crashed() }
        }
        try base.change(body)
    }
}
