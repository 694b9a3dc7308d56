import SyncSimulation
import TenonCore
import TenonTesting
import Testing
import WalletVault

@testable import WalletSync  // What a device remembers of clocks is internal.

@Suite("Clocks that are wrong")
struct ClockTests {
    private static let day: Int64 = 86_400_000
    private static let now = Timestamp(milliseconds: 1_750_000_000_000)

    private static func time(_ days: Double) -> Timestamp {
        Timestamp(milliseconds: now.milliseconds + Int64(days * Double(day)))
    }

    // MARK: Rules

    @Test(
        "Times go on from the last one, or begin anew when that is more than a day ahead",
        arguments: [(-30, 0), (0, 0), (0.5, 0.5), (1, 1), (1.1, 0), (365, 0)]
            as [(Double, Double)])
    func nextTime(lastDays: Double, expectedDays: Double) {
        let last = HybridTime(Self.time(lastDays))
        var clock = HybridClock(last: last)
        let first = clock.next(Self.now)
        #expect(first.timestamp == Self.time(expectedDays))
        #expect(first > last || expectedDays < lastDays)
        #expect(clock.next(first.timestamp) == first.next)
    }

    @Test(
        "The time of another device is followed for a day, from the present",
        arguments: [
            (0, 0.5, 0.5), (0, 1, 1), (0, 1.1, 0), (0.5, 0.2, 0.5), (365, 0.5, 0.5), (365, 366, 0),
        ] as [(Double, Double, Double)])
    func following(lastDays: Double, timeDays: Double, expectedDays: Double) {
        var clock = HybridClock(last: HybridTime(Self.time(lastDays)))
        clock.follow(HybridTime(Self.time(timeDays)), Self.now)
        #expect(clock.last == HybridTime(Self.time(expectedDays)))
    }

    @Test(
        "A clock is ahead by what is still to come here, and behind by what was over here",
        arguments: [
            (0, nil, 0), (1, nil, 0), (1.5, nil, 1), (365, nil, 365), (-365, nil, 0),
            (-365, 0, -365), (-1.5, 0, -1), (-1, 0, 0), (-30, -20, -10), (365, 0, 365),
            // The clock here was ahead, and is right again.
            (0, 365, 0),
        ] as [(Double, Double?, Int)])
    func reading(days: Double, after: Double?, expected: Int) {
        let reading = ClockReading(time: Self.time(days), after: after.map(Self.time))
        #expect(reading.days(at: Self.now) == expected)
    }

    @Test(
        "A time that no clock says is taken for the nearest one",
        arguments: [.min, -1, .max] as [Int64])
    func impossible(milliseconds: Int64) throws {
        let content = CommitContent(
            seen: VersionVector(), applied: VersionVector(),
            at: Timestamp(milliseconds: milliseconds), stateHash: [UInt8](repeating: 0, count: 32),
            changes: [])
        let body = SecretWriter()
        content.write(to: body)
        let count = UInt32(body.count).bigEndianBytes.reversed()
        let read = try body.withBytes { bytes in
            try (count + Array(bytes)).withUnsafeBytes { try CommitContent(body: $0) }
        }
        let reading = ClockReading(time: read.time, after: Self.now)
        #expect((reading.days(at: Self.now) > 0) == (milliseconds > 0))
    }

    @Test(
        "Of two clocks either may be wrong; one that differs from most others is",
        arguments: [
            ([], []), ([0], []), ([5], [5]), ([-5], [-5]), ([5, 0], [5]), ([5, -5], [5, -5]),
            ([0, 0, 9], [9]), ([5, 9, 0, 0], [5, 9]),
        ] as [([Int], [Int])])
    func others(days: [Int], expected: [Int]) throws {
        let clocks = try off(days)
        #expect(clocks.map(\.days).sorted() == expected.sorted())
        #expect(clocks.allSatisfy { !$0.isThis })
    }

    @Test(
        "The clock here is wrong by what the nearest of those say that differ",
        arguments: [([5, 9], -5), ([-5, -9], 5), ([5, 9, 0], -5), ([-20, -20, 0], 20)])
    func own(days: [Int], expected: Int) throws {
        let clocks = try off(days)
        #expect(clocks.map(\.days) == [expected])
        #expect(clocks.map(\.isThis) == [true] && clocks.map(\.device) == ["here"])
    }

