import Foundation
import Synchronization
import TenonCore

/// Offers to go on with what was typed in sessions that have ended, each in one session of this process at
/// a time.
final class DraftOffers: Sendable {
    private struct State {
        /// What is offered now, or was gone on with or discarded.
        var offered: Set<UUID> = []
        /// The screens of what was not decided about.
        var postponed: Set<Location> = []
        /// What was kept when somebody looked last.
        var kept: Set<UUID> = []
    }

    private let state = Mutex(State())

    /// Whether something that was not decided about belongs to a screen, on which it is offered once more.
    func takePostponed(at location: Location) -> Bool {
        state.withLock { $0.postponed.remove(location) != nil }
    }

    /// How much of what was kept is gone without a decision when a gate is there, such as a lock.
    ///
    /// Each is counted once. Nothing is where another program may have decided.
    func lostCount(in keeper: any DraftKeeping) async -> Int {
        let isEmpty = state.withLock { state in
            // All that is kept still is offered behind the gate.
            state.postponed = []
            return state.kept.isEmpty
        }
        guard !isEmpty, !keeper.outlivesProgram else { return 0 }
        let kept = await keeper.kept().map(\.id)
        return state.withLock { state in
            defer { state.kept.formIntersection(kept) }
            return state.kept.subtracting(kept).count
        }
    }

    /// Asks about all that is kept and is not being asked about, on a screen of the application proper.
    ///
    /// - Parameters:
    ///   - location: The screen that it is about; `nil` for all of them.
    ///   - questions: Those of the session.
    ///   - find: Finds the session, which a question that is open does not keep.
    func offer(
        at location: Location?, asking questions: QuestionQueue,
        in find: @escaping @Sendable () -> Session?
    ) async {
        guard let keeper = find()?.container[.draftKeeper] else { return }
        for draft in await look(in: keeper) where location == nil || location == draft.location {
            guard take(draft) else { continue }
            guard let kind = find()?.question(about: draft) else {
                postpone(draft)
                continue
            }
            let answer = await questions.ask(kind)
            // Who dismisses it is there; otherwise the screens or the session have gone.
            guard !Task.isCancelled, let session = find(), !session.stage.isClosed else {
                return give(draft)
            }
            switch answer {
            case .choice(Question.goOn):
                guard await session.restore(draft) else { return postpone(draft) }
                await forget(draft, in: keeper, session)
            case .choice(Question.discard):
                await forget(draft, in: keeper, session)
                questions.notify(.discarded(draft, session.localizer)) {
                    await keeper.keep([draft])
                    self.postpone(draft)
                    // Apart from the taking back, which the person does not wait for any longer.
                    find()?.work.start(isStackBound: true) {
                        await self.offer(at: draft.location, asking: questions, in: find)
                    }
                }
            case .choice, .cancel, .confirm, .text: postpone(draft)
            }
        }
    }

    /// All that is kept now.
    private func look(in keeper: any DraftKeeping) async -> [KeptDraft] {
        let drafts = await keeper.kept()
        state.withLock { $0.kept = Set(drafts.map(\.id)) }
        return drafts
    }

    /// Notes that something is offered; `false` when it is, or was decided about.
    private func take(_ draft: KeptDraft) -> Bool {
        state.withLock { $0.offered.insert(draft.id).inserted }
    }

    /// Notes that it is not offered any more, so that the next session is asked.
    private func give(_ draft: KeptDraft) { state.withLock { _ = $0.offered.remove(draft.id) } }

    /// Notes that nothing was decided, so that it is offered on its screen as well.
    private func postpone(_ draft: KeptDraft) {
        give(draft)
        state.withLock { _ = $0.postponed.insert(draft.location) }
    }

    private func forget(
        _ draft: KeptDraft, in keeper: any DraftKeeping, _ session: Session
    ) async {
        state.withLock { _ = $0.kept.remove(draft.id) }
        await session.forget(draft, in: keeper)
    }
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

    /// The question about a draft; `nil` where it is not to be asked.
    fileprivate func question(about draft: KeptDraft) -> Question.Kind? {
        mayOffer(draft) ? .goingOn(with: draft, localizer) : nil
    }

    /// Lets a draft go, also when the session ends meanwhile.
    fileprivate func forget(_ draft: KeptDraft, in keeper: any DraftKeeping) async {
        let forgetting = Task { await keeper.forget(draft) }
        endings.add(forgetting)
        await forgetting.value
    }

    /// Opens the screen of what was typed, and puts it into its fields, but for those that have something else
    /// by then.
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
            else { return false }
            let fitting = remaining.filter { id, value in
                screen.field(id) != nil && (typed(in: id) ?? value) == value
                    && (try? screen.check([id: value])) != nil
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

extension Notice {
    fileprivate static func discarded(_ draft: KeptDraft, _ localizer: Localizer) -> Notice {
        Notice(localizer(UIText.draftDiscarded, ["title": draft.title]))
    }
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
