import WalletVault

/// What others have seen, and what is not where the logs are kept.
extension Replica {
    /// Whether a log has a later commit than the next one, which is missing.
    ///
    /// Files and numbers that no signature covers show nothing, unless they are named there and cannot be read
    /// yet.
    ///
    /// - Parameter head: How far the log is said to be.
    func isGap(
        in device: DeviceID, upTo head: UInt64, at remote: ReadAheadRemote
    ) async throws -> Bool {
        guard let author = signer(of: device) else { return true }
        var number = position(of: device).number
        do {
            while let next = try await remote.next(after: number, of: device) {
                try Task.checkCancellation()
                if sealer.signedNumber(of: next.commit, by: author) == next.number { return true }
                number = next.number
            }
        } catch let error as SyncError where Self.isOfLog(error) {
            return true
        }
        return number < head
    }

    /// Names the first commits that are missing, of the logs that wait for no other one.
    ///
    /// - Parameter cut: The logs with a gap.
    func nameMissing(_ cut: Set<DeviceID>, _ report: inout SyncReport) {
        for device in report.waiting.subtracting(cut) { report.missing[device] = nil }
        for device in cut { report.missing[device] = position(of: device).number + 1 }
    }

    /// Tells what is on its way from what somebody has taken away.
    ///
    /// It is on its way where files are carried one by one, or where a snapshot stands for it. Elsewhere,
    /// whoever has seen it had it from there.
    func judgeMissing(at remote: any SyncRemote, _ report: inout SyncReport) {
        for problem in report.problems { report.missing[problem.device] = nil }
        guard !remote.isCarried else { return }
        for (device, number) in report.missing.sorted(by: { $0.key < $1.key })
        where number > max(spared(of: device), report.covered[device] ?? 0) {
            report.missing[device] = nil
            report.problems.append(
                SyncProblem(device: device, number: number, error: .missing))
        }
    }

    /// Waits for what this device was promised when it was invited: whoever invited it may have handed over less
    /// by then than it had itself.
    func awaitPinned(_ report: inout SyncReport) {
        for (device, known) in memory.known
        where position(of: device).number < known.pinned?.number ?? 0 {
            report.waiting.insert(device)
            let isNamed = report.problems.contains { $0.device == device }
            if report.missing.isEmpty, !isNamed {
                report.missing[device] = position(of: device).number + 1
            }
        }
    }
}
