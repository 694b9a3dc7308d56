import CGTK
import TenonCore
import TenonUI

/// The button of an action, and below it the reason when the action is not available.
@DesktopActor
final class ActionButton {
    let root = Box(GTK_ORIENTATION_VERTICAL, spacing: 2)
    private let context: ScreenContext
    private let button: Button
    private let reason = Label().styled("caption", "dim-label")
    private var action: Action
    private let target: String?
    private let about: String

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - target: The row or fact that the action is done with.
    ///   - about: The name of the target, for assistive technology.
    ///   - isFlat: Whether the button has no frame.
    init(
        _ action: Action, target: String? = nil, about: String = "", isFlat: Bool = false,
        context: ScreenContext
    ) {
        self.action = action
        self.target = target
        self.about = about
        self.context = context
        button = Button(action.title)
        if isFlat { button.styled("flat") }
        root.append(button, reason)
        gtk_widget_set_valign(root.pointer, GTK_ALIGN_START)
        button.onClick { [weak self] in
            guard let self else { return }
            self.context.wish(.act(self.action, target: self.target))
        }
        show(action)
    }

    /// Shows the present state of the action.
    func update(_ action: Action) {
        guard action != self.action else { return }
        self.action = action
        show(action)
    }

    private func show(_ action: Action) {
        button.setTitle(action.title, icon: action.icon?.symbolicName)
        button.isSensitive = action.isEnabled
        button.toolTip(action.help)
        button.setStyle("suggested-action", action.role == .primary && target == nil)
        button.setStyle("destructive-action", action.role == .destructive && target == nil)
        if !about.isEmpty { button.name("\(action.title) \(about)") }
        if case .disabled(let text) = action.availability {
            reason.text = text
            reason.isVisible = true
            button.describe(text)
        } else {
            reason.isVisible = false
            button.describe(action.help)
        }
    }
}

/// The buttons of several actions, on as many lines as are needed.
@DesktopActor
final class ActionRow {
    /// What stays the same while an action changes.
    private enum Key: Hashable {
        case action(String)
        /// Shows a secret, or conceals it again: one takes the place of the other.
        case sight

        init(_ action: Action) {
            switch action.icon {
            case .reveal, .conceal: self = .sight
            default: self = .action(action.id)
            }
        }
    }

    let root = FlowBox()
    private let context: ScreenContext
    private let target: String?
    private let about: String
    private let isFlat: Bool
    private var buttons: [(key: Key, button: ActionButton)] = []

    init(
        target: String? = nil, about: String = "", isFlat: Bool = false, context: ScreenContext
    ) {
        self.target = target
        self.about = about
        self.isFlat = isFlat
        self.context = context
    }

    /// Shows other actions, or the same ones in another state; a button that stays keeps the focus.
    func update(_ actions: [Action]) {
        root.isVisible = !actions.isEmpty
        let keys = actions.map(Key.init)
        if keys == buttons.map(\.key) {
            for (action, entry) in zip(actions, buttons) { entry.button.update(action) }
            return
        }
        let old = Dictionary(
            buttons.map { ($0.key, $0.button) }, uniquingKeysWith: { first, _ in first })
        var kept: Set<Key> = []
        buttons = zip(keys, actions).map { key, action in
            if let button = old[key], kept.insert(key).inserted {
                button.update(action)
                return (key, button)
            }
            return (
                key,
                ActionButton(
                    action, target: target, about: about, isFlat: isFlat, context: context)
            )
        }
        for (key, button) in old where !kept.contains(key) { button.root.remove() }
        var last: Widget?
        for (_, button) in buttons {
            root.place(button.root, after: last)
            last = button.root
        }
    }
}
