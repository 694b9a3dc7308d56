import Synchronization
import TenonCore

/// What was typed into the screens of the stack and not saved.
extension SceneStage {
    /// Keeps what was typed into the screen of a scene.
    ///
    /// - Parameter isSending: Whether it comes with an action, so that an empty secret means that it
    ///   stays as it was typed before.
    func keep(
        _ values: [String: FieldValue], of entry: SceneStack.Entry, isSending: Bool = false
    ) {
        state.withLock { state in
            guard let screen = state.told[entry.id] else { return }
            state.givenUp.remove(entry.id)
            state.drafts[entry.id, default: FormDraft()]
                .take(values, on: screen, keepsSecrets: isSending)
        }
    }

    /// Notes that an action was done with what was typed into the screen of a scene.
    func markSent(by action: String, of entry: SceneStack.Entry) {
        state.withLock { state in
            guard let screen = state.told[entry.id] else { return }
            state.drafts[entry.id]?.markSent(by: action, on: screen)
        }
    }

    /// Notes that a scene has got what was sent to it.
    func settle(_ entry: SceneStack.Entry) { state.withLock { $0.settle(entry.id) } }

    /// Shows the present screen once more when something else was typed into it.
    func showTyped() {
        let localizer = environment.current[.localizer]
        state.withLock { state in
            guard let top = state.shown, top == state.scenes.last?.id,
                let screen = state.told[top]
            else { return }
            feed.emit(.screen(state.filled(top, screen, localizer)))
        }
    }

    /// Shows a secret that was typed into the screen of a scene.
    ///
    /// - Returns: The number of this showing; `nil` when nothing was typed.
    func reveal(_ field: String, of scene: Int) -> Int? {
        state.withLock { $0.drafts[scene]?.reveal(field) }
    }

    /// Conceals the secret of a field, unless it was shown once more since a showing.
    func conceal(_ field: String, of scene: Int, sight: Int? = nil) {
        state.withLock { $0.drafts[scene]?.conceal(field, sight: sight) }
        showTyped()
    }

    /// What was typed into a field of the screen that the person sees.
    func typed(in field: String) -> FieldValue? {
        state.withLock { state in state.shown.flatMap { state.drafts[$0]?.value(of: field) } }
    }

    /// The values of all fields of the screen that the person sees, and those that are given.
    func values(with given: [String: FieldValue]) -> [String: FieldValue] {
        state.withLock { state in
            guard let top = state.shown, let screen = state.told[top] else { return given }
            let typed = (state.drafts[top] ?? FormDraft()).values(for: screen)
            return typed.merging(given) { $1 == .secret(SecretText("")) ? $0 : $1 }
        }
    }

    /// Notes that the person says no to what a scene asks.
    func decline() { state.withLock { $0.decline() } }

    /// The scenes into whose screens something was typed that is not saved.
    var unsent: [Int] { state.withLock { state in state.unsent(in: state.scenes[...]) } }

    /// Whether something was typed and is not saved on a screen at a location.
    func hasUnsent(at location: Location) -> Bool {
        state.withLock { state in
            !state.unsent(in: state.scenes.filter { $0.location == location }[...]).isEmpty
        }
    }

    /// Whether none of some scenes is on the stack any more.
    func isEmpty(of scenes: [Int]) -> Bool {
        state.withLock { state in !state.scenes.contains { scenes.contains($0.id) } }
    }

    /// Those of them that are left by going back.
    var unsentOnTop: [Int] { state.withLock { state in state.unsent(in: state.scenes.suffix(1)) } }

    /// Those of them that are left by going to a location: all where a gate is before it.
    ///
    /// - Parameter scene: The scene that leads there, which may be covered; `nil` when the person goes there.
    func unsent(leavingFor location: Location, from scene: Int? = nil) -> [Int] {
        guard let resolved = try? ResolvedScene(to: location, in: environment.current) else {
            return []
        }
        if resolved.isGate { return unsent }
        return state.withLock { state in
            let place = state.scenes.lastIndex { $0.location == resolved.location }
            let top = state.scenes.suffix(scene == nil ? 1 : 0)
            return state.unsent(in: place.map { state.scenes[($0 + 1)...] } ?? top)
        }
    }

    /// Those of them that are left by what was decided on a request, but for the scene that made it.
    func unsent(leavingBy decision: NavigationDecision, on request: Request) -> [Int] {
        let isOutcome: Bool
        switch request.event {
        // A lock waits for nobody; a restart is asked about before it begins.
        case .start: return []
        case .finished: isOutcome = true
        case .open, .back: isOutcome = false
        }
        let left: [Int] =
            switch decision {
            case .show(let location): unsent(leavingFor: location, from: request.scene)
            case .replace(let location): isBehindGate(location) ? unsent : unsentOnTop
            case .reset, .restart: unsent
            case .back, .stay, .end: []
            }
        let scenes = state.withLock(\.scenes).filter { entry in
            // After an outcome, such as an unlocking, what was typed into a lock is of no use.
            entry.id != request.scene && (entry.isOfApplication || !isOutcome)
        }
        return left.filter { id in scenes.contains { $0.id == id } }
    }

    private func isBehindGate(_ location: Location) -> Bool {
        (try? ResolvedScene(to: location, in: environment.current))?.isGate == true
    }

    /// All that was typed into the screens of the stack and is not saved, with where they are.
    var unsentValues: [(location: Location, values: [String: FieldValue])] {
        state.withLock { state in
            let unsent = state.unsent(in: state.scenes[...])
            return state.scenes.filter { unsent.contains($0.id) }.map { entry in
                (location: entry.location, values: state.drafts[entry.id]?.typed ?? [:])
            }
        }
    }

    /// Forgets what was typed into the screens of scenes.
    func discard(_ scenes: [Int]) {
        state.withLock { state in
            state.drafts = state.drafts.filter { !scenes.contains($0.key) }
            state.givenUp.formUnion(scenes)
        }
        showTyped()
    }

    /// Says on a screen before the application proper, such as a lock, what went with the scenes that were
    /// taken away; without titles, which a lock keeps secret.
    func sayLosses(on screen: inout Screen) {
        let losses = state.withLock { state in
            state.hasSaidLosses = !state.losses.isEmpty
            return state.losses
        }
        let texts = texts(of: losses).map { TextBlock($0, tone: .caution) }
        screen.blocks.insert(contentsOf: texts.map(Block.text), at: 0)
    }

    /// Notes that what was typed in earlier sessions has gone, about which nobody was asked.
    func lose(_ count: Int) {
        guard count > 0 else { return }
        makeScreens { state in
            state.losses[.typed, default: 0] += count
            state.mustShow = true
        }
    }

    /// Tells what went with the scenes that were taken away, unless a screen before the application proper
    /// has said so.
    func tellOfLosses() {
        let losses = state.withLock { state -> [SceneStack.Loss: Int] in
            guard state.scenes.last?.isOfApplication == true else { return [:] }
            defer { (state.losses, state.hasSaidLosses) = ([:], false) }
            return state.hasSaidLosses ? [:] : state.losses
        }
        for text in texts(of: losses) {
            environment.current[.notices].notify(Notice(text, tone: .caution))
        }
    }

    private func texts(of losses: [SceneStack.Loss: Int]) -> [String] {
        let localizer = environment.current[.localizer]
        return SceneStack.Loss.allCases.compactMap { loss in
            guard let count = losses[loss] else { return nil }
            return switch loss {
            case .typed: localizer(UIText.formsLost, count: count)
            case .outcome: localizer(UIText.actionInterrupted)
            }
        }
    }
}
