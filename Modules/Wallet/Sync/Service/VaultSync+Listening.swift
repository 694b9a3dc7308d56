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
        // Whatever comes from then on, nobody tells.
        defer {
            if isTold { becomeDue() }
            isTold = false
        }
        try await place.news(pace) { [self] numbers in try await heard(numbers, from: place) }
        return true
    }

    /// Makes an exchange due when the place has something that is not here.
    ///
    /// - Parameters:
    ///   - numbers: How far the logs are there; `nil` for no news.
    ///   - place: Where they are.
    /// - Throws: `CancellationError` when the vault now has another place, or none.
    private func heard(_ numbers: [DeviceID: UInt64]?, from place: any SyncPlace) async throws {
        guard let session, session.remote === place else { throw CancellationError() }
        isTold = true
        guard let numbers else { return }
        let known = await session.replica.vector.positions
        let isNew = numbers.contains { device, number in number > known[device]?.number ?? 0 }
        // News of nothing else may be the answer to an invitation.
        if isNew || !session.memory.invitations.isEmpty { becomeDue() }
    }
}
