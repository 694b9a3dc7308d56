public import Foundation
import Synchronization
public import TenonCore

/// Records the first session that begins while it observes.
///
/// Each step is handed on before it is carried out, so that a recording holds what led to a crash.
public final class SessionRecorder: SessionObserving {
    private struct State {
        var recording: SessionRecording?
        var session: ObjectIdentifier?
        var last: Screen?
        /// What was typed since the last step: recorded as one, not letter by letter.
        var typing: RecordedStep?
        var isPaused = false
        var isEnded = false
    }

    private let keepsScreens: Bool
    private let clock: (any TimeTelling)?
    private let write: @Sendable (Data) -> Void
    private let state = Mutex(State())

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - keepsScreens: Whether to record what the person sees as well, for replays that compare.
    ///   - clock: Says when the session begins; without it the recording does not know.
    ///   - write: Takes each line of the recording as it comes about.
    public init(
        keepsScreens: Bool = false, clock: (any TimeTelling)? = nil,
        write: @escaping @Sendable (Data) -> Void = { _ in }
    ) {
        self.keepsScreens = keepsScreens
        self.clock = clock
        self.write = write
    }

    /// What was recorded so far; `nil` before a session has begun.
    public var recording: SessionRecording? { state.withLock(\.recording) }

    /// Leaves out what is done while something else is asked, which is not part of the session.
    func pause(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

    /// Begins to record, unless an earlier session is recorded already.
    public func sessionBegan(_ session: Session, at location: Location?) {
        let header = SessionRecording.Header(
            application: session.container[.application].name, start: location,
            time: clock?.now())
        let isFirst = state.withLock { state in
            guard state.session == nil else { return false }
            state.session = ObjectIdentifier(session)
            state.recording = SessionRecording(header: header)
            if let line = try? SessionRecording.line(header) { write(line) }
            return true
        }
        guard isFirst else { return }
        session.listen { [weak self] event in self?.note(event) }
    }

    /// Records an input.
    public func session(_ session: Session, received input: SessionInput) {
        let (screen, questions) = (session.screen, session.questions)
        var step = RecordedStep(input, on: screen, open: questions)
        if keepsScreens {
            step.screen = screen?.recorded
            step.questions = questions.isEmpty ? nil : questions.map(\.kind)
        }
        guard input.isTyping(on: screen) else { return add(step, of: session) }
        state.withLock { state in
            guard state.session == ObjectIdentifier(session) else { return }
            if state.typing?.merge(step) == nil { state.typing = step }
        }
    }

    /// Records that an input was refused.
    public func session(_ session: Session, refused input: SessionInput, because error: any Error) {
        var step = RecordedStep(.refused)
        step.id = (error as? any ExplainedError)?.code.name ?? "defect"
        add(step, of: session)
    }

    private func add(_ step: RecordedStep, of session: Session) {
        state.withLock { state in
            guard state.session == ObjectIdentifier(session) else { return }
            add(step, to: &state)
        }
    }

    private func add(_ step: RecordedStep, to state: inout State) {
        if let typing = state.typing {
            state.typing = nil
            add(typing, to: &state)
        }
        guard !state.isPaused, !state.isEnded else { return }
        state.isEnded = step.kind == .end
        state.recording?.steps.append(step)
        if let line = try? SessionRecording.line(step) { write(line) }
    }

    private func note(_ event: SessionEvent) {
        state.withLock { state in
            switch event {
            case .screen(let screen):
                state.last = screen
            case .ended:
                var step = RecordedStep(.end)
                if keepsScreens { step.screen = state.last?.recorded }
                add(step, to: &state)
            case .covered, .question, .questionClosed, .notice, .undoClosed, .progress:
                break
            }
        }
    }
}

extension SessionInput {
    /// Whether no scene hears of it yet.
    fileprivate func isTyping(on screen: Screen?) -> Bool {
        guard case .edit(let fields) = self else { return false }
        return fields.keys.allSatisfy { screen?.field($0)?.isLive == false }
    }
}
