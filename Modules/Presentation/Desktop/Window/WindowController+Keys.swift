import CGTK
import TenonUI

extension WindowController {
    private static let keys: [(name: String, keys: [String])] = [
        ("back", ["<Alt>Left"]), ("find", ["<Control>f"]), ("undo", ["<Control>z"]),
        ("shortcuts", ["<Control>question", "F1"]), ("close", ["<Control>w", "<Control>q"]),
    ]

    /// Adds the actions of the window, with their keys.
    func addActions() {
        for (name, keys) in Self.keys {
            actions.add(name, keys: keys) { [weak self] in
                switch name {
                case "back": self?.goBack()
                case "find": self?.header.focusSearch()
                case "undo": self?.undo()
                case "shortcuts": self?.showShortcuts()
                default: self?.close()
                }
            }
        }
    }

    /// Gives keys to what can be done on the screens in sight, and shows them in the menu.
    func updateActions() {
        actions.update(area.visible.map { $0.screen }.merged)
        let ofApplication = area.current?.screen.actions.filter { $0.scope == .application }
        let keys = Dictionary(
            actions.keys.map { ($0.action.id, $0.key) }, uniquingKeysWith: { first, _ in first })
        header.show(menu: ofApplication ?? [], keys: keys)
    }

    /// Gives them anew when the focus goes from one screen to another.
    func followFocus() {
        Signal.connect(window.pointer, pointer: "notify::focus-widget") { [weak self] _ in
            self?.toasts.root.forgetHiddenFocus()
            Idle.run { self?.updateActions() }
        }
    }

    private func showShortcuts() {
        let titles = [
            localizer(UIText.back), localizer(UIText.search), localizer(UIText.undo),
            localizer(DesktopText.shortcuts), localizer(UIText.quit),
        ]
        let keys = Dictionary(
            grouping: actions.keys, by: { place(of: $0.action) != nil }
        ).mapValues { $0.map { ($0.action.title, $0.key) } }
        ShortcutsWindow.open(
            over: window, here: keys[false] ?? [], places: keys[true] ?? [],
            general: zip(titles, Self.keys).map { ($0, $1.keys[0]) }
                + [
                    (localizer(DesktopText.menu), "F10"),
                    (localizer(DesktopText.rowMenu), "<Shift>F10"),
                ],
            localizer: localizer)
    }
}
