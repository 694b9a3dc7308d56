import Foundation
import Synchronization
import TenonCore

/// The screens of the scenes, as listeners get them.
extension SceneStage {
    /// Shows the present screen of the scene on top.
    ///
    /// One thread at a time makes screens, again for as long as something changed meanwhile: the
    /// last screen that listeners get is always the latest one.
    func show() { makeScreens { $0.mustShow = true } }

    /// Changes which rows of a list on the present screen are chosen.
    func select(_ change: SelectionChange, in list: String) {
        makeScreens { $0.select(change, in: list) }
    }

    /// Releases all rows that are chosen on the present screen.
    func release() { makeScreens { $0.release() } }

    /// Notes what changes, and makes screens until nothing does.
    func makeScreens(_ note: (inout SceneStack) -> Void) {
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
            entry.addApplication(&screen, state.withLock { $0.trail(to: entry) })
            if !entry.isOfApplication { sayLosses(on: &screen) }
            let container = environment.current
            // A small application may have no clock; people have one.
            let clock = try? container.value(of: .clock)
            let now = clock?.now() ?? Timestamp(Date.now)
            let end = screen.wordMoments(container[.localizer], at: now)
            moments.expect(end, of: entry.id, now: now) { [weak self] ids in
                self?.makeScreens { $0.note(changed: ids) }
            }
            state.withLock { state in
                let news = state.news(of: entry, &screen, container[.localizer])
                if let news { feed.emit(news) }
            }
        }
    }

    /// The scene whose screen must be made now; `nil` ends the making.
    private func next() -> SceneStack.Entry? {
        state.withLock { state in
            let next = state.takeNext()
            if next == nil { state.isShowing = false }
            return next
        }
    }
}
