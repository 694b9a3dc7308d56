import SeededRandom
import TenonCore
import WalletSync

extension Simulation {
    /// A device takes another one out, or lets a new one in.
    ///
    /// Now and then the other one, or a third one, takes it out before it hears of that.
    mutating func takeOut(_ index: Int) async throws {
        guard !isPeaceful else { return }
        let replica = devices[index].replica
        let others = await replica.devices.map(\.device.id).filter { $0 != replica.device.id }
        guard await replica.doesCount(replica.device.id) else { return }
        if others.count < 2 || Int.random(in: 0..<3, using: &random) == 0 {
            if devices.count < 24 { try await join(invitedBy: index) }
            return
        }
        guard let target = others.randomElement(using: &random) else { return }
        try await dismiss(target, by: index)
        let third = others.randomElement(using: &random) ?? target
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try await dismiss(replica.device.id, by: place(of: target))
        case 1: try await dismiss(replica.device.id, by: place(of: third))
        default: break
        }
    }

    private func place(of id: DeviceID) -> Int? {
        devices.firstIndex { $0.replica.device.id == id }
    }

    private mutating func dismiss(_ target: DeviceID, by index: Int?) async throws {
        guard let index, !devices[index].isOut, !lost.contains(target) else { return }
        let replica = devices[index].replica
        guard await replica.doesCount(replica.device.id), await replica.doesCount(target) else {
            return
        }
        let number = await replica.vector.number(of: target)
        // Also when the process ends: it may have been written down.
        dismissers.insert(replica.device.id)
        dismissed[target] = max(dismissed[target] ?? 0, number)
        if try await commit(index, [.dismissal(target)]) { outcome.dismissals += 1 }
    }

    /// Notes how much of the logs of others a device had before it heard that they were taken out.
    mutating func note(_ index: Int, _ vector: VersionVector, _ known: Set<DeviceID>) async {
        let replica = devices[index].replica
        devices[index].isOut = await replica.isDismissed
        for device in await replica.dismissed.subtracting(known) {
            dismissed[device] = max(dismissed[device] ?? 0, vector.number(of: device))
        }
    }

    /// Nothing counts of what a device did after it was taken out, but what another one had before it
    /// heard of that.
    mutating func checkDismissals(_ there: [SimulatedDevice]) async {
        for device in devices {
            let (out, vector) = (await device.replica.dismissed, await device.replica.vector)
            for id in dismissed.keys where !out.contains(id) && id != device.replica.device.id {
                dismissed[id] = max(dismissed[id] ?? 0, vector.number(of: id))
            }
        }
        // Those who did the same to each other may have been heard together.
        for (id, number) in dismissed where !dismissers.contains(id) {
            for device in there {
                guard await device.replica.dismissed.contains(id) else { continue }
                if await device.replica.vector.number(of: id) > number {
                    fail("something counts that \(id) did after it was taken out")
                }
            }
        }
    }
}

extension Replica {
    /// Whether a device counts here.
    func doesCount(_ id: DeviceID) -> Bool { devices.contains { $0.device.id == id } }
}
