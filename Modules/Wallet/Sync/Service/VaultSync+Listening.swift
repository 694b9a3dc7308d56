import TenonSecurity
import WalletVault

extension VaultSync {
    /// Listens for news from the place of the vault, as long as the vault is unlocked.
    ///
    /// News makes an exchange due at once; without news there is one from time to time anyway.
    func listen(_ pace: SyncPace) async {
        var hearing: Task<Void, Never>?
        for await status in vault.statuses() {
            hearing?.cancel()
            hearing = status == .unlocked ? Task { await self.hear(pace) } : nil
        }
        hearing?.cancel()
    }

    private func hear(_ pace: SyncPace) async {
        var failures = 0
        while !Task.isCancelled {
            // A server tells nothing to a machine that is not in yet.
            guard await !isWaiting() else {
                try? await Task.sleep(for: pace.afterChange)
                continue
            }
            do {
                // Without a place it looks again, since one may be set up meanwhile.
                failures = try await hearOnce(pace) ? 0 : min(failures + 1, 2)
            } catch {
                failures = min(failures + 1, 16)
            }
            // By now, everything that knew the keys of this machine is released.
            DeadMemory.wipeStacksForAWhile()
            let wait = failures == 0 ? pace.tick : pace.pause(afterFailures: failures)
            try? await Task.sleep(for: wait * Double.random(in: 0.8...1.2))
        }
    }

    /// Whether this machine waits until another one lets it in.
    private func isWaiting() async -> Bool {
        guard vault.status == .unlocked, let session = try? await openIfSetUp() else {
            return false
        }
        return await !session.replica.isIn
    }

    /// Listens until the place ends the stream, or until the vault has another place.
    ///
    /// - Returns: `false` where there is no place.
    private func hearOnce(_ pace: SyncPace) async throws -> Bool {
        guard vault.status == .unlocked, try await isSetUp() else { return false }
        let place = try await open().remote
        // From then on nobody tells of news.
        defer {
            if isTold { becomeDue() }
            isTold = false
        }
        try await place.news(pace) { [self] told in try await heard(told, from: place) }
        return true
    }

    /// Makes an exchange due when the place has something that is not here, or when somebody has changed what
    /// this machine has written there.
    ///
    /// - Parameters:
    ///   - told: What the place tells; `nil` for no news.
    ///   - place: Which one.
    /// - Throws: `CancellationError` when the vault now has another place, or none.
    private func heard(_ told: PlaceNews?, from place: any SyncPlace) async throws {
        guard let session, session.remote === place else { throw CancellationError() }
        isTold = true
        guard let told else { return }
        let known = await session.replica.vector.positions
        let isNew = told.heads.contains { device, number in number > known[device]?.number ?? 0 }
        let isHarmed = told.changedLogs.contains(session.replica.device.id)
        if isHarmed { await session.replica.lookAfterAll() }
        if told.areFilesHarmed { await session.synchronizer.lookAfterFiles() }
        // News of nothing else may be the answer to an invitation.
        if isNew || isHarmed || told.areFilesHarmed || !session.memory.invitations.isEmpty {
            becomeDue()
        }
    }
}
