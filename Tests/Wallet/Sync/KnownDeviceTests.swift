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
