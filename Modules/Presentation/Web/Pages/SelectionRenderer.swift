import TenonCore
import TenonUI

/// Writes the boxes beside the rows of a list, and the bar with what can be done with those that are
/// checked; works without scripts, as the boxes are sent with every button of the screen.
struct SelectionRenderer {
    let localizer: Localizer
    let paths: SessionPaths

    /// The box of a row; nothing when it cannot be chosen.
    @HTMLBuilder
    func box(of row: Row, in list: ListBlock) -> HTML {
        if list.canChoose(row) {
            element(
                .input, Attribute(.type, "checkbox"), .class("pick"),
                Attribute(.name, FormNames.rows(of: list.id)), Attribute(.value, row.id),
                Attribute(.checked, if: list.isChosen(row)),
                Attribute(.ariaLabel, localizer(UIText.chooseRow, ["name": row.title])))
        }
    }

    /// What Return does in a box: it takes the boxes over, and nothing else.
    @HTMLBuilder
    func boxButton(_ screen: Screen) -> HTML {
        if !screen.selectableLists.isEmpty {
            element(
                .button, Attribute(.type, "submit"), .class("default-button"),
                Attribute(.form, ActionRenderer.formID), Attribute(.tabindex, "-1"),
                Attribute(.ariaHidden, "true"), .formaction(paths.command(.choose)))
        }
    }

    /// The bar below the rows; style sheets hide it while nothing is chosen.
    @HTMLBuilder
    func bar(_ list: ListBlock) -> HTML {
        if let selection = list.selection {
            let count = localizer(UIText.chosen, count: selection.chosen.count)
            element(
                .div, .class("selection", selection.chosen.isEmpty ? "" : "some"),
                .id(DOMIdentifier.make("selection", list.id)), Attribute(.role, "group"),
                Attribute(.ariaLabel, count)
            ) {
                element(
                    .input, Attribute(.type, "hidden"), Attribute(.form, ActionRenderer.formID),
                    Attribute(.name, FormNames.presence(FormNames.rows(of: list.id))),
                    Attribute(.value, "1"))
                element(.span, .class("selection-count"), Attribute(.role, "status")) { count }
                all(list, UIText.chooseAll, "all")
                all(list, UIText.chooseNone, "none")
                element(.div, .class("selection-actions")) {
                    ActionRenderer(localizer: localizer)
                        .buttons(selection.actions.map(withoutKey), size: .small)
                }
            }
        }
    }

    /// The action without a key, which would mean something while nothing is chosen.
    private func withoutKey(_ action: Action) -> Action {
        var action = action
        action.shortcut = nil
        return action
    }

    private func all(_ list: ListBlock, _ title: UIText, _ which: String) -> HTML {
        element(
            .button, Attribute(.type, "submit"), .class("button small quiet"),
            Attribute(.form, ActionRenderer.formID), .formaction(paths.command(.select)),
            .id(DOMIdentifier.make("select", list.id, which)),
            Attribute(.name, FormNames.selection),
            Attribute(.value, FormNames.join([list.id, which]))
        ) { localizer(title) }
    }
}
