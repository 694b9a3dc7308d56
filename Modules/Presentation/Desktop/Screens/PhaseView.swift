import CGTK
import TenonCore
import TenonUI

/// Shows why a screen has nothing to show, and the way out.
@DesktopActor
final class PhaseView {
    let root = Box(GTK_ORIENTATION_VERTICAL, spacing: 12).styled("phase")
    private let context: ScreenContext
    private var shown: (phase: Phase, action: Action?)?
    private var button: ActionButton?

    init(context: ScreenContext) { self.context = context }

    /// Shows the phase of a screen; nothing when the screen is ready.
    func show(_ screen: Screen) {
        let action = Self.offered(screen).flatMap { screen.action($0) }
        if let shown, shown.phase == screen.phase, shown.action == action { return }
        shown = (screen.phase, action)
        button = nil
        root.removeAll()
        switch screen.phase {
        case .ready: break
        case .loading(let message):
            let spinner = Widget(
                tenon_gtk_new(gtk_spinner_get_type(), GTK_ACCESSIBLE_ROLE_PRESENTATION))
            gtk_spinner_start(spinner.opaque)
            gtk_widget_set_size_request(spinner.pointer, 32, 32)
            root.append(spinner, status(message))
        case .empty(let message, _):
            root.append(
                Icon("edit-find-symbolic", size: 64).styled("dim-label"), status(message))
        case .failed(let problem, _):
            root.append(
                Icon("dialog-error-symbolic", size: 64).styled("tone-critical"),
                status(problem.message), Label(problem.remedy).centered().styled("dim-label"),
                Label(problem.code).centered().styled("caption", "dim-label", "monospace"))
        }
        if let action {
            let button = ActionButton(action, context: context)
            button.root.aligned(GTK_ALIGN_CENTER)
            root.append(button.root)
            self.button = button
        }
        root.isVisible = screen.phase != .ready
    }

    /// The action that a phase offers, which then stands nowhere else.
    static func offered(_ screen: Screen) -> String? {
        switch screen.phase {
        case .ready, .loading: nil
        case .empty(_, let action): action
        case .failed(_, let retry): retry
        }
    }

    private func status(_ text: String) -> Label {
        Label(text, role: GTK_ACCESSIBLE_ROLE_STATUS).centered().styled("title-3")
    }
}
