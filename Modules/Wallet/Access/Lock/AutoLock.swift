import Synchronization
import TenonCore
import TenonUI
import WalletVault

/// Locks the vault after some time without use, sleep of the machine included.
final class AutoLock: LifecycleHandling, SessionObserving {
    /// How long the setting lets the vault be open without use, in minutes; 0 means for ever.
    static let setting = Setting(
        "auto-lock", placeholder: "MINUTES",
        help: "Lock after so many minutes without use; 0 means never.",
        environmentVariable: "WALLET_AUTO_LOCK", defaultValue: "5")

    private struct State {
        var lastUse: Duration
        var task: Task<Void, Never>?
    }

    private let vault: any Vault
    private let clock: any TimeTelling
    private let limit: Duration?
    private let state: Mutex<State>

    /// Makes a lock.
    ///
    /// - Parameter limit: The time without use after which it locks; `nil` means never.
    init(vault: any Vault, clock: any TimeTelling, limit: Duration?) {
        self.vault = vault
        self.clock = clock
        self.limit = limit
        state = Mutex(State(lastUse: clock.sinceBoot()))
    }

    func sessionReceived(_ input: SessionInput) {
        let now = clock.sinceBoot()
        state.withLock { $0.lastUse = now }
    }

    func start() async throws {
        guard let limit else { return }
        let task = Task { [weak self, clock] in
            while !Task.isCancelled {
                guard let self else { return }
                let idle = clock.sinceBoot() - self.state.withLock(\.lastUse)
                if idle >= limit, self.vault.status == .unlocked { await self.vault.lock() }
                let remaining = limit - idle
                // At most a second late, also when the machine slept in between.
                let pause = min(max(remaining, .milliseconds(50)), .seconds(1))
                do { try await clock.sleep(for: pause) } catch { return }
            }
        }
        state.withLock { $0.task = task }
    }

    func stop() async {
        state.withLock(\.task)?.cancel()
        await vault.lock()
    }
}

extension AutoLock {
    /// The limit that the setting says.
    ///
    /// - Throws: ``AccessError`` when it is not a number of minutes.
    static func limit(in configuration: Configuration) throws -> Duration? {
        let text = configuration[setting] ?? "5"
        guard let minutes = Int(text), (0...1_000_000).contains(minutes) else {
            throw AccessError.badAutoLock(text)
        }
        return minutes == 0 ? nil : .seconds(minutes * 60)
    }
}
