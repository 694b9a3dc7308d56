import Synchronization
import TenonCore
import TenonUI

/// The settings of Wallet, stored by the application's persister.
final class Preferences: PreferencesProviding, LifecycleHandling {
    /// Where they are stored, with all forms that they ever had.
    static let storage = Versioned(
        StorageKey("wallet.settings", "settings"), WalletSettings.First.self
    ).next(WalletSettings.self) { WalletSettings($0) }

    private struct State {
        /// What is stored; `nil` when nothing is.
        var stored: WalletSettings?
        var problem: Explanation?
        var current: WalletSettings
        var isShown = false
        var observation: Appearance.Observation?
        var next = 0
        var listeners: [Int: AsyncStream<WalletSettings>.Continuation] = [:]
        /// The change that was asked for last; the next one waits for it.
        var lastChange: Task<Void, any Error>?
    }

    let fixed: [SettingsItem: SettingOrigin]

    private let persister: any Persister
    private let appearance: Appearance
    private let outside: FixedSettings
    private let state: Mutex<State>

    init(persister: any Persister, appearance: Appearance, outside: FixedSettings) {
        self.persister = persister
        self.appearance = appearance
        self.outside = outside
        fixed = outside.origins
        state = Mutex(State(current: outside.applied(to: WalletSettings())))
    }

    var current: WalletSettings { state.withLock(\.current) }

    var problem: Explanation? { state.withLock(\.problem) }

    func start() async throws { await reload() }

    func stop() async {
        let (listeners, last) = state.withLock { state in
            defer { state.listeners = [:] }
            state.observation = nil
            return (Array(state.listeners.values), state.lastChange)
        }
        for listener in listeners { listener.finish() }
        _ = await last?.result
    }

    func reload() async {
        do {
            adopt(try await Self.storage.load(from: persister))
        } catch {
            // Everything works with the defaults; the screen of the settings reports it.
            state.withLock { $0.problem = Explanation(error) }
        }
    }

    func changes() -> AsyncStream<WalletSettings> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: WalletSettings.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            defer { state.next += 1 }
            state.listeners[state.next] = continuation
            continuation.yield(state.current)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func change(_ edit: @escaping @Sendable (inout WalletSettings) -> Void) async throws {
        let task = state.withLock { state in
            let task = Task { [previous = state.lastChange, persister, weak self] in
                _ = await previous?.result
                // Another program may have changed them since they were read here.
                var settings = try await Self.storage.load(from: persister) ?? WalletSettings()
                edit(&settings)
                try await Self.storage.save(settings.checked, to: persister)
                self?.adopt(settings)
            }
            state.lastChange = task
            return task
        }
        try await task.value
    }

    func setAside() async throws {
        try await Self.storage.setAside(in: persister)
        await reload()
    }

    /// Applies what was read or stored, and notifies all listeners.
    private func adopt(_ stored: WalletSettings?) {
        let (settings, listeners) = state.withLock { state in
            let settings = outside.applied(to: (stored ?? WalletSettings()).checked)
            state.problem = nil
            state.stored = stored
            defer { state.current = settings }
            return (settings, settings == state.current ? [] : Array(state.listeners.values))
        }
        if state.withLock(\.isShown) { show() }
        for listener in listeners { listener.yield(settings) }
    }
}

// MARK: - Screens

extension Preferences: SessionObserving {
    /// All screens use the colours and language that the person has chosen.
    func sessionBegan(_ session: Session, at location: Location?) {
        let isFirst = state.withLock { state in
            defer { state.isShown = true }
            return !state.isShown
        }
        guard isFirst else { return }
        show()
        let observation = appearance.observe { [weak self] in self?.takeScheme() }
        state.withLock { $0.observation = observation }
    }

    private func show() {
        let (stored, settings) = state.withLock { ($0.stored, $0.current) }
        // Before the language, whose change tells ``takeScheme()`` the colours of the appearance. A person
        // without a choice here may have made one in a front end, such as a browser.
        if stored != nil, fixed[.theme] == nil { appearance.setScheme(settings.theme) }
        if fixed[.language] == nil {
            appearance.setLanguage(settings.language.isEmpty ? nil : settings.language)
        }
    }

    /// Stores colours that were chosen in a front end.
    private func takeScheme() {
        guard fixed[.theme] == nil, let scheme = appearance.scheme, scheme != current.theme else {
            return
        }
        // No caller waits for it; colours that cannot be stored apply to this run only.
        Task { try? await change { $0.theme = scheme } }
    }
}
