import Foundation
import Synchronization
import TenonCore

/// Offers to go on with what was typed in sessions that have ended, each once in this process.
final class DraftOffers: Sendable {
    private struct State {
        var offered: Set<UUID> = []
    }

    private let state = Mutex(State())

    /// Asks about all that is kept and was not asked about before, on a screen of the application proper.
    func offer(in session: Session) async {
        guard let keeper = session.container[.draftKeeper] else { return }
        for draft in await keeper.kept() where take(draft.id) {
            // A lock may have come, and nothing that is typed now is to be mixed with it.
            guard !Task.isCancelled, session.mayOffer(draft) else { return give(draft.id) }
            switch await session.questionQueue.ask(.goingOn(with: draft, session.localizer)) {
            case .choice(Question.goOn):
                if await session.restore(draft) { await keeper.forget(draft) }
            case .choice(Question.discard): await keeper.forget(draft)
            case .choice, .cancel, .confirm, .text: continue
            }
        }
    }

    /// Notes that something is offered; `false` when it was before.
    private func take(_ id: UUID) -> Bool { state.withLock { $0.offered.insert(id).inserted } }

    /// Notes that it was not offered after all.
    private func give(_ id: UUID) { state.withLock { _ = $0.offered.remove(id) } }
}

extension Session {
    fileprivate var localizer: Localizer { container[.localizer] }

    /// Whether a screen of the application proper is there, and nothing that is typed would be left or
    /// replaced by going on with something else.
    fileprivate func mayOffer(_ draft: KeptDraft) -> Bool {
        !isEnded && stage.current?.isOfApplication == true
            && stage.unsent(leavingFor: draft.location).isEmpty
            && !stage.hasUnsent(at: draft.location)
    }

    /// Opens the screen of what was typed, and puts it into its fields.
    ///
    /// - Returns: Whether it is there; `false` when the person is led elsewhere.
    fileprivate func restore(_ draft: KeptDraft) async -> Bool {
        guard mayOffer(draft) else { return false }
        stage.navigate(by: .open(draft.location))
        var remaining = draft.values
        // The form may have to be loaded, and may have further fields when it has heard of the first.
        while true {
            await settle()
            guard !isEnded, stage.current?.location == draft.location, let screen,
                screen.phase == .ready
            else { return remaining.count < draft.values.count }
            let fitting = remaining.filter { id, value in
                screen.field(id) != nil && (try? screen.check([id: value])) != nil
            }
            guard !fitting.isEmpty, (try? edit(fitting)) != nil else { break }
            remaining = remaining.filter { fitting[$0.key] == nil }
        }
        if !remaining.isEmpty {
            container[.notices].notify(Notice(localizer(UIText.draftLost), tone: .caution))
        }
        return true
    }
}

extension Question {
    fileprivate static let goOn = "go-on"
    fileprivate static let discard = "discard"
}

extension Question.Kind {
    /// The question whether to go on with what was typed; whoever dismisses it is asked another time.
    fileprivate static func goingOn(with draft: KeptDraft, _ localizer: Localizer) -> Question.Kind
    {
        .alert(
            Alert(
                title: localizer(UIText.keptTitle),
                message: localizer(UIText.keptMessage, ["title": draft.title]), tone: .neutral,
                choices: [
                    Alert.Choice(id: Question.goOn, title: localizer(UIText.goOn)),
                    Alert.Choice(id: Question.discard, title: localizer(UIText.discard)),
                ]))
    }
}
