import Glibc
import Synchronization
import TenonCore
import TenonUI

/// Says things outside any session: on the screen while there is one, else on standard error.
///
/// Questions cannot be answered there and count as cancelled.
final class TerminalPresenter: Presenting {
    private let inbox = Mutex<TerminalInbox?>(nil)

    /// Where messages go from now on; `nil` for standard error.
    func use(_ inbox: TerminalInbox?) { self.inbox.withLock { $0 = inbox } }

    func present(_ alert: Alert) async -> String? {
        notify(Notice("\(alert.title): \(alert.message)", tone: alert.tone))
        return nil
    }

    func confirm(_ confirmation: Confirmation) async -> Bool {
        notify(Notice("\(confirmation.title): \(confirmation.message)"))
        return false
    }

    func prompt(_ prompt: Prompt) async -> SecretText? {
        notify(Notice(prompt.title))
        return nil
    }

    func notify(_ notice: Notice) {
        if let inbox = inbox.withLock(\.self) {
            inbox.put([.notice(notice)])
        } else {
            OutputWriter(descriptor: STDERR_FILENO).write(HarmlessText.lines(notice.text) + "\n")
        }
    }

    func report(_ progress: TaskProgress) {
        if progress.completed == 0, !progress.isFinished { notify(Notice(progress.title)) }
    }
}
