import Synchronization
import TenonCore

/// Replays a recording in the first session that begins, at the time of the recording.
final class Replayer: SessionObserving {
    private let replay: SessionReplay
    private let recorder: SessionRecorder?
    /// The replay, which comes to an error when it differs.
    private let playing = Mutex<Task<Explanation?, Never>?>(nil)
    private let localizer = Mutex<Localizer?>(nil)

    init(_ replay: SessionReplay, recorder: SessionRecorder?) {
        self.replay = replay
        self.recorder = recorder
    }

    /// When it was recorded, limited to what a clock can show, since a file may say anything.
    private var time: Timestamp? {
        let years = Timestamp(seconds: 0)..<Timestamp(seconds: 253_402_300_800)
        return replay.recording.header.time.flatMap { years.contains($0) ? $0 : nil }
    }

    func sessionWillBegin(_ overrides: inout Overrides, in container: Container) {
        guard playing.withLock({ $0 == nil }), let time else { return }
        overrides.provide(.clock, ShiftedClock(container[.clock], showing: time))
        // What was typed elsewhere does not come into what is replayed, nor the reverse.
        overrides.provide(.draftKeeper, nil)
    }

    func sessionBegan(_ session: Session, at location: Location?) {
        playing.withLock { playing in
            guard playing == nil else { return }
            playing = Task { [self] in
                await Environment.$current.withValue(session.container) {
                    await play(in: session, from: location)
                }
            }
        }
    }

    /// Says what differs on standard error, which is read even when no session is left.
    func endingStatus() async -> ExitStatus? {
        guard let problem = await playing.withLock(\.self)?.value else { return nil }
        let text = localizer.withLock(\.self)?.text(of: problem.sentence)
        StandardErrorPresenter().notify(Notice(text ?? "\(problem.sentence)"))
        return problem.code.status
    }

    private func play(in session: Session, from location: Location?) async -> Explanation? {
        let container = session.container
        let localizer = container[.localizer]
        self.localizer.withLock { $0 = localizer }
        do {
            guard location == replay.recording.header.start else {
                throw SessionError.diverged(step: 0, "the session begins at another location.")
            }
            await session.settle()
            if let time {
                let text = localizer(UIText.replaying, ["date": localizer.dateAndTime(time)])
                container[.notices].notify(Notice(text))
            }
            let given = await secrets(container)
            try await replay.play(in: session, given: given)
            container[.notices].notify(
                Notice(localizer(UIText.replayed, count: replay.recording.steps.count)))
            return nil
        } catch {
            let explanation = Explanation(error)
            _ = await container[.alerts].present(
                Alert(
                    title: localizer(UIText.errorTitle),
                    message: localizer.text(of: explanation.sentence)))
            return explanation
        }
    }

    /// Asks the person for what the recording does not hold.
    private func secrets(_ container: Container) async -> [SessionReplay.Secret: SecretText] {
        recorder?.pause(true)
        defer { recorder?.pause(false) }
        var given: [SessionReplay.Secret: SecretText] = [:]
        for secret in replay.secrets {
            let title = container[.localizer](UIText.replayNeeds, ["label": secret.label])
            given[secret] = await container[.prompts].prompt(Prompt(title: title, isSecret: true))
        }
        return given
    }
}

/// A clock that shows another time of day, and otherwise goes like the one below it.
private struct ShiftedClock: TimeTelling {
    private let clock: any TimeTelling
    private let shift: Duration

    init(_ clock: any TimeTelling, showing time: Timestamp) {
        self.clock = clock
        shift = .milliseconds(time.milliseconds - clock.now().milliseconds)
    }

    func now() -> Timestamp { clock.now().advanced(by: shift) }

    func sinceBoot() -> Duration { clock.sinceBoot() }

    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }
}
