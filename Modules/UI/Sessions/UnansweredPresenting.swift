package import TenonCore

/// Says everything as a notice; questions cannot be answered and count as cancelled.
package protocol UnansweredPresenting: Presenting {}

extension UnansweredPresenting {
    package func present(_ alert: Alert) async -> String? {
        notify(Notice("\(alert.title): \(alert.message)", tone: alert.tone))
        return nil
    }

    package func confirm(_ confirmation: Confirmation) async -> Bool {
        notify(Notice("\(confirmation.title): \(confirmation.message)"))
        return false
    }

    package func prompt(_ prompt: Prompt) async -> SecretText? {
        notify(Notice(prompt.title))
        return nil
    }

    package func report(_ progress: TaskProgress) {
        if progress.completed == 0, !progress.isFinished { notify(Notice(progress.title)) }
    }
}
