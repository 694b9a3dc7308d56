import TenonCore
import WalletVault

/// What this device hands over: its own commits.
extension Replica {
    /// Hands over its own commits; what is thrown when there is no room for one of them is returned.
    func sendWhatFits(
        to remote: any SyncRemote, after head: UInt64, _ report: inout SyncReport
    ) async throws -> SyncError? {
        do {
            try await send(to: remote, after: head, &report)
            return nil
        } catch let error as SyncError where error.code == .syncFull {
            return error
        }
    }

    /// Hands over its own commits.
    ///
    /// Where an older copy was put back of what is kept there, all that is still here: what is not, a snapshot
    /// stands for.
    func send(
        to remote: any SyncRemote, after head: UInt64, _ report: inout SyncReport
    ) async throws {
        let end = position(of: device.id).number
        if let newer = try await newerCommit(than: end, at: remote) {
            report.problems.append(
                SyncProblem(device: device.id, number: newer, error: .ownStateOlder))
            return
        }
        // A number that no commit stands for stops nobody.
        var head = min(head, end)
        if head > memory.sent, !remote.isCarried,
            try await remote.hash(of: head, of: device.id) == nil
        {
            head = memory.sent
        }
        if head < memory.sent {
            try noteLoss(of: device.id, downTo: head)
            if !remote.isCarried {
                report.problems.append(
                    SyncProblem(device: device.id, number: head + 1, error: .placeOlder))
            }
        }
        var number = head
        do {
            try await repair(upTo: number, at: remote)
        } catch let error as SyncError where Self.isOfLog(error) {
            report.problems.append(SyncProblem(device: device.id, number: head, error: error))
            return
        }
        while number < position(of: device.id).number {
            try Task.checkCancellation()
            number += 1
            guard let commit = try ownCommit(number) else { continue }
            do {
                if case .other = try await remote.append(commit, number, of: device.id) {
                    try await rewrite(commit, number, at: remote)
                }
            } catch let error as SyncError where Self.isOfLog(error) {
                report.problems.append(
                    SyncProblem(device: device.id, number: number, error: error))
                return
            }
            report.sent += 1
            progress?.completed += 1
        }
        guard number > memory.sent else { return }
        var next = memory
        next.sent = number
        try save(next, [:])
        memory = next
    }
}
