import Synchronization
import TenonCore

/// The scenes of a session: makes them, stacks them, and shows the screen of the one on top; tells of
/// lists below it when they change.
final class SceneStage: Sendable {
    let environment: EnvironmentStack
    /// The requests to go elsewhere; read by one task.
    let requests = AsyncStream.makeStream(of: Request.self)
    /// The locations that were asked for from outside of the scenes.
    let asked = Mutex(AskedLocations())
    let feed: SessionFeed
    let gate: ActivityGate
    /// Is open when nothing is being saved after the end of the session.
    let savingGate = ActivityGate()
    private let hooks: StoreHooks
    private let didClear: @Sendable () -> Void
    let state = Mutex(SceneStack())
    let moments = MomentTimer()
    /// Where the person comes to; read by one task.
    let arrivals = AsyncStream.makeStream(of: Arrival.self)

    /// Makes an empty stage.
    ///
    /// - Parameter didClear: Called between the scenes of a stack that is replaced as a whole and those that
    ///   come instead.
    init(
        environment: EnvironmentStack, feed: SessionFeed, gate: ActivityGate,
        hooks: StoreHooks, didClear: @escaping @Sendable () -> Void
    ) {
        self.environment = environment
        self.feed = feed
        self.gate = gate
        self.hooks = hooks
        self.didClear = didClear
    }

    /// Whether there is a scene below the one on top.
    var canGoBack: Bool { state.withLock { $0.scenes.count > 1 } }

    /// Whether no further scenes start.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// The location of the scene below the one on top.
    var locationBelow: Location? { state.withLock { $0.scenes.dropLast().last?.location } }

    /// The scene on top, when it is the one that the person sees.
    var current: SceneStack.Entry? {
        state.withLock { state in
            guard let top = state.scenes.last, top.id == state.shown else { return nil }
            return top
        }
    }

    /// The uppermost covered scene with a list, and its screen as listeners know it.
    func covered(with list: String) -> (entry: SceneStack.Entry, screen: Screen)? {
        state.withLock { state in
            for entry in state.scenes.dropLast().reversed() {
                if let screen = state.told[entry.id], screen.list(list) != nil {
                    return (entry, screen)
                }
            }
            return nil
        }
    }

    /// Carries out a decision.
    ///
    /// - Parameters:
    ///   - decision: What happens to the stack.
    ///   - scene: The scene that caused it; the one on top when nothing is known.
    /// - Returns: Whether the session goes on.
    func apply(_ decision: NavigationDecision, causedBy scene: Int?) -> Bool {
        switch decision {
        case .show(let wanted):
            guard let resolved = resolved(to: wanted) else { break }
            if resolved.isGate {
                replaceAll(by: [resolved])
            } else if state.withLock({ $0.scenes.contains { $0.location == resolved.location } }) {
                returnTo(resolved.location)
            } else if isTopGivenUp {
                // The scene may still have what it got and has refused; nobody comes back to that.
                return apply(.replace(wanted), causedBy: scene)
            } else {
                let covered = state.withLock { state in
                    if let top = state.scenes.last {
                        state.drafts[top.id]?.forgetSentSecrets()
                        state.drafts[top.id]?.conceal()
                    }
                    return state.scenes.last
                }
                push(resolved)
                _ = covered?.scene.receive(.disappear)
                appear()
            }
            return true
        case .replace(let wanted):
            guard let resolved = resolved(to: wanted) else { break }
            if resolved.isGate {
                replaceAll(by: [resolved])
            } else {
                stop(state.withLock { $0.remove($0.scenes.indices.suffix(1)) })
                push(resolved)
                appear()
            }
            return true
        case .reset(let wanted):
            // From the top: a gate has to know where the person wants to go on to.
            let scenes = wanted.reversed().compactMap(resolved)
            let gate = scenes.first(where: \.isGate)
            guard !scenes.isEmpty else { break }
            replaceAll(by: gate.map { [$0] } ?? scenes.reversed())
            // It may be gone already: one that signs in as soon as it appears goes on elsewhere.
            return true
        case .back:
            guard canGoBack else { return false }
            remove(scene)
        case .stay: return true
        case .restart(let location):
            navigate(by: .start(location))
            return true
        case .end: return false
        }
        return state.withLock { !$0.scenes.isEmpty }
    }