    private func off(_ days: [Int]) throws -> [SyncClock] {
        func id(_ number: Int) throws -> DeviceID {
            try #require(DeviceID(bytes: [UInt8](repeating: UInt8(number), count: 16)))
        }
        var readings: [DeviceID: ClockReading] = [:]
        for (number, days) in days.enumerated() {
            let time = Self.time(Double(days) + (days > 0 ? 0.5 : -0.5))
            readings[try id(number + 1)] = ClockReading(
                time: days > 0 ? time : min(time, Self.now), after: Self.now)
        }
        return SyncClock.off(readings, from: try id(0), names: [try id(0): "here"], at: Self.now)
    }

    // MARK: Devices

    /// Three devices, each with a clock of its own, and each with a commit that the others have.
    private struct Devices {
        let remote = OpenRemote()
        let item = ItemID()
        let clocks = (0..<3).map { _ in ManualClock() }
        let store = SimulatedStore()
        let fixture: SyncFixture
        let desk: Replica
        let phone: Replica
        let tablet: Replica

        init() async throws {
            let now = clocks.map { clock -> @Sendable () -> Timestamp in { clock.now() } }
            fixture = try await SyncFixture(
                snapshots: SnapshotPolicy(floor: 8_000), now: now[0])
            desk = fixture.founder
            phone = try await fixture.joined("phone", by: desk, in: store, clock: now[1])
            tablet = try await fixture.joined("tablet", clock: now[2])
            try await remote.exchange(desk, phone, tablet)
            for (device, text) in [(desk, "one"), (phone, "two"), (tablet, "three")] {
                try await write(device, text)
                try await remote.exchange(desk, phone, tablet)
            }
            try await remote.exchange(desk, phone, tablet)
        }

        func write(_ replica: Replica, _ password: String) async throws {
            try await replica.commit([
                .fields(item, [.presence: SecretText("1"), .password: SecretText(password)])
            ])
        }

        /// Sets the clock of a device, by its number.
        func set(_ number: Int, days: Int64) { clocks[number].advance(by: .seconds(days * 86_400)) }

        /// What a device says of clocks.
        func off(_ replica: Replica) async -> [SyncClock] {
            SyncClock.off(
                await replica.otherClocks, from: replica.device.id,
                names: await replica.deviceNames, at: replica.now())
        }
    }

    @Test("A clock that was ahead once does not win when it is right again")
    func winner() async throws {
        let devices = try await Devices()
        let (remote, desk, phone) = (devices.remote, devices.desk, devices.phone)
        devices.set(0, days: 365)
        try await devices.write(desk, "ahead")
        try await remote.exchange(desk, phone, desk)
        devices.set(0, days: -365)
        for round in 0..<2 {
            try await devices.write(desk, "earlier \(round)")
            for clock in devices.clocks { clock.advance(by: .seconds(5)) }
            try await devices.write(phone, "later \(round)")
            try await remote.exchange(desk, phone, desk)
            let conflict = try #require(try await desk.item(devices.item)?.conflicts.first)
            #expect(conflict.winner.value == SecretText("later \(round)"))
            #expect(conflict.losers.map(\.value) == [SecretText("earlier \(round)")])
            try await expectSame(desk, phone)
        }
    }

