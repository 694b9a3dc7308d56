import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletSync  // What a device remembers of others is internal.

@Suite("What a device remembers of each other one")
struct KnownDeviceTests {
    private let keys: Ed25519.KeyPair
    private let device: Device
    private let known: KnownDevice

    init() throws {
        keys = try Ed25519.KeyPair.make()
        device = try #require(Device(publicKey: keys.publicKey, name: "phone"))
        known = KnownDevice(
            trusted: device,
            pinned: LogPosition(number: 3, hash: [UInt8](repeating: 7, count: 32)),
            isBarred: true, dismissalHeard: Timestamp(milliseconds: -1),
            clock: ClockReading(
                time: Timestamp(milliseconds: 5), after: Timestamp(milliseconds: 4)),
            vouched: 1, acknowledged: 2, spared: .max)
    }

    @Test("Is read as it was written, also where it is nothing")
    func coding() throws {
        let other = try Ed25519.KeyPair.make()
        let nothing = try #require(DeviceID(publicKey: other.publicKey))
        var memory = ReplicaMemory(keys: keys, name: "desk")
        memory.known = [device.id: known, nothing: KnownDevice()]
        let writer = SecretWriter()
        memory.write(to: writer)
        let read = try writer.withBytes { try ReplicaMemory(reading: $0) }
        #expect(read.known == memory.known)
    }

    @Test("All that a device remembers is read as it was written")
    func memory() throws {
        let hash = [UInt8](repeating: 7, count: 32)
        let stamp = Stamp(time: HybridTime(value: 1), device: device.id, number: 2)
        let vector = VersionVector([device.id: LogPosition(number: 3, hash: hash)])
        let newcomer = try Ed25519.KeyPair.make()
        let other = try #require(DeviceID(publicKey: newcomer.publicKey))
        let snapshot = KnownSnapshot(
            SnapshotReference(
                key: .random(count: 32), vector: vector, stateHash: hash, chunks: [hash, hash],
                byteCount: 9), stamp)
        var memory = ReplicaMemory(keys: keys, name: "desk")
        (memory.clock, memory.known) = (HybridClock(last: stamp.time), [device.id: known])
        (memory.sent, memory.vaultRevision, memory.incarnation) = (4, -5, [6])
        (memory.settled, memory.withheld, memory.stateHash) = (vector, [ItemID(), ItemID()], [8])
        memory.devices = [device]
        memory.admissions = [Admission(newcomer: other, author: device.id): stamp]
        (memory.dismissed, memory.owesAnswer) = ([other: stamp], true)
        memory.learned = [.random(count: 32), .random(count: 32)]
        (memory.settledKey, memory.settledSlots) = (ItemID(), [ItemID()])
        memory.replacesPassphrases = true
        memory.snapshots = SnapshotMemory(
            beginningWith: snapshot, Timestamp(milliseconds: 10))
        memory.snapshots.drafts = [.random(count: 32)]
        memory.snapshots.deletedFiles = [DeletedFile(id: ItemID(), commit: 11, parts: [])]
        memory.snapshots.add(weight: 12, of: device.id)
        memory.snapshots.forget(14, here: 13)
        memory.snapshots.isInDoubt = true
        memory.unsaid = [TimedChange(stamp.time, .dismissal(other))]
        memory.owedFiles = [ItemID(): ItemID(), ItemID(): ItemID()]
        let writer = SecretWriter()
        memory.write(to: writer)
        let read = try writer.withBytes { try ReplicaMemory(reading: $0) }
        #expect(read.admissions == memory.admissions && read.owedFiles == memory.owedFiles)
        #expect(read.snapshots.last?.confirmed == memory.snapshots.last?.confirmed)
        #expect(read.snapshots.weight == 12 && read.snapshots.trimmed == 13)
        #expect(read.snapshots.forgotten == 14)
        let again = SecretWriter()
        read.write(to: again)
        let isSame = writer.withBytes { first in
            again.withBytes { first.elementsEqual($0) }
        }
        #expect(isSame)
    }

    @Test("What opens the vault is read as it was written, also empty and removed key slots")
    func access() throws {
        let stamp = Stamp(time: HybridTime(value: 1), device: device.id, number: 2)
        let name = ItemID()
        var access = AccessState()
        let changes: [Change] = [
            .announcement(publicKey: [1, 2], keyName: name),
            .key(name, shares: [device.id: [3]]),
            .slot(name, SharedSlot(id: ItemID(), bytes: [])), .slotRemoval(name, ItemID()),
        ]
        for change in changes { _ = access.apply(change, stamp) }
        let writer = SecretWriter()
        access.write(to: writer)
        let read = try writer.withBytes { try AccessState(reading: $0) }
        #expect(read == access)
        #expect(read.keys[name]?.slots.count == 2)
    }

    @Test("A part that has not as many bytes as it needs is damage", arguments: [1, 2, 5, 6, 7, 8])
    func damage(tag: Int) {
        let writer = SecretWriter()
        known.write(to: writer)
        writer.field(tag) { $0.bytes([1, 2, 3]) }
        let error = #expect(throws: SyncError.self) {
            try writer.withBytes { _ = try KnownDevice(reading: $0) }
        }
        #expect(error?.code == .syncLocalState)
    }

    @Test("What a newer version has added is named as such")
    func newerVersion() throws {
        let writer = SecretWriter()
        known.write(to: writer)
        writer.field(99, 1)
        let error = #expect(throws: SyncError.self) {
            try writer.withBytes { _ = try KnownDevice(reading: $0) }
        }
        #expect(error?.code == .syncNewerFormat)
    }

    @Test("Numbers of commits are raised, and never fall")
    func raising() {
        var memory = ReplicaMemory(keys: keys, name: "desk")
        for number in [2, 5, 3] as [UInt64] {
            memory.raise(\.vouched, to: [device.id: number])
        }
        #expect(memory.known == [device.id: KnownDevice(vouched: 5)])
    }
}
