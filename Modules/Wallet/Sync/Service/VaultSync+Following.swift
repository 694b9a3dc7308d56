import TenonCore
import WalletVault

/// When a vault is exchanged with other machines.
package struct SyncPace: Sendable {
    /// How long to wait after a change, since more may follow.
    let afterChange: Duration
    /// How often to look for what others have changed.
    let between: Duration
    /// The same, while the place tells of that by itself.
    let betweenNews: Duration
    /// The longest time between attempts when they fail; by default, a place that is back is found within a
    /// minute.
    let longest: Duration
    /// How often to check whether something is due.
    let tick: Duration

    /// Makes a pace, by default the usual one.
    package init(
        afterChange: Duration = .seconds(2), between: Duration = .seconds(10),
        betweenNews: Duration = .seconds(900), longest: Duration = .seconds(45),
        tick: Duration = .milliseconds(500)
    ) {
        self.afterChange = afterChange
        self.between = between
        self.betweenNews = betweenNews
        self.longest = longest
        self.tick = tick
    }

    /// How long to wait after attempts that failed in a row; up to a fifth more or less, so that machines do
    /// not come all at the same moment.
    ///
    /// - Parameter isTold: Whether the place tells of news by itself.
    func pause(afterFailures count: Int, isTold: Bool = false) -> Duration {
        isTold && count == 0 ? betweenNews : min(between * (1 << count), longest)
    }
}

extension VaultSync {
    /// Keeps the vault in step as long as it is unlocked, until the task is cancelled.
    ///
    /// A change is handed over a moment later. Changes of others are looked for all the time, and rarely where the
    /// place tells of them.
    /// While the vault is locked, nothing is done, and nothing of it is in memory.
    package func follow(_ pace: SyncPace = SyncPace()) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.dropWhenLocked() }
            group.addTask { await self.noteChanges() }
            group.addTask { await self.exchangeWhenDue(pace) }
            group.addTask { await self.listen(pace) }
        }
    }

    private func dropWhenLocked() async {
        for await status in vault.statuses() {
            if status == .unlocked { becomeDue() } else { drop() }
        }
    }

    private func noteChanges() async {
        for await _ in vault.changes() { noteChange() }
    }

    private func exchangeWhenDue(_ pace: SyncPace) async {
        let clock = ContinuousClock()
        var next = clock.now
        var failures = 0
        // How often it has looked whether this machine was let in.
        var looks = 0
        while !Task.isCancelled {
            try? await Task.sleep(for: pace.tick)
            if let change = takeChange() {
                next = min(next, clock.now + (change == .now ? .zero : pace.afterChange))
            }
            guard vault.status == .unlocked, clock.now >= next else { continue }
            next = clock.now + pace.between
            guard (try? await isSetUp()) == true else { continue }
            do {
                let report = try await exchange(isRoutine: true)
                failures = 0
                if report.isUnfinished {
                    next = clock.now
                    continue
                }
                looks = await session?.replica.isIn == false ? min(looks + 1, 16) : 0
            } catch {
                failures = min(failures + 1, 16)
            }
            // Somebody waits at a machine that is not in yet, and no place tells it when it is.
            let wait =
                looks > 0 && failures == 0
                ? min(pace.afterChange * (1 << (looks - 1)), pace.between)
                : pace.pause(afterFailures: failures, isTold: isTold)
            // A random part keeps machines from coming all at the same moment.
            next = clock.now + wait * Double.random(in: 0.8...1.2)
        }
    }
}