    @Test("Everybody hears of a clock that is ahead, its own device as well, until it is right")
    func ahead() async throws {
        let devices = try await Devices()
        let (remote, desk, phone, tablet) = (
            devices.remote, devices.desk, devices.phone, devices.tablet
        )
        for device in [desk, phone, tablet] { #expect(await devices.off(device) == []) }
        devices.set(0, days: 365)
        try await devices.write(desk, "ahead")
        try await remote.exchange(desk, phone, tablet, desk, phone, tablet)
        let wrong = SyncClock(device: "desk", id: desk.device.id, isThis: false, days: 365)
        for device in [phone, tablet] { #expect(await devices.off(device) == [wrong]) }
        let own = SyncClock(device: "desk", id: desk.device.id, isThis: true, days: 365)
        #expect(await devices.off(desk) == [own])
        // It lasts, and comes to nothing more.
        let counts = await phone.vector
        try await remote.exchange(desk, phone, tablet, desk, phone, tablet)
        #expect(await phone.vector == counts)
        let again = try Replica(
            devices.store, vault: devices.fixture.vault, ring: [devices.fixture.key],
            now: { [clock = devices.clocks[1]] in clock.now() })
        #expect(await devices.off(again) == [wrong])

        devices.set(0, days: -365)
        #expect(await devices.off(desk) == [])
        // Nobody changes anything: it says by itself that it is right.
        try await remote.exchange(desk, phone, tablet, desk)
        for device in [desk, phone, tablet] { #expect(await devices.off(device) == []) }
        try await expectSame(desk, phone)
    }

    @Test("A clock that has stopped is known at home at once, and elsewhere with the next change")
    func behind() async throws {
        let devices = try await Devices()
        let (remote, desk, phone, tablet) = (
            devices.remote, devices.desk, devices.phone, devices.tablet
        )
        devices.set(1, days: -3_650)
        let id = phone.device.id
        let own = SyncClock(device: "phone", id: id, isThis: true, days: -3_650)
        #expect(await devices.off(phone) == [own])
        try await devices.write(phone, "behind")
        try await remote.exchange(phone, desk, tablet)
        let wrong = SyncClock(device: "phone", id: id, isThis: false, days: -3_650)
        for device in [desk, tablet] { #expect(await devices.off(device) == [wrong]) }
        devices.set(1, days: 3_650)
        try await devices.write(phone, "right")
        try await remote.exchange(phone, desk, tablet)
        for device in [desk, phone, tablet] { #expect(await devices.off(device) == []) }
    }

    @Test("What a clock that is 91 days behind stands for stays until 90 days have passed here")
    func forgetting() async throws {
        let devices = try await Devices()
        let (remote, desk, phone) = (devices.remote, devices.desk, devices.phone)
        devices.set(0, days: -91)
        for number in 0..<30 { try await devices.write(desk, "password \(number)") }
        // The tablet is not there.
        try await remote.exchange(desk, phone, desk, phone)
        #expect(await phone.lastSnapshot != nil)
        #expect(remote.gone(of: phone.device.id).isEmpty)
        devices.set(1, days: 91)
        try await remote.exchange(phone)
        #expect(!remote.gone(of: phone.device.id).isEmpty)
    }

    @Test("Nothing goes for 90 days either after such a clock has taken out who goes on elsewhere")
    func dismissal() async throws {
        let devices = try await Devices()
        let (remote, desk, phone, tablet) = (
            devices.remote, devices.desk, devices.phone, devices.tablet
        )
        devices.set(0, days: -91)
        try await desk.dismiss(tablet.device.id)
        try await remote.exchange(desk, phone)
        try await devices.write(tablet, "elsewhere")
        _ = try await tablet.synchronize(with: remote)
        for number in 0..<30 { try await devices.write(phone, "password \(number)") }
        try await remote.exchange(phone, desk, phone)
        #expect(try await phone.synchronize(with: remote).refused == [tablet.device.id])
        #expect(await phone.lastSnapshot != nil)
        #expect(remote.gone(of: phone.device.id).isEmpty)
        devices.set(1, days: 91)
        try await remote.exchange(phone)
        #expect(!remote.gone(of: phone.device.id).isEmpty)
    }

    @Test("Keys of the vault have the order in which they were given, whatever the clocks said")
    func keys() async throws {
        let devices = try await Devices()
        let (desk, phone) = (devices.desk, devices.phone)
        let names = (0..<3).map { _ in ItemID() }
        devices.set(0, days: 365)
        try await desk.commit([.key(names[0], shares: [phone.device.id: [1]])])
        devices.set(0, days: -365)
        try await desk.commit([.key(names[1], shares: [phone.device.id: [1]])])
        try await devices.remote.exchange(desk, phone)
        try await phone.commit([.key(names[2], shares: [phone.device.id: [1]])])
        // A key that is handed on later stays where it is.
        try await phone.hand(names[0], to: [desk.device.id: [1]])
        try await devices.remote.exchange(phone, desk)
        for device in [desk, phone] {
            #expect(await device.state.access.keyNames(after: ItemID()) == Array(names.reversed()))
        }
    }

    @Test("An item that is back keeps former values, though a clock was ahead when it was deleted")
    func returning() async throws {
        let devices = try await Devices()
        let (desk, phone) = (devices.desk, devices.phone)
        devices.set(0, days: 365)
        try await desk.commit([.removal(devices.item, .purged)])
        devices.set(0, days: -365)
        for password in ["first", "second", "third"] { try await devices.write(desk, password) }
        try await devices.remote.exchange(desk, phone)
        for device in [desk, phone] {
            let former = try #require(try await device.item(devices.item)).former
                .filter { $0.field == .password }
            #expect(former.map { $0.value.reveal() } == ["second", "first"])
        }
    }
}
