import Synchronization
import TenonCore

/// Answers alerts as it was told, and dismisses them from then on.
final class ScriptedAlerts: AlertPresenting {
    private struct State {
        var alerts: [Alert] = []
        var answers: [String?]
    }

    private let state: Mutex<State>

    init(_ answers: String?...) { state = Mutex(State(answers: answers)) }

    /// What was shown, in order.
    var alerts: [Alert] { state.withLock(\.alerts) }

    func present(_ alert: Alert) async -> String? {
        state.withLock { state in
            state.alerts.append(alert)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
    }
}
