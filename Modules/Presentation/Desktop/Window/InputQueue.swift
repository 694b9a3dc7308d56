import Synchronization
import TenonCore
import TenonUI

/// Hands what the person does to the session, in order, without letting the windows wait.
///
/// A scene may take long to handle an input, so nothing is sent on the windows' thread. Of queued
/// searches and row requests only the latest is sent.
final class InputQueue: Sendable {
    private struct State {
        var inputs: [SessionInput] = []
        var isSending = false
    }

    private let session: Session
    private let refused: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    /// - Parameter refused: Called when an input cannot be done.
    init(_ session: Session, refused: @escaping @Sendable (any Error) -> Void) {
        self.session = session
        self.refused = refused
    }

    func add(_ input: SessionInput) {
        let mustStart = state.withLock { state in
            if let last = state.inputs.last, input.replaces(last) { state.inputs.removeLast() }
            state.inputs.append(input)
            defer { state.isSending = true }
            return !state.isSending
        }
        if mustStart { Task.detached { [self] in send() } }
    }

    private func send() {
        while let input = next() {
            do {
                try session.send(input)
            } catch {
                if !session.isEnded { refused(error) }
            }
        }
    }

    private func next() -> SessionInput? {
        state.withLock { state in
            guard !state.inputs.isEmpty else {
                state.isSending = false
                return nil
            }
            return state.inputs.removeFirst()
        }
    }
}

extension SessionInput {
    fileprivate func replaces(_ earlier: SessionInput) -> Bool {
        switch (self, earlier) {
        case (.search, .search): true
        case (.window(let id, _), .window(let other, _)): id == other
        case (.reading(let id, _), .reading(let other, _)): id == other
        case (.edit(let fields), .edit(let others)): Set(fields.keys) == Set(others.keys)
        default: false
        }
    }
}
