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
    /// - Parameters:
    ///   - context: What the action is about, when that can only be seen: added to the button's name for
    ///     assistive technology.
    ///   - description: The identity of what says more about it.
    func button(
        _ action: Action, target: String? = nil, size: Size = .regular, context: String? = nil,
        form: String? = formID, describedBy description: String? = nil
    ) -> HTML {
        let id =
            action.scope == .application
            ? DOMIdentifier.make("application", action.id) : Self.id(action, target: target)
        let reasonID = DOMIdentifier.make("reason", action.id, target ?? "")
        let button = element(
            .button, Attribute(.type, "submit"), form.map { Attribute(.form, $0) },
            Attribute(.name, FormNames.action), Attribute(.value, Self.value(action, target)),
            .id(id), .class("button", Self.style(action.role), size == .small ? "small" : ""),
            Attribute(.dataAction, action.id), target.map { Attribute(.dataTarget, $0) },
            action.isEnabled ? nil : Attribute(.ariaDisabled, "true"),
            (action.isEnabled ? description : reasonID).map { Attribute(.ariaDescribedBy, $0) },
            action.help.isEmpty ? nil : Attribute(.title, action.help),
            target == nil ? action.shortcut.map { Attribute(.dataShortcut, $0) } : nil,
            target == nil ? action.shortcut.map { Attribute(.ariaKeyShortcuts, $0) } : nil
        ) {
            if action.role == .destructive { PageIcon.warning.html }
            element(.span, Attribute(.dir, "auto")) { action.title }
            if let context { hidden(" \(context)") }
            if action.role == .destructive { hidden(" (\(localizer(WebText.destructive)))") }
        }
        guard case .disabled(let reason) = action.availability else { return button }
        return element(.span, .class("with-reason")) {
            button
            element(.span, .class("reason"), .id(reasonID), Attribute(.dir, "auto")) { reason }
        }
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
