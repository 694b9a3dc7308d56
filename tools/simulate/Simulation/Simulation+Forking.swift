import SeededRandom
import TenonCore
import WalletSync
import WalletVault

extension Simulation {
    /// What a copy of a device has signed under the number of the last commit of it that a viewer has.
    mutating func fork(for viewer: Replica) async throws -> [DeviceID: [UInt64: [UInt8]]] {
        let known = await viewer.vector
        for device in devices.shuffled(using: &random) {
            let id = device.replica.device.id
            let number = known.number(of: id)
            guard id != viewer.device.id, let disk = device.formerDisks[number] else { continue }
            let clock = device.clock
            let copy = try Replica(
                disk.copied(), vault: vault, ring: [key], snapshots: snapshots,
                now: { clock.now })
            let item = Self.name(&random)
            try await copy.commit([.fields(item, [.title: SecretText("of the copy")])])
            let aside = SimulatedRemote()
            let vector = await copy.vector
            _ = try await copy.synchronize(
                with: RemoteView(
                    aside, at: .folder, for: id, visible: [:], known: vector, spared: [:], sent: 0,
                    seed: random.next()))
            guard let commit = aside.commit(number, of: id) else { continue }
            return [id: [number: commit]]
        }
        return [:]
    }
}
