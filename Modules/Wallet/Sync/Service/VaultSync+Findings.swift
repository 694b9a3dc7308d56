import TenonCore
import WalletVault

extension VaultSync {
    package func synchronize() async throws -> SyncOutcome {
        await (try await open()).replica.lookAfterAll()
        var report = try await exchange()
        while report.isUnfinished { report.add(try await exchange()) }
        let replica = try await open().replica
        let names = await replica.deviceNames
        var outcome = SyncOutcome()
        outcome.sent = report.sent
        outcome.received = report.applied
        outcome.itemCount = report.items.count
        // What is missing of a machine itself is named apart.
        outcome.waiting = report.waiting.subtracting(report.missing.keys).sorted()
            .map { names[$0] ?? $0.description }
        outcome.refused = report.refused.sorted().map { names[$0] ?? $0.description }
        outcome.caughtUp = report.caughtUp.sorted().map { names[$0] ?? $0.description }
        outcome.problems = try await findings(of: report, replica)
        let status = try await syncStatus()
        (outcome.newcomers, outcome.missing) = (status.newcomers, status.missing)
        (outcome.passphraseChange, outcome.clocks) = (status.passphraseChange, status.clocks)
        return outcome
    }

    package func decide(_ decision: SyncDecision) async throws {
        try await open().replica.decide(decision)
        _ = try await exchange()
    }

    package func syncConflicts() async throws -> [SyncConflict] {
        let session = try await open()
        return try await session.synchronizer.conflicts()
    }

    package func checkSync() async throws -> SyncCheck {
        await (try await open()).replica.lookAfterAll()
        var report = SyncReport()
        var full: SyncError?
        do {
            report = try await exchange()
        } catch let error as SyncError where error.code == .syncFull {
            // All that others have handed over has arrived, and can be compared.
            full = error
        }
        let session = try await open()
        let check = try await session.synchronizer.compare(at: session.remote)
        let lack = full.map { error in
            SyncFinding(
                subject: session.replica.device.name, message: error.message, remedy: error.remedy)
        }
        return SyncCheck(
            itemCount: check.itemCount,
            findings: try await [lack].compactMap(\.self)
                + findings(of: report, session.replica) + check.findings,
            missing: try await syncStatus().missing,
            acknowledgements: await acknowledgements(session.replica))
    }

    /// How much each other machine has said that it has of this one.
    private func acknowledgements(_ replica: Replica) async -> [SyncAcknowledgement] {
        let names = await replica.deviceNames
        let total = await replica.position(of: replica.device.id).number
        return await replica.acknowledged.sorted { $0.key < $1.key }.map { device, number in
            SyncAcknowledgement(
                device: names[device] ?? device.description, id: device,
                known: Int(clamping: number), total: Int(clamping: total))
        }
    }

    /// What an exchange found, for people.
    func findings(of report: SyncReport, _ replica: Replica) async throws -> [SyncFinding] {
        let names = await replica.deviceNames
        var findings = report.problems.map { problem in
            SyncFinding(
                subject: names[problem.device] ?? problem.device.description,
                message: problem.error.message,
                remedy: problem.error.remedy)
        }
        for omission in report.omissions {
            let title = try await replica.item(omission.item)?.values[.title]?.reveal()
            findings.append(
                SyncFinding(
                    subject: title ?? omission.item.description, message: omission.error.message,
                    remedy: omission.error.remedy))
        }
        return findings
    }
}
