import Synchronization
import TenonCore
import TenonMemory

/// What is being saved while the session ends goes on, so that it is known whether it was saved.
extension SceneStage {
    /// How long it may take.
    private static let savingTime = Duration.seconds(10) * Patience.factor

    /// Takes note that a scene does more or less, and of what it has not saved when it has ended.
    func changeActivity(of id: Int, by change: Int) {
        let (saved, isAtRest) = state.withLock { state in
            state.changeActivity(of: id, by: change)
            let isAtRest = state.scenes.last?.id == id && state.activity[id] == nil
            return (state.takeSaved(id), isAtRest)
        }
        // What it has got may be as wrong as what was there before, so that its screen is the same.
        if isAtRest { showTyped() }
        guard let saved else { return }
        end(saved, keeping: saved.unsent(saved.entry.scene.screen))
    }

    /// Waits until all that is being saved has ended, at most for a while.
    ///
    /// - Returns: What was not saved, or is not known to be.
    func saved() async -> [KeptDraft] {
        let clock = try? environment.current.value(of: .clock)
        let limit = Task {
            try await clock.sleep(for: Self.savingTime)
            for scene in state.withLock({ $0.takeSaving() }) { end(scene, keeping: scene.given) }
        }
        // It opens only after what was not saved is noted.
        await savingGate.pass()
        limit.cancel()
        return state.withLock { state in
            defer { state.unsaved = [] }
            return state.unsaved
        }
    }

    private func end(_ saved: SavingScene, keeping unsaved: KeptDraft?) {
        saved.entry.scene.stop()
        if let unsaved { state.withLock { $0.unsaved.append(unsaved) } }
        savingGate.changeActivity(by: -1)
    }
}
