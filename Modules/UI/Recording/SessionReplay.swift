import Synchronization
public import TenonCore

/// Replays a recording in a session of any front end.
///
/// The same steps from the same state lead to the same states, as long as clock, random numbers and
/// other providers give the same. When the recording holds what was seen, each screen is compared,
/// and the first that differs is shown with its ``ScreenDifference``.
public struct SessionReplay: Sendable {
    /// A secret that the recording does not hold.
    public struct Secret: Sendable, Hashable {
        /// The number of the step that needs it, counted from 1.
        public let step: Int
        /// The label of its field, or what was asked.
        public let label: String
        /// The id of its field; empty for the answer to a question.
        public let field: String
    }

    /// What is replayed.
    public let recording: SessionRecording
    private let patience: Duration

    /// Makes a replay.
    ///
    /// - Parameters:
    ///   - recording: What is replayed.
    ///   - patience: How long to wait for a recorded screen or question that is not there yet.
    public init(_ recording: SessionRecording, patience: Duration = .seconds(10)) {
        self.recording = recording
        self.patience = patience
    }

    /// What has to be given, in the order in which it is needed.
    public var secrets: [Secret] {
        recording.steps.enumerated().flatMap { index, step in
            step.missing.sorted { $0.key < $1.key }.map {
                Secret(step: index + 1, label: $0.value.text ?? "", field: $0.key)
            }
        }
    }

    /// Does everything again; the session must have begun where the recorded one began.
    ///
    /// - Parameters:
    ///   - session: A session in which nothing was done yet.
    ///   - given: The secrets; those that are left out are empty.
    /// - Throws: ``SessionError`` at the first step that differs, with its number.
    public func play(in session: Session, given: [Secret: SecretText] = [:]) async throws {
        let seen = SeenScreens()
        session.listen { seen.note($0) }
        for (index, step) in recording.steps.enumerated() {
            let number = index + 1
            await session.settle()
            if let screen = step.screen {
                try await wait(in: session, until: { seen.contains(screen) }) {
                    let difference = ScreenDifference(recorded: screen, present: seen.last)
                    return .otherScreen(step: number, screen.title, difference)
                }
            }
            switch step.kind {
            case .end: return
            case .refused: continue
            case .act, .select, .edit, .answer, .undo, .open, .back, .close, .search, .filter,
                .window, .reading:
                break
            }
            if let open = step.questions {
                try await wait(in: session, until: { session.questions.map(\.kind) == open }) {
                    let present = session.questions.map(\.kind)
                    return .otherQuestions(
                        step: number, ScreenDifference(recorded: open, present: present))
                }
            }
            let next = recording.steps.dropFirst(number).first
            let refusal = next?.kind == .refused ? next?.id : nil
            seen.forget()
            try send(step, number, refusal, to: session, given)
        }
        await session.settle()
    }

    private func send(
        _ step: RecordedStep, _ number: Int, _ refusal: String?, to session: Session,
        _ given: [Secret: SecretText]
    ) throws {
        let own = given.filter { $0.key.step == number }
        let secrets = Dictionary(uniqueKeysWithValues: own.map { ($0.key.field, $0.value) })
        guard let input = step.input(given: secrets, open: session.questions) else {
            throw SessionError.diverged(step: number, "the question is not open.")
        }
        do {
            try session.send(input)
        } catch let error as any ExplainedError where error.code.name == refusal {
            return
        } catch {
            throw SessionError.diverged(step: number, "it cannot be done. \(error)")
        }
        if refusal != nil {
            throw SessionError.diverged(step: number, "it was not possible in the recording.")
        }
    }

    private func wait(
        in session: Session, until condition: () -> Bool, otherwise problem: () -> SessionError
    ) async throws {
        // Pauses are counted instead of time, so that a slow machine does not use up the patience.
        let pause = Duration.milliseconds(10)
        for _ in 0..<max(1, Int(patience / pause)) {
            if condition() { return }
            // After the end nothing else comes.
            if session.isEnded { break }
            try await Task.sleep(for: pause)
        }
        guard condition() else { throw problem() }
    }
}

/// The screens since the last input.
///
/// A person may act on a screen that is about to be replaced; it was there nevertheless.
private final class SeenScreens: Sendable {
    private let state = Mutex<[Screen]>([])

    func note(_ event: SessionEvent) {
        if case .screen(let screen) = event { state.withLock { $0.append(screen) } }
    }

    /// The present one.
    var last: Screen? { state.withLock(\.last) }

    /// Forgets all but the present one.
    func forget() { state.withLock { $0 = $0.suffix(1) } }

    func contains(_ screen: Screen) -> Bool {
        state.withLock { screens in screens.contains { $0.recorded == screen } }
    }
}
