import SeededRandom
import TenonCore
import TenonSecurity
import WalletSync
import WalletVault

extension Simulation {
    /// Exchanges what has arrived by now, perhaps with a lie, a broken line or a crash.
    mutating func exchange(_ index: Int, lie: Lie?) async throws {
        guard devices[index].awayUntil <= outcome.steps else { return }
        for device in remote.devices where place == .server || Bool.random(using: &random) {
            let count = remote.end(of: device)
            let visible =
                place == .server ? count : min(devices[index].visible[device] ?? 0, count)
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
        let sent = before.vector.number(of: replica.device.id) - (await replica.unsent)
        var forged: [DeviceID: [UInt64: [UInt8]]] = [:]
        if lie == .forks { forged = try await fork(for: replica) }
        let view = RemoteView(
            remote, at: place, for: replica.device.id, visible: devices[index].visible,
            known: before.vector, spared: spared, sent: sent, lie: lie,
            forged: forged, patience: patience, seed: random.next())
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
        outcome.lies += view.lied.count + (view.hasWithheld ? 1 : 0)
        outcome.conflicts += await replica.conflicted.count
        if await replica.lastSnapshot != snapshot { outcome.snapshots += 1 }
        checkAlarms(report, view, replica.device.id)
        // Whoever is out looks at nothing more.
        guard !devices[index].isOut else { return }
        if let lie { await checkNames(report, view, lie, replica) }
        await checkEnds(report, view, lie, replica)
    }

    /// Makes sure that lies about the content of logs and snapshots were named, as what they are.
    private mutating func checkNames(
        _ report: SyncReport, _ view: RemoteView, _ lie: Lie, _ replica: Replica
    ) async {
        let code = lie.code(at: place)
        // What nobody takes may be anything.
        for device in view.lied where !lie.isWaitedFor && !report.refused.contains(device) {
            let isNamed = report.problems.contains {
                $0.device == device && (code == nil || $0.error.code == code)
            }
            // An end that a snapshot would have left cannot be told from one that has not arrived.
            if lie == .rollsBack, report.waiting.contains(device) { continue }
            // Of a device that is out, nobody hands over anything again.
            if lie == .rollsBack, await replica.dismissed.contains(device) { continue }
            if !isNamed { fail("a lie about the log of \(device) was not named: \(lie)") }
        }
        let isNamed = report.problems.contains { $0.error.code == .syncAltered }
        if view.hasAlteredSnapshot, !isNamed {
            fail("an altered part of a snapshot was not named")
        }
    }

    /// Makes sure that nobody takes itself for in step that has less of a log than was said to be there.
    private mutating func checkEnds(
        _ report: SyncReport, _ view: RemoteView, _ lie: Lie?, _ replica: Replica
    ) async {
        let vector = await replica.vector
        for (device, end) in view.shown.sorted(by: { $0.key < $1.key })
        where device != replica.device.id && end > vector.number(of: device) {
            // What was altered is named for itself.
            if view.lied.contains(device), lie?.isWaitedFor == false { continue }
            guard await replica.doesCount(device), !report.refused.contains(device) else {
                continue
            }
            guard !report.problems.contains(where: { $0.device == device }) else { continue }
            guard let number = report.missing[device] else {
                if !report.waiting.contains(device) {
                    fail("the log of \(device) is not all here, without a word: \(said(lie))")
                }
                continue
            }
            // On a server, what no snapshot stands for is no longer waited for.
            let covered = max(await replica.spared(of: device), report.covered[device] ?? 0)
            if place == .server, lost.isEmpty, number > covered {
                fail("what the server lacks of \(device) is waited for: \(said(lie))")
            }
        }
    }

    private func said(_ lie: Lie?) -> String { lie.map { "\($0)" } ?? "no lie" }

    /// Makes sure that nothing is named for which there is no reason.
    private mutating func checkAlarms(
        _ report: SyncReport, _ view: RemoteView, _ viewer: DeviceID
    ) {
        for problem in report.problems where !view.lied.contains(problem.device) {
            let code = problem.error.code
            let isLost = code == .syncRolledBack && lost.contains(problem.device)
            let isOut = code == .syncDismissed && problem.device == viewer
            let isAltered = code == .syncAltered && view.hasAlteredSnapshot
            // Perhaps a snapshot stands for it, of which nobody can hear.
            let isUnheard = code == .syncMissing && !(lost.isEmpty && view.lied.isEmpty)
            if !isLost, !isOut, !isAltered, !isUnheard { fail("a false alarm: \(problem)") }
        }
    }

    /// Exchanges after everything has arrived.
    mutating func exchangeAll(_ index: Int, lie: Lie? = nil) async throws {
        for device in remote.devices {
            devices[index].visible[device] = remote.end(of: device)
        }
        try await exchange(index, lie: lie, patience: nil)
    }
}
