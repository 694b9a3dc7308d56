import SeededRandom
import TenonCore
import TenonSecurity
import WalletSync
import WalletVault

extension Simulation {
    /// Makes the first device, or a further one that another one lets in.
    mutating func join(_ number: Int) async throws {
        guard let inviter = devices.indices.randomElement(using: &random) else {
            let (store, clock) = (SimulatedStore(), SimulatedClock(1_750_000_000_000))
            let replica = try await Replica.found(
                store, vault: vault, ring: [key],
                keys: Ed25519.KeyPair(secretKey: Self.bytes(&random)), name: "device \(number)",
                snapshots: snapshots, now: { clock.now })
            devices.append(
                SimulatedDevice(store: store, clock: clock, replica: replica, inviter: nil))
            return
        }
        // Whoever invites has to know that it counts itself.
        for index in devices.indices { try await exchangeAll(index) }
        try await join(invitedBy: inviter)
        try await exchangeAll(inviter)
    }

    /// Makes a further device, which another one lets in.
    mutating func join(invitedBy inviter: Int) async throws {
        let store = SimulatedStore()
        let clock = SimulatedClock(devices[inviter].clock.now.milliseconds)
        let keys = try Ed25519.KeyPair(secretKey: Self.bytes(&random))
        let name = "device \(devices.count)"
        guard let device = Device(publicKey: keys.publicKey, name: name) else { return }
        let introduction = try await devices[inviter].replica.introduce(device)
        let replica = try await Replica.join(
            store, vault: vault, ring: [key], keys: keys, name: name, by: introduction,
            snapshots: snapshots, now: { clock.now })
        devices.append(
            SimulatedDevice(
                store: store, clock: clock, replica: replica,
                inviter: devices[inviter].replica.device.id))
    }

    /// Lets one more device in, to which the remote lies at once.
    mutating func welcome() async throws {
        for index in devices.indices { try await exchangeAll(index) }
        for index in devices.indices where !devices[index].isOut {
            let replica = devices[index].replica
            guard await replica.doesCount(replica.device.id) else { continue }
            try await join(invitedBy: index)
            try await exchangeAll(index)
            return try await exchangeAll(
                devices.count - 1, lie: lies.randomElement(using: &random))
        }
    }

    /// Starts the process of a device again.
    mutating func reopen(_ index: Int) throws {
        let (store, clock) = (devices[index].store, devices[index].clock)
        devices[index].replica = try Replica(
            store, vault: vault, ring: [key], snapshots: snapshots, now: { clock.now })
    }
}
