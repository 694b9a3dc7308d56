import TenonCore

/// The scenes of a session in their order, and what listeners know of them.
struct SceneStack {
    /// A scene of the stack.
    struct Entry: Sendable {
        /// Tells the scenes of a session apart, also those that are at the same location.
        let id: Int
        let location: Location
        let scene: any Scene
        /// Adds to its screen what the application offers on all of them, in the language of the
        /// moment; is given the locations of the stack up to this scene.
        let addApplication: @Sendable (inout Screen, [Location]) -> Void
        /// Whether it is a screen of the application proper, not one before it such as a lock.
        let isOfApplication: Bool
    }

    var scenes: [Entry] = []
    var next = 1
    /// The scene whose screen the person sees.
    var shown: Int?
    var isShowing = false
    var mustShow = false
    /// The screens that listeners know, by scene, without what was typed into them.
    var told: [Int: Screen] = [:]
    /// What was typed into them and not saved, by scene.
    var drafts: [Int: FormDraft] = [:]
    /// The scenes of which what was typed was given up, until something is typed there again.
    var givenUp: Set<Int> = []
    /// Whether the application proper was on top last, not what is before it such as a lock.
    var isInside = false
    /// How much each scene is doing that the person waits for.
    private(set) var activity: [Int: Int] = [:]
    /// What went with scenes that were taken away, about which nobody was asked: how often.
    var losses: [Loss: Int] = [:]
    /// Whether a screen before the application proper, such as a lock, has said so.
    var hasSaidLosses = false
    /// The scenes that go on saving what was typed while their session ends.
    var saving: [Int: SavingScene] = [:]
    /// What those of them that have ended did not save.
    var unsaved: [KeptDraft] = []
    /// The covered scenes that may have changed since.
    var changed: Set<Int> = []
    /// The rows that are chosen on the uppermost screen, by its scene.
    private var chosen: [Int: ChosenRows] = [:]
    var isClosed = false

    /// The scene whose screen must be made now: first the one on top, and then covered ones.
    mutating func takeNext() -> Entry? {
        if mustShow {
            mustShow = false
            if let top = scenes.last { return top }
        }
        guard let top = scenes.last, top.id == shown else { return nil }
        let next = scenes.last { changed.contains($0.id) && $0.id != top.id }
        if let next { changed.remove(next.id) }
        return next
    }

    /// Something that a person has to hear of.
    enum Loss: CaseIterable {
        /// What was typed and not saved is gone.
        case typed
        /// An action was stopped, and nobody knows whether it was done.
        case outcome
    }

    /// Takes note that scenes look different now.
    mutating func note(changed ids: Set<Int>) {
        if let top = scenes.last, ids.contains(top.id) { mustShow = true }
        changed.formUnion(ids.filter { told[$0] != nil && $0 != scenes.last?.id })
    }

    /// Takes note that a scene does more or less.
    mutating func changeActivity(of id: Int, by change: Int) {
        let sum = activity[id, default: 0] + change
        activity[id] = sum == 0 ? nil : sum
        settle(id)
    }

    /// Notes that a scene has got something, and may have been done with it at once.
    mutating func settle(_ id: Int) {
        if activity[id] == nil { drafts[id]?.settle() }
    }

    /// Notes that a scene has come to an end, so that it has got what was sent.
    mutating func finish(_ id: Int) {
        drafts[id]?.settle()
        saving[id]?.draft.settle()
    }

    /// Notes that what a scene does has failed.
    mutating func fail(_ id: Int) {
        drafts[id]?.decline()
        saving[id]?.draft.decline()
    }

    /// Notes that the person has said no to what the scene on top asks while it does an action.
    mutating func decline() {
        guard let top = scenes.last?.id, activity[top] != nil else { return }
        drafts[top]?.decline()
    }

    /// The scenes among some into whose screens something was typed that is not saved, or not yet.
    func unsent(in scenes: ArraySlice<Entry>) -> [Int] {
        scenes.map(\.id).filter { id in
            guard let draft = drafts[id] else { return false }
            return draft.hasUnsent || activity[id] != nil && draft.hasSent
        }
    }

    /// The locations of the stack up to a scene.
    func trail(to entry: Entry) -> [Location] {
        let end = scenes.firstIndex { $0.id == entry.id } ?? scenes.count - 1
        return scenes[...end].map(\.location)
    }

    /// Changes which rows of a list on the uppermost screen are chosen.
    mutating func select(_ change: SelectionChange, in list: String) {
        guard let top = scenes.last?.id else { return }
        chosen[top, default: ChosenRows()].apply(change, to: list)
        mustShow = true
    }

    /// Releases all rows of the uppermost screen.
    mutating func release() {
        guard let top = scenes.last?.id, let rows = chosen[top], !rows.isEmpty else { return }
        chosen[top] = nil
        mustShow = true
    }

    /// Forgets what was chosen on screens that were left or covered.
    mutating func forgetCovered() {
        let top = scenes.last?.id
        // Made again, as the ids stay in the memory of what is removed from a dictionary.
        chosen = chosen.filter { $0.key == top }
    }

    /// What listeners hear of a scene with this screen, to which the rows that are chosen are added; `nil`
    /// when it is nothing.
    mutating func news(
        of entry: Entry, _ screen: inout Screen, _ localizer: Localizer
    ) -> SessionEvent? {
        let before = told[entry.id]
        drafts[entry.id]?.reconcile(with: screen)
        if scenes.last?.id == entry.id {
            shown = entry.id
            chosen[entry.id]?.reconcile(&screen)
            told[entry.id] = screen
            return .screen(filled(entry.id, screen, localizer))
        }
        // A scene that was removed meanwhile is not told, and neither is one nobody has seen.
        guard let before, scenes.contains(where: { $0.id == entry.id }),
            entry.location != scenes.last?.location
        else { return nil }
        told[entry.id] = screen
        return before != screen && (before.hasList || screen.hasList)
            ? .covered(filled(entry.id, screen, localizer)) : nil
    }

    /// The screen of a scene with what was typed into it.
    func filled(_ id: Int, _ screen: Screen, _ localizer: Localizer) -> Screen {
        drafts[id]?.applied(to: screen, localizer) ?? screen
    }

    /// Takes scenes from the stack, with all that is known of them.
    mutating func remove(_ range: Range<Int>) -> [Entry] {
        let removed = Array(scenes[range])
        for entry in removed where entry.isOfApplication {
            if drafts[entry.id]?.hasUnsent == true {
                losses[.typed, default: 0] += 1
            } else if drafts[entry.id]?.hasSent == true {
                losses[.outcome, default: 0] += 1
            }
        }
        scenes.removeSubrange(range)
        let isGone = { (id: Int) in removed.contains { $0.id == id } }
        // Made again: what is removed from a dictionary stays in its memory, such as a short title.
        told = told.filter { !isGone($0.key) }
        drafts = drafts.filter { !isGone($0.key) }
        changed = changed.filter { !isGone($0) }
        givenUp = givenUp.filter { !isGone($0) }
        chosen = chosen.filter { !isGone($0.key) }
        return removed
    }
}
