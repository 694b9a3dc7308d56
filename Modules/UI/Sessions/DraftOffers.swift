import Foundation
import Synchronization
import TenonCore

/// Offers to go on with what was typed in sessions that have ended, each once in this process.
final class DraftOffers: Sendable {
    private let offered = Mutex<Set<UUID>>([])

    /// Asks about all that is kept and was not asked about before, on a screen of the application proper.
    ///
    /// - Parameters:
    ///   - questions: Those of the session.
    ///   - find: Finds the session, which a question that is open does not keep.
    func offer(
        asking questions: QuestionQueue, in find: @escaping @Sendable () -> Session?
    ) async {
        guard let keeper = find()?.container[.draftKeeper] else { return }
        for draft in await keeper.kept() where take(draft.id) {
            guard let kind = find()?.question(about: draft) else {
                give(draft.id)
                continue
            }
            let answer = await questions.ask(kind)
            // Who dismisses it is there; otherwise the screens or the session have gone.
            guard !Task.isCancelled, let session = find(), !session.stage.isClosed else {
                return give(draft.id)
            }
            switch answer {
            case .choice(Question.goOn):
                guard await session.restore(draft) else { return give(draft.id) }
                await session.forget(draft, in: keeper)
            case .choice(Question.discard):
                await session.forget(draft, in: keeper)
                questions.notify(.discarded(draft, session.localizer)) {
                    await keeper.keep([draft])
                    self.give(draft.id)
                    // Apart from the taking back, which the person does not wait for any longer.
                    find()?.work.start(isStackBound: true) {
                        await self.offer(asking: questions, in: find)
                    }
                }
            case .choice, .cancel, .confirm, .text: continue
            }
        }
    }

    /// Notes that something is offered; `false` when it was before.
    private func take(_ id: UUID) -> Bool { offered.withLock { $0.insert(id).inserted } }

    /// Notes that it was not offered after all.
    private func give(_ id: UUID) { offered.withLock { _ = $0.remove(id) } }
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
