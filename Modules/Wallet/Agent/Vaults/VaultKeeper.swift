import Synchronization
import TenonCore
import WalletAgentMessages
import WalletCredentials
import WalletSync
import WalletVault

/// A vault that the agent holds, and how long it stays open without use.
final class VaultKeeper: Sendable {
    private struct State {
        var lastUse: Duration
        var limit: Duration?
        var conversations = 0
        var browsers = 0
    }

    let vault: any Vault
    /// What keeps the vault in step with other machines; `nil` where nothing does.
    let sync: VaultSync?
    private let following: Task<Void, Never>?
    /// The turns of git, docker and browsers.
    let turns = CredentialTurns()
    private let clock: any TimeTelling
    private let state: Mutex<State>

    /// Begins with a locked vault.
    ///
    /// - Parameters:
    ///   - sync: Keeps the vault in step with other machines, as long as the keeper is there.
    ///   - limit: The time without use after which it locks; `nil` means never.
    init(
        _ vault: any Vault, sync: VaultSync? = nil, clock: any TimeTelling, limit: Duration?
    ) {
        self.vault = vault
        self.sync = sync
        following = sync.map { sync in Task { await sync.follow() } }
        self.clock = clock
        state = Mutex(State(lastUse: clock.sinceBoot(), limit: limit))
    }

    deinit { following?.cancel() }

    /// Begins to count the time without use from the start.
    func noteUse() {
        let now = clock.sinceBoot()
        state.withLock { $0.lastUse = now }
    }

    /// Changes the time without use after which it locks; what has passed of it counts.
    func setLimit(_ limit: Duration?) { state.withLock { $0.limit = limit } }

    /// The time until it locks without use; `nil` when it is locked, or never locks.
    var remaining: Duration? {
        guard vault.status == .unlocked else { return nil }
        let now = clock.sinceBoot()
        return state.withLock { state in state.limit.map { $0 - (now - state.lastUse) } }
    }

    /// Locks when the time without use is over.
    func lockIfIdle() async {
        guard let remaining, remaining <= .zero else { return }
        await lock()
    }

    /// Locks the vault, and ends what keeps it in step.
    func lock() async {
        await vault.lock()
        await sync?.drop()
    }

    /// A conversation about the vault begins or ends.
    func count(conversations change: Int) { state.withLock { $0.conversations += change } }

    /// A conversation with a browser begins or ends.
    func count(browsers change: Int) { state.withLock { $0.browsers += change } }

    /// Whether a browser is connected; it would not reconnect by itself.
    var hasBrowser: Bool { state.withLock(\.browsers) > 0 }

    /// Whether it can be dropped without loss.
    var isForgettable: Bool {
        state.withLock(\.conversations) == 0 && vault.status != .unlocked
    }

    /// The agent's report about it.
    var report: AgentReport.Vault {
        AgentReport.Vault(
            path: vault.path, isUnlocked: vault.status == .unlocked,
            remaining: remaining.map { Int(max(0, $0.components.seconds)) })
    }
}
