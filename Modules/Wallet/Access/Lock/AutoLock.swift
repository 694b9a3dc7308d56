import Synchronization
import TenonCore
import TenonUI
import WalletSettings
import WalletVault

/// Locks the vault after some time without use, sleep of the machine included.
final class AutoLock: LifecycleHandling, SessionObserving {
    private struct State {
        var lastUse: Duration
        var limit: Duration?
        /// How often work that goes on was noted as use of the vault.
        var useCount = 0
        var tasks: [Task<Void, Never>] = []
    }

    private let vault: any Vault
    private let clock: any TimeTelling
    private let preferences: (any PreferencesProviding)?
    private let machine: (any MachineWatching)?
    private let state: Mutex<State>

    /// Makes a lock.
    ///
    /// - Parameters:
    ///   - limit: The time without use after which it locks; `nil` means never.
    ///   - preferences: What the person has chosen, which comes before the limit and may change.
    ///   - machine: Reports that the machine sleeps or the session is locked.
    init(
        vault: any Vault, clock: any TimeTelling, limit: Duration?,
        preferences: (any PreferencesProviding)? = nil, machine: (any MachineWatching)? = nil
    ) {
        self.vault = vault
        self.clock = clock
        self.preferences = preferences
        self.machine = machine
        state = Mutex(State(lastUse: clock.sinceBoot(), limit: limit))
    }

    func sessionReceived(_ input: SessionInput) {
        // A list may have been moved by what came from elsewhere.
        if case .reading = input { return }
        vault.noteUse()
        // Counted now, and not once more when the next look at the vault finds it.
        let (now, useCount) = (clock.sinceBoot(), vault.useCount)
        state.withLock { ($0.lastUse, $0.useCount) = (now, useCount) }
    }

    func start() async throws {
        if let preferences { setLimit(preferences.current.autoLock) }
        vault.lock(afterIdle: state.withLock(\.limit))
        var tasks: [Task<Void, Never>] = []
        if let preferences {
            tasks.append(
                Task { [weak self] in
                    for await settings in preferences.changes() {
                        self?.setLimit(settings.autoLock)
                    }
                })
        }
        if !vault.locksItself {
            tasks.append(Task { [weak self, clock] in await Self.watch(clock) { self } })
            if let machine {
                tasks.append(Task { [vault] in await machine.watch { _ in await vault.lock() } })
            }
        }
        state.withLock { $0.tasks = tasks }
    }

    func stop() async {
        for task in state.withLock(\.tasks) { task.cancel() }
        // A vault that others use as well stays open for them.
        await vault.close()
    }

    private func setLimit(_ limit: Duration?) {
        let isNew = state.withLock { state in
            defer { state.limit = limit }
            return state.limit != limit
        }
        if isNew { vault.lock(afterIdle: limit) }
    }

    /// Locks the vault whenever it was not used for too long.
    private static func watch(_ clock: any TimeTelling, _ lock: () -> AutoLock?) async {
        while !Task.isCancelled {
            guard let lock = lock() else { return }
            // At most a second late, also when the machine slept in between.
            let pause = min(max(await lock.lockIfIdle(), .milliseconds(50)), .seconds(1))
            do { try await clock.sleep(for: pause) } catch { return }
        }
    }

    /// - Returns: The time that is left.
    private func lockIfIdle() async -> Duration {
        let (now, useCount) = (clock.sinceBoot(), vault.useCount)
        let (limit, lastUse) = state.withLock { state in
            // What was received meanwhile has noted a later one.
            if state.useCount < useCount { (state.useCount, state.lastUse) = (useCount, now) }
            return (state.limit, state.lastUse)
        }
        guard let limit else { return .seconds(1) }
        let idle = now - lastUse
        if idle >= limit, vault.status == .unlocked { await vault.lock() }
        return limit - idle
    }
}
