import Synchronization
import TenonCore

/// The scenes of a session: makes them, stacks them, and shows the screen of the one on top; tells of
/// lists below it when they change.
final class SceneStage: Sendable {
    /// A scene of the stack.
    struct Entry: Sendable {
        /// Tells the scenes of a session apart, also those that are at the same location.
        let id: Int
        let location: Location
        let scene: any Scene
        /// What its screen offers beside its own actions, in the language of the moment.
        let applicationActions: @Sendable () -> [Action]
    }

    private struct State {
        var stack: [Entry] = []
        var next = 1
        /// The scene whose screen the person sees.
        var shown: Int?
        var isShowing = false
        var mustShow = false
        /// The screens that listeners know, by scene.
        var told: [Int: Screen] = [:]
        /// The covered scenes that may have changed since.
        var changed: Set<Int> = []
        var isClosed = false

        /// The scene whose screen must be made now: first the one on top, and then covered ones.
        mutating func takeNext() -> Entry? {
            if mustShow {
                mustShow = false
                if let top = stack.last { return top }
            }
            guard let top = stack.last, top.id == shown else { return nil }
            let next = stack.last { changed.contains($0.id) && $0.id != top.id }
            if let next { changed.remove(next.id) }
            return next
        }

        /// What listeners hear of a scene with this screen; `nil` when it is nothing.
        mutating func news(of entry: Entry, _ screen: Screen) -> SessionEvent? {
            let before = told[entry.id]
            if stack.last?.id == entry.id {
                shown = entry.id
                told[entry.id] = screen
                return .screen(screen)
            }
            // A scene that was removed meanwhile is not told, and neither is one nobody has seen.
            guard let before, stack.contains(where: { $0.id == entry.id }),
                entry.location != stack.last?.location
            else { return nil }
            told[entry.id] = screen
            return before != screen && (before.hasList || screen.hasList) ? .covered(screen) : nil
        }

        /// Takes scenes from the stack, with all that is known of them.
        mutating func remove(_ range: Range<Int>) -> [Entry] {
            let removed = Array(stack[range])
            stack.removeSubrange(range)
            let isGone = { (id: Int) in removed.contains { $0.id == id } }
            // Made anew: what is removed from a dictionary stays in its memory, such as a short title.
            told = told.filter { !isGone($0.key) }
            changed = changed.filter { !isGone($0) }
            return removed
        }
    }

    private let environment: EnvironmentStack
    private let queue: NavigationQueue
    private let feed: SessionFeed
    private let gate: ActivityGate
    private let hooks: StoreHooks
    private let didClear: @Sendable () -> Void
    private let state = Mutex(State())

    /// Makes an empty stage; `didClear` is called between the scenes of a stack that is replaced as a
    /// whole and those that come instead.
    init(
        environment: EnvironmentStack, queue: NavigationQueue, feed: SessionFeed,
        gate: ActivityGate,
        hooks: StoreHooks, didClear: @escaping @Sendable () -> Void
    ) {
        self.environment = environment
        self.queue = queue
        self.feed = feed
        self.gate = gate
        self.hooks = hooks
        self.didClear = didClear
    }

    /// Whether there is a scene below the one on top.
    var canGoBack: Bool { state.withLock { $0.stack.count > 1 } }

    /// The scene on top, when it is the one that the person sees.
    var current: Entry? {
        state.withLock { state in
            guard let top = state.stack.last, top.id == state.shown else { return nil }
            return top
        }
    }

    /// The uppermost covered scene with a list, and its screen as listeners know it.
    func covered(with list: String) -> (entry: Entry, screen: Screen)? {
        state.withLock { state in
            for entry in state.stack.dropLast().reversed() {
                if let screen = state.told[entry.id], screen.list(list) != nil {
                    return (entry, screen)
                }
            }
            return nil
        }
    }

    /// Whether a scene is on the stack.
    func contains(_ id: Int) -> Bool {
        state.withLock { $0.stack.contains { $0.id == id } }
    }

    /// Carries out a decision, but for those that concern the session as a whole.
    ///
    /// - Parameters:
    ///   - decision: What happens to the stack.
    ///   - scene: The scene that caused it; the one on top when nothing is known.
    /// - Returns: Whether anything is left to show.
    func apply(_ decision: NavigationDecision, causedBy scene: Int?) -> Bool {
        switch decision {
        case .show(let wanted):
            guard let resolved = resolved(to: wanted) else { break }
            if resolved.isGate {
                replaceAll(by: [resolved])
            } else if state.withLock({ $0.stack.contains { $0.location == resolved.location } }) {
                returnTo(resolved.location)
            } else {
                let covered = state.withLock(\.stack.last)
                push(resolved)
                _ = covered?.scene.receive(.disappear)
                appear()
            }
        case .replace(let wanted):
            guard let resolved = resolved(to: wanted) else { break }
            if resolved.isGate {
                replaceAll(by: [resolved])
            } else {
                stop(state.withLock { $0.remove($0.stack.indices.suffix(1)) })
                push(resolved)
                appear()
            }
        case .reset(let wanted):
            // From the top: a gate has to know where the person wants to go on to.
            let scenes = wanted.reversed().compactMap(resolved)
            let gate = scenes.first(where: \.isGate)
            if !scenes.isEmpty { replaceAll(by: gate.map { [$0] } ?? scenes.reversed()) }
        case .back:
            guard canGoBack else { return false }
            remove(scene)
        case .stay, .restart, .end:
            break
        }
        return state.withLock { !$0.stack.isEmpty }
    }

