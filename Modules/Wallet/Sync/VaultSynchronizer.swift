import TenonCore
import TenonSecurity
package import WalletVault

/// Brings a vault and what other devices know together.
///
/// What a person changed is found by comparing the vault with what it was when both were last brought
/// together; so a change is as durable as the vault's own write, and neither lost nor taken twice
/// wherever the process ends. It counts as made by somebody who has seen what was in the vault then, and
/// nothing that arrived since.
package actor VaultSynchronizer {
    let vault: VaultManager
    let replica: Replica
    let hash: ValueHash
    private var last: Task<SyncReport, any Error>?
    /// Whether the files were looked after since this was opened.
    private var areFilesRepaired = false
    /// When that did not succeed.
    private var filesRefused: Timestamp?

    /// How often it tries again when a person changes items meanwhile.
    private static let patience = 5

    /// Takes an unlocked vault and what this machine knows of the other devices.
    package init(_ vault: VaultManager, _ replica: Replica) {
        self.vault = vault
        self.replica = replica
        hash = ValueHash(key: replica.sums)
    }

    /// Gives the changes of the vault to others, and takes theirs; one exchange after the other.
    ///
    /// - Throws: ``SyncError``, `VaultError`, or an error of the remote or of the store; then it is
    ///   as if it had not been tried, or stopped in between: the next time goes on.
    package func synchronize(with remote: any SyncRemote) async throws -> SyncReport {
        let former = last
        let task = Task {
            _ = await former?.result
            try Task.checkCancellation()
            return try await self.exchange(with: remote)
        }
        last = task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func exchange(with remote: any SyncRemote) async throws -> SyncReport {
        // What was changed since this machine was taken out waits until it joins anew.
        if await replica.isDismissed { return try await replica.synchronize(with: remote) }
        var report = SyncReport()
        // A vault that was there before is compared with what others have, not set against it.
        if await replica.isMeeting(try await vault.lineage()) {
            report = try await replica.synchronize(with: remote, files: vault)
        }
        try await gatherAccess(isMeeting: await replica.isMeeting(try await vault.lineage()))
        try await patiently { try await self.gather() }
        let exchanged: Result<SyncReport, any Error>
        do {
            exchanged = .success(
                try await replica.synchronize(with: remote, files: vault))
        } catch {
            exchanged = .failure(error)
        }
        // Also what arrived before the remote failed, or before the process ended the last time.
        try await patiently {
            try await self.gather()
            try await self.settle()
        }
        report.hasOtherPassphrase = try await settleAccess()
        report.add(try exchanged.get())
        try await repairFiles(at: remote)
        report.omissions = await replica.omissions
        return report
    }

    /// Turns what was changed in the vault into commits, where nothing can be handed over.
    func gatherUnsent() async throws {
        let lineage = try await vault.lineage()
        guard await !replica.isDismissed, await !replica.isMeeting(lineage) else { return }
        try await gatherAccess(isMeeting: false)
        try await patiently { try await self.gather() }
    }

    /// Lets the next exchange look after the parts of files again.
    func lookAfterFiles() { areFilesRepaired = false }

    /// Looks after the parts of files, once after this was opened, and when an older copy was put back where they
    /// are kept.
    private func repairFiles(at remote: any SyncRemote) async throws {
        let areInDoubt = await replica.areFilesInDoubt
        guard !areFilesRepaired || areInDoubt, replica.isAnHour(since: filesRefused) else { return }
        do {
            try await replica.repairFiles(from: vault, at: remote)
            areFilesRepaired = true
            filesRefused = nil
        } catch is SyncError {
            // An exchange an hour later tries again; whoever opens the file says what is wrong with it.
            filesRefused = replica.now()
        }
    }

    /// A person changed an item between reading and writing it.
    struct Overtaken: Error {}

    private static func isRace(_ error: any Error) -> Bool {
        error is Overtaken || (error as? VaultError)?.code == .vaultConflict
    }

    private func patiently(_ body: () async throws -> Void) async throws {
        for _ in 1..<Self.patience {
            do {
                return try await body()
            } catch  where Self.isRace(error) {
                continue
            }
        }
        try await body()
    }

    /// An item as it is in the vault, after something else was.
    func noted(_ item: Item, _ old: WrittenItem) -> WrittenItem {
        var new = old
        let fields = item.fields
        new.fields = hash.fields(fields)
        new.withheld = Set(fields.filter { !Replica.isSendable($0.key, $0.value) }.keys)
        new.removal = item.isTrashed ? .trashed : .none
        return new
    }
}
