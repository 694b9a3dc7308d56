import Synchronization
public import TenonCore

/// How an application looks and what it speaks; both may change while it runs.
///
/// Front ends read it each time that they draw. Sessions show their screens again after a change.
public final class Appearance: Sendable {
    /// The setting for the colours.
    public static let schemeSetting = Setting<Theme.Scheme?>(
        "theme", placeholder: "NAME",
        help: "Use this colour scheme: system, light or dark.",
        environmentVariable: "TENON_THEME")
    /// The setting for the language; the help of an application names the languages that it has.
    public static let languageSetting = LocalizerMaker.setting(for: Language.all())

    private struct State {
        var scheme: Theme.Scheme?
        var next = 0
        var observers: [Int: @Sendable () -> Void] = [:]
    }

    /// Speaks the present language; all of its copies do.
    public let localizer: Localizer
    /// The colours, the icon and the letter avatars of the product.
    public let brand: Brand

    private let state: Mutex<State>

    /// Makes an appearance.
    ///
    /// - Parameters:
    ///   - localizer: The localizer; it goes back to its language when no other is chosen.
    ///   - scheme: The colours; `nil` when none were chosen.
    ///   - brand: How the product looks.
    public init(
        localizer: Localizer, scheme: Theme.Scheme? = nil, brand: Brand = .standard
    ) {
        self.localizer = localizer
        self.brand = brand
        state = Mutex(State(scheme: scheme))
    }

    /// Light, dark, or as the surroundings say; `nil` when none was chosen.
    public var scheme: Theme.Scheme? { state.withLock(\.scheme) }

    /// Chooses the colours.
    public func setScheme(_ scheme: Theme.Scheme?) {
        let isNew = state.withLock { state in
            defer { state.scheme = scheme }
            return state.scheme != scheme
        }
        if isNew { tell() }
    }

    /// Chooses the language.
    ///
    /// - Parameter language: A BCP 47 tag; `nil` is the language of the surroundings.
    public func setLanguage(_ language: String?) {
        let former = localizer.language
        localizer.speak(language)
        if localizer.language != former { tell() }
    }

    /// Calls back after each change, for as long as the observation is kept.
    ///
    /// - Parameter changed: Called on the thread that makes the change, before it returns.
    public func observe(_ changed: @escaping @Sendable () -> Void) -> Observation {
        let id = state.withLock { state in
            defer { state.next += 1 }
            state.observers[state.next] = changed
            return state.next
        }
        return Observation { [weak self] in
            // Released after the lock: it may hold the last reference to something.
            _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
        }
    }

    private func tell() {
        for observer in state.withLock({ Array($0.observers.values) }) { observer() }
    }

    /// Ends an observation when it is released.
    public final class Observation: Sendable {
        private let end: @Sendable () -> Void

        fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }
}

extension AnyPort {
    /// How the application looks and what it speaks.
    public static let appearance = Port<Appearance>("appearance", providers: ["TenonUI"])
}