    /// Shows the present screen of the scene on top.
    ///
    /// One thread at a time makes screens, again for as long as something changed meanwhile: the
    /// last screen that listeners get is always the latest one.
    func show() { makeScreens { $0.mustShow = true } }

    private func makeScreens(_ note: (inout State) -> Void) {
        gate.changeActivity(by: 1)
        defer { gate.changeActivity(by: -1) }
        let mustWork = state.withLock { state in
            note(&state)
            defer { state.isShowing = true }
            return !state.isShowing
        }
        guard mustWork else { return }
        while let entry = next() {
            var screen = entry.scene.screen
            screen.actions += entry.applicationActions()
            state.withLock { state in
                if let news = state.news(of: entry, screen) { feed.emit(news) }
            }
        }
    }

    /// Stops all scenes and what they began; later ones start as usual.
    func clear() {
        removeAll()
        didClear()
    }

    /// Stops all scenes; later ones do not start.
    func close() {
        state.withLock { $0.isClosed = true }
        removeAll()
    }

    /// The scene whose screen must be made now; `nil` ends the making.
    private func next() -> Entry? {
        state.withLock { state in
            let next = state.takeNext()
            if next == nil { state.isShowing = false }
            return next
        }
    }

    /// Finds the scene of a location; shows an error when there is none.
    private func resolved(to location: Location) -> ResolvedScene? {
        let container = environment.current
        do {
            return try ResolvedScene(to: location, in: container)
        } catch {
            let text = container[.localizer].explanation(of: error)
            container[.notices].notify(Notice(text, tone: .caution))
            return nil
        }
    }

    private func replaceAll(by scenes: [ResolvedScene]) {
        clear()
        for resolved in scenes { push(resolved) }
        appear()
    }

    private func push(_ resolved: ResolvedScene) {
        // A scene may need values of the session, so none is made after its end.
        guard let container = environment.top else { return }
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        let navigator = Navigator(at: resolved.location) { [queue] in queue.add($0, from: id) }
        let localizer = container[.localizer]
        var hooks = hooks
        hooks.container = container
        let context = SceneContext(
            location: resolved.location, arguments: resolved.arguments,
            ports: SessionPorts(container), localizer: localizer, navigator: navigator, hooks: hooks
        )
        let scene: any Scene
        do {
            scene = try resolved.make(context)
        } catch {
            scene = FailedScene(error, in: context)
        }
        let actions =
            resolved.definition.offersApplicationActions ? container[.applicationActions] : []
        let entry = Entry(
            id: id, location: resolved.location, scene: scene,
            applicationActions: { actions.map { $0.action(localizer) } })
        let isClosed = state.withLock { state in
            if !state.isClosed { state.stack.append(entry) }
            return state.isClosed
        }
        guard !isClosed else { return scene.stop() }
        scene.start { [weak self] in self?.didChange(id) }
    }

    private func didChange(_ id: Int) {
        let (isTop, isKnown) = state.withLock { ($0.stack.last?.id == id, $0.told[id] != nil) }
        if isTop {
            show()
        } else if isKnown {
            makeScreens { $0.changed.insert(id) }
        }
    }

    private func appear() {
        _ = state.withLock(\.stack.last)?.scene.receive(.appear)
        show()
    }

    /// Removes what is above the uppermost scene at a location.
    private func returnTo(_ location: Location) {
        stop(
            state.withLock { state in
                let kept = state.stack.lastIndex { $0.location == location } ?? 0
                return state.remove(kept + 1..<state.stack.count)
            })
        appear()
    }

    private func remove(_ id: Int?) {
        let top = state.withLock(\.stack.last?.id)
        stop(
            state.withLock { state in
                guard let index = state.stack.lastIndex(where: { $0.id == id ?? top }) else {
                    return []
                }
                return state.remove(index..<index + 1)
            })
        if state.withLock(\.stack.last?.id) != top { appear() }
    }

    private func removeAll() {
        stop(state.withLock { $0.remove($0.stack.indices) })
    }

    /// Stops scenes that were removed, the uppermost first.
    private func stop(_ removed: [Entry]) {
        for entry in removed.reversed() { entry.scene.stop() }
    }
}
