/// A scene that goes on saving what was typed while its session ends.
struct SavingScene: Sendable {
    let entry: SceneStack.Entry
    /// Its screen as listeners know it.
    let screen: Screen
    var draft: FormDraft

    /// What is kept when it has ended: nothing when that was saved.
    ///
    /// - Parameter screen: What the scene shows by then.
    func unsent(_ screen: Screen) -> KeptDraft? {
        var draft = draft
        draft.settle()
        draft.reconcile(with: screen)
        return draft.hasUnsent ? entry.kept(draft, screen) : nil
    }

    /// What is kept when nobody waits for its end any more, so that it may be saved or not.
    var given: KeptDraft? { entry.kept(draft, screen) }
}

extension SceneStack {
    /// What was typed into the screens of the application proper and is not saved, the lowest first.
    private var unsentDrafts: [KeptDraft] {
        let unsent = Set(unsent(in: scenes[...]))
        return scenes.filter { unsent.contains($0.id) }.compactMap { entry in
            guard let screen = told[entry.id], let draft = drafts[entry.id] else { return nil }
            return entry.kept(draft, screen)
        }
    }

    /// Takes all scenes from the stack at the end of the session; those that are saving go on.
    ///
    /// - Returns: The others, and what was typed into them and is not saved.
    mutating func close() -> (scenes: [Entry], unsent: [KeptDraft]) {
        isClosed = true
        for entry in scenes where activity[entry.id] != nil {
            guard let draft = drafts[entry.id], draft.isBeingSaved, let screen = told[entry.id]
            else { continue }
            saving[entry.id] = SavingScene(entry: entry, screen: screen, draft: draft)
            drafts = drafts.filter { $0.key != entry.id }
        }
        let unsent = unsentDrafts
        return (remove(scenes.indices).filter { saving[$0.id] == nil }, unsent)
    }

    /// Takes a scene that was saving, and has ended.
    mutating func takeSaved(_ id: Int) -> SavingScene? {
        guard activity[id] == nil, let scene = saving[id] else { return nil }
        // Made again, as what is removed from a dictionary stays in its memory.
        saving = saving.filter { $0.key != id }
        return scene
    }

    /// Takes the scenes that are still saving.
    mutating func takeSaving() -> [SavingScene] {
        defer { saving = [:] }
        return saving.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension SceneStack.Entry {
    /// What was typed into its screen, to be kept; `nil` for a scene before the application proper, and when
    /// nothing of it may be kept.
    fileprivate func kept(_ draft: FormDraft, _ screen: Screen) -> KeptDraft? {
        guard isOfApplication else { return nil }
        let values = draft.values(toKeepFor: screen)
        return values.isEmpty
            ? nil : KeptDraft(location: location, title: screen.title, values: values)
    }
}
