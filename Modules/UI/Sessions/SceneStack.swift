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
    }

    var scenes: [Entry] = []
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
            if let top = scenes.last { return top }
        }
        guard let top = scenes.last, top.id == shown else { return nil }
        let next = scenes.last { changed.contains($0.id) && $0.id != top.id }
        if let next { changed.remove(next.id) }
        return next
    }

    /// The locations of the stack up to a scene.
    func trail(to entry: Entry) -> [Location] {
        let end = scenes.firstIndex { $0.id == entry.id } ?? scenes.count - 1
        return scenes[...end].map(\.location)
    }

    /// What listeners hear of a scene with this screen; `nil` when it is nothing.
    mutating func news(of entry: Entry, _ screen: Screen) -> SessionEvent? {
        let before = told[entry.id]
        if scenes.last?.id == entry.id {
            shown = entry.id
            told[entry.id] = screen
            return .screen(screen)
        }
        // A scene that was removed meanwhile is not told, and neither is one nobody has seen.
        guard let before, scenes.contains(where: { $0.id == entry.id }),
            entry.location != scenes.last?.location
        else { return nil }
        told[entry.id] = screen
        return before != screen && (before.hasList || screen.hasList) ? .covered(screen) : nil
    }

    /// Takes scenes from the stack, with all that is known of them.
    mutating func remove(_ range: Range<Int>) -> [Entry] {
        let removed = Array(scenes[range])
        scenes.removeSubrange(range)
        let isGone = { (id: Int) in removed.contains { $0.id == id } }
        // Made again: what is removed from a dictionary stays in its memory, such as a short title.
        told = told.filter { !isGone($0.key) }
        changed = changed.filter { !isGone($0) }
        return removed
    }
}
