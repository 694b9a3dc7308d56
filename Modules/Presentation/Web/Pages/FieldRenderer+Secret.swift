import TenonCore
import TenonUI

extension FieldRenderer {
    private var actions: ActionRenderer { ActionRenderer(localizer: localizer) }

    /// The control of a secret, with what shows and makes it, and how strong it is.
    @HTMLBuilder
    func secret(_ field: Field) -> HTML {
        element(.span, .class("secret-input")) {
            element(
                .input, Attribute(.type, field.revealed == nil ? "password" : "text"),
                field.revealed.map { Attribute(.value, $0) }, Attribute(.dir, "ltr"),
                Attribute(.spellcheck, "false"),
                Attribute(.placeholder, field.isKept ? "••••••••" : " "),
                Attribute(.autocapitalize, "none"), Attribute(.dataSecret, if: true),
                attributes: common(field))
            peek(field)
            if let clear = field.actions.first(where: { $0.id == SecretAction.clear.rawValue }) {
                element(.span, .class("clear-kept")) { button(clear, of: field) }
            }
        }
        if let strength = field.strength {
            element(
                .p, .class("strength", "tone-\(strength.tone.rawValue)"),
                .id(noteID(field, "strength")), Attribute(.role, "status")
            ) {
                element(
                    .progress, Attribute(.max, "1"),
                    Attribute(.value, "\(strength.part)"), Attribute(.ariaHidden, "true"))
                element(.span, Attribute(.dir, "auto")) { strength.text }
            }
        }
        let makers = field.makers
        if let first = makers.first {
            element(.span, .class("makers")) {
                button(first, of: field)
                if makers.count > 1 {
                    element(.details, .class("more")) {
                        element(
                            .summary, .class("button small quiet"),
                            .id(DOMIdentifier.make("more", field.id))
                        ) {
                            PageIcon.more.html
                            actions.hidden(localizer(UIText.more, ["name": field.label]))
                        }
                        element(.div, .class("more-actions")) {
                            for action in makers.dropFirst() { button(action, of: field) }
                        }
                    }
                }
            }
        }
    }

    /// A button with its words: its picture alone does not say what it makes.
    private func button(_ action: Action, of field: Field) -> HTML {
        var action = action
        action.icon = nil
        return actions.button(action, target: field.id, size: .small, context: field.label)
    }

    /// Shows and conceals what was typed: by the script, or else by the server, which gets it anyway.
    private func peek(_ field: Field) -> HTML {
        let isShown = field.revealed != nil
        let action = isShown ? SecretAction.conceal : .reveal
        return element(
            .button, Attribute(.type, "submit"), Attribute(.form, ActionRenderer.formID),
            Attribute(.name, FormNames.action),
            Attribute(.value, FormNames.join([action.rawValue, field.id])),
            .class("button small quiet"), Attribute(.dataPeek, Self.id(field)),
            Attribute(
                .dataKept, if: field.actions.contains { $0.id == SecretAction.reveal.rawValue }),
            Attribute(.ariaPressed, "\(isShown)"), Attribute(.ariaControls, Self.id(field))
        ) {
            localizer(UIText.reveal)
            actions.hidden(" \(field.label)")
        }
    }
}
