import TenonCore
import TenonUI

/// Writes actions as buttons of the screen's form.
struct ActionRenderer {
    /// How much room a button takes.
    enum Size {
        case regular
        case small
    }

    /// The form that the buttons belong to.
    static let formID = "screen"

    let localizer: Localizer

    /// The buttons of several actions.
    func buttons(
        _ actions: [Action], target: String? = nil, size: Size = .regular, context: String? = nil
    ) -> [HTML] {
        actions.map { button($0, target: target, size: size, context: context) }
    }

    /// The button of an action.
    ///
    /// - Parameter context: What the action is about, when that can only be seen: added to the button's name
    ///   for assistive technology.
    func button(
        _ action: Action, target: String? = nil, size: Size = .regular, context: String? = nil
    ) -> HTML {
        if let icon = action.icon, let target, let context, action.isEnabled, size == .small {
            return iconButton(action, icon, target: target, context: context)
        }
        let id =
            action.scope == .application
            ? DOMIdentifier.make("application", action.id) : Self.id(action, target: target)
        let reasonID = DOMIdentifier.make("reason", action.id, target ?? "")
        let button = element(
            .button, Attribute(.type, "submit"), Attribute(.form, Self.formID),
            Attribute(.name, FormNames.action), Attribute(.value, Self.value(action, target)),
            .id(id), .class("button", Self.style(action.role), size == .small ? "small" : ""),
            Attribute(.dataAction, action.id), target.map { Attribute(.dataTarget, $0) },
            action.isEnabled ? nil : Attribute(.ariaDisabled, "true"),
            action.isEnabled ? nil : Attribute(.ariaDescribedBy, reasonID),
            action.help.isEmpty ? nil : Attribute(.title, action.help),
            action.shortcut.map { Attribute(.dataShortcut, $0) },
            action.shortcut.map { Attribute(.ariaKeyShortcuts, $0) }
        ) {
            if action.role == .destructive {
                PageIcon.warning.html
            } else if let icon = action.icon {
                icon.html
            }
            element(.span, Attribute(.dir, "auto")) { action.title }
            if let context { hidden(" \(context)") }
        }
        guard case .disabled(let reason) = action.availability else { return button }
        return element(.span, .class("with-reason")) {
            button
            element(.span, .class("reason"), .id(reasonID), Attribute(.dir, "auto")) { reason }
        }
    }

    /// The button of an action of a row or fact as a picture, with a name that says what it is about.
    ///
    /// It stands within the screen's form, many times in a page, and is written as short as can be.
    func iconButton(_ action: Action, _ icon: Icon, target: String, context: String) -> HTML {
        element(
            .button, Attribute(.name, FormNames.action),
            Attribute(.value, Self.value(action, target)),
            .class("button", Self.style(action.role), "small pictured"),
            Attribute(.ariaLabel, "\(action.title) \(context)"), Attribute(.title, action.title),
            action.shortcut.map { Attribute(.dataShortcut, $0) },
            action.shortcut.map { Attribute(.ariaKeyShortcuts, $0) }
        ) { icon.bare }
    }

    /// Text that is read out and not shown.
    func hidden(_ text: String) -> HTML {
        element(.span, .class("visually-hidden")) { text }
    }

    /// The identity of an action's button in the page.
    static func id(_ action: Action, target: String?) -> String {
        target.map { DOMIdentifier.make("act", action.id, $0) }
            ?? DOMIdentifier.make("act", action.id)
    }

    /// What the button of an action sends.
    static func value(_ action: Action, _ target: String?) -> String {
        FormNames.join([action.id] + (target.map { [$0] } ?? []))
    }

    private static func style(_ role: Action.Role) -> String {
        switch role {
        case .primary: "primary"
        case .normal: ""
        case .destructive: "destructive"
        case .cancel: "quiet"
        }
    }
}