    /// Stops all scenes and what they began; later ones start as usual.
    func clear() {
        stop(state.withLock { $0.remove($0.scenes.indices) })
        didClear()
    }

    /// Stops all scenes but those that are saving what was typed, which ``saved()`` waits for; later ones
    /// do not start, and no further requests are taken.
    ///
    /// - Returns: What was typed and is not saved.
    func close() -> [KeptDraft] {
        requests.continuation.finish()
        arrivals.continuation.finish()
        let (scenes, unsent) = state.withLock { state in
            defer { savingGate.changeActivity(by: state.saving.count) }
            return state.close()
        }
        stop(scenes)
        return unsent
    }

    /// Whether what was typed on the uppermost screen was given up, and there is another one below.
    private var isTopGivenUp: Bool {
        state.withLock { state in
            state.scenes.count > 1
                && state.scenes.last.map { state.givenUp.contains($0.id) } ?? false
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
        let navigator = Navigator(at: resolved.location) { [weak self] in
            self?.navigate(by: $0, from: id)
        }
        let localizer = container[.localizer]
        var hooks = hooks
        hooks.container = container
        // First here: when the session has settled, nothing of the scene is under way.
        hooks.activity = { [weak self, activity = hooks.activity] change in
            self?.changeActivity(of: id, by: change)
            activity(change)
        }
        hooks.failed = { [weak self, failed = hooks.failed] error in
            self?.state.withLock { $0.fail(id) }
            failed(error)
        }
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
        let offers = resolved.definition.offersApplicationActions
        let actions = offers ? container[.applicationActions] : []
        let destinations = offers ? container[.destinations] : []
        let entry = SceneStack.Entry(
            id: id, location: resolved.location, scene: scene,
            addApplication: { screen, trail in
                screen.actions += actions.map { $0.action(localizer) }
                screen.destinations = DestinationGroup.arrange(
                    destinations, localizer, trail: [screen.parent].compactMap { $0 } + trail)
            }, isOfApplication: offers)
        let isClosed = state.withLock { state in
            if !state.isClosed { state.scenes.append(entry) }
            return state.isClosed
        }
        guard !isClosed else { return scene.stop() }
        scene.start { [weak self] in self?.didChange(id) }
    }

    private func didChange(_ id: Int) {
        let (isTop, isKnown) = state.withLock { ($0.scenes.last?.id == id, $0.told[id] != nil) }
        if isTop {
            show()
        } else if isKnown {
            makeScreens { $0.changed.insert(id) }
        }
    }

    private func appear() {
        state.withLock { $0.forgetCovered() }
        _ = state.withLock(\.scenes.last)?.scene.receive(.appear)
        show()
        noteArrival()
        tellOfLosses()
    }

    /// Removes what is above the uppermost scene at a location, and ends what its lists were narrowed by:
    /// whoever opens a place wants to see all of it, unlike one who goes back.
    private func returnTo(_ location: Location) {
        stop(
            state.withLock { state in
                let kept = state.scenes.lastIndex { $0.location == location } ?? 0
                return state.remove(kept + 1..<state.scenes.count)
            })
        if let top = state.withLock(\.scenes.last) {
            for input in state.withLock({ $0.told[top.id]?.widening ?? [] }) {
                _ = top.scene.receive(input)
            }
        }
        appear()
    }

    private func remove(_ id: Int?) {
        let top = state.withLock(\.scenes.last?.id)
        stop(
            state.withLock { state in
                guard let index = state.scenes.lastIndex(where: { $0.id == id ?? top }) else {
                    return []
                }
                return state.remove(index..<index + 1)
            })
        if state.withLock(\.scenes.last?.id) != top { appear() }
    }

    /// Stops scenes that were removed, the uppermost first.
    private func stop(_ removed: [SceneStack.Entry]) {
        moments.forget(removed.map(\.id))
        for entry in removed.reversed() { entry.scene.stop() }
    }
}

extension Screen {
    /// What ends its search and its filters.
    fileprivate var widening: [SceneInput] {
        let isSearching = search.map { !$0.text.isEmpty } ?? false
        return (isSearching ? [.search("")] : [])
            + filters.filter { !$0.chosen.isEmpty }.map { .filter($0.id, []) }
    }
}
