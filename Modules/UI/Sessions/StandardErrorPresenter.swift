import Foundation
package import TenonCore

/// Says things on standard error, for front ends that have no other place outside a session.
package struct StandardErrorPresenter: UnansweredPresenting {
    /// Makes a presenter.
    package init() {}

    package func notify(_ notice: Notice) {
        let text = HarmlessText.lines(notice.text)
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }
}
