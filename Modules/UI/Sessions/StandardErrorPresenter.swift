import Foundation
package import TenonCore

/// Says things outside any session, when a front end has no place to say them in: on standard error.
///
/// Questions cannot be answered there and count as cancelled.
package struct StandardErrorPresenter: Presenting {
    /// Makes a presenter.
    package init() {}

    package func present(_ alert: Alert) async -> String? {
        write("\(alert.title): \(alert.message)")
        return nil
    }

    package func confirm(_ confirmation: Confirmation) async -> Bool {
        write("\(confirmation.title): \(confirmation.message)")
        return false
    }

    package func prompt(_ prompt: Prompt) async -> SecretText? {
        write(prompt.title)
        return nil
    }

    package func notify(_ notice: Notice) { write(notice.text) }

    package func report(_ progress: TaskProgress) {
        if progress.completed == 0, !progress.isFinished { write(progress.title) }
    }

    private func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(HarmlessText.lines(text))\n".utf8))
    }
}
