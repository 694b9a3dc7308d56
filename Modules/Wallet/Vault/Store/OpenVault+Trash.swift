import TenonCore

extension OpenVault {
    /// Empties the trash of what has been there for thirty days by the vault's own time (see
    /// ``VaultTime``): after loading the list, and then once a day.
    func tendTrash(_ overviews: OverviewIndex) throws {
        let now = now()
        if let trashLook, VaultTime(last: trashLook.milliseconds).isDue(now) == false { return }
        trashLook = now
        let trashed = try overviews.trashed()
        guard !trashed.isEmpty, var time = manifest.root?.time else { return }
        let isDue = time.isDue(now)
        time.advance(to: now)
        let unstamped = trashed.filter { $0.stamp == nil }.map(\.id)
        let over = trashed.filter { $0.stamp.map(time.isOver) ?? false }.map(\.id)
        guard isDue || !unstamped.isEmpty || !over.isEmpty else { return }
        do {
            try change { transaction in
                for id in unstamped { try transaction.stampTrash(id) }
                for id in over { try transaction.purge(id) }
                transaction.noteTime()
            }
        } catch let error as any ExplainedError where VaultError.isUnwritable(error) {
            // Failing to delete must not prevent reading.
        }
    }
}
