import Foundation
import TenonCore
import TenonUI

/// Says things outside any session, when there is no window to say them in: on standard error.
///
/// Nobody can answer there, so every question is taken as cancelled.
struct DesktopPresenter: Presenting {
    func present(_ alert: Alert) async -> String? {
        write("\(alert.title): \(alert.message)")
        return nil
    }

    func confirm(_ confirmation: Confirmation) async -> Bool {
        write("\(confirmation.title): \(confirmation.message)")
        return false
    }

    func prompt(_ prompt: Prompt) async -> SecretText? {
        write(prompt.title)
        return nil
    }

    func notify(_ notice: Notice) { write(notice.text) }

    func report(_ progress: TaskProgress) {
        if progress.completed == 0, !progress.isFinished { write(progress.title) }
    }

    private func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(HarmlessText.lines(text))\n".utf8))
    }
}
