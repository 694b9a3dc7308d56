import SeededRandom
import TenonCore
import TenonSecurity
import WalletSync
import WalletVault

extension Simulation {
    /// Exchanges what has arrived by now, perhaps with a lie, a broken line or a crash.
    mutating func exchange(_ index: Int, lie: Lie?) async throws {
        guard devices[index].awayUntil <= outcome.steps else { return }
        for device in remote.devices where Bool.random(using: &random) {
            let count = remote.end(of: device)
            let visible = min(devices[index].visible[device] ?? 0, count)
            devices[index].visible[device] = UInt64.random(in: visible...count, using: &random)
        }
        let patience =
            Int.random(in: 0..<10, using: &random) == 0
            ? Int.random(in: 0...20, using: &random) : nil
        if Int.random(in: 0..<20, using: &random) == 0 {
            devices[index].store.crashNext(Bool.random(using: &random) ? .before : .after)
        }
        try await exchange(index, lie: lie, patience: patience)
    }

    private mutating func exchange(_ index: Int, lie: Lie?, patience: Int?) async throws {
        let replica = devices[index].replica
        let snapshot = await replica.lastSnapshot
        let before = (vector: await replica.vector, dismissed: await replica.dismissed)
        var spared: [DeviceID: UInt64] = [:]
        for device in remote.devices { spared[device] = await replica.spared(of: device) }
        let view = RemoteView(
            remote, for: replica.device.id, visible: devices[index].visible,
            known: await replica.vector, spared: spared, lie: lie, patience: patience,
            seed: random.next())
        let report: SyncReport
        do {
            report = try await replica.synchronize(with: view)
            _ = devices[index].store.stayAlive()
        } catch is RemoteView.Unreachable {
            _ = devices[index].store.stayAlive()
            return await note(index, before.vector, before.dismissed)
        } catch is SimulatedStore.Crashed {
            try crashed(index)
            return await note(index, before.vector, before.dismissed)
        }
        await note(index, before.vector, before.dismissed)
        outcome.applied += report.applied
        outcome.lies += view.lied.count
        outcome.conflicts += await replica.conflicted.count
        for device in view.lied where !report.problems.contains(where: { $0.device == device }) {
            // What nobody takes may be anything; whoever is out looks at nothing more.
            guard !report.refused.contains(device), !devices[index].isOut else { continue }
            // An end that a snapshot would have left cannot be told from one that has not arrived.
            if lie == .rollsBack, report.waiting.contains(device) { continue }
            // Of a device that is out, nobody hands over anything again.
            if lie == .rollsBack, await replica.dismissed.contains(device) { continue }
            fail("a lie about the log of \(device) was not named: \(String(describing: lie))")
        }
        let isAltered = view.hasAlteredSnapshot
        if isAltered, !report.problems.contains(where: { $0.error.code == .syncAltered }) {
            fail("an altered part of a snapshot was not named")
        }
        if await replica.lastSnapshot != snapshot { outcome.snapshots += 1 }
        for problem in report.problems where !view.lied.contains(problem.device) {
            let isLost = problem.error.code == .syncRolledBack && lost.contains(problem.device)
            let isOut = problem.error.code == .syncDismissed && problem.device == replica.device.id
            if isAltered, problem.error.code == .syncAltered { continue }
            if !isLost, !isOut { fail("a false alarm: \(problem)") }
        }
    }

    /// Exchanges after everything has arrived.
    mutating func exchangeAll(_ index: Int) async throws {
        for device in remote.devices {
            devices[index].visible[device] = remote.end(of: device)
        }
        try await exchange(index, lie: nil, patience: nil)
    }
}
