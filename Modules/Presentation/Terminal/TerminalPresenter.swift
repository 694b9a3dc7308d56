import Synchronization
import TenonCore
import TenonUI

/// Says things outside any session: on the screen while there is one, else on standard error.
final class TerminalPresenter: UnansweredPresenting {
    private let inbox = Mutex<TerminalInbox?>(nil)

    /// Where messages go from now on; `nil` for standard error.
    func use(_ inbox: TerminalInbox?) { self.inbox.withLock { $0 = inbox } }

    func notify(_ notice: Notice) {
        if let inbox = inbox.withLock(\.self) {
            inbox.put([.notice(notice)])
        } else {
            StandardErrorPresenter().notify(notice)
        }
    }
}
