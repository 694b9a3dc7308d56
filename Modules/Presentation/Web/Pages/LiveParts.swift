import TenonCore
import TenonUI

/// Parts of the page that only the script shows; all their words come with the page.
///
/// They are the palette, the list of shortcuts, the warning before the session ends, and what is said
/// when the server is gone.
struct LiveParts {
    let frame: PageFrame
    let session: PageContext.SessionPart

    private var localizer: Localizer { frame.context.localizer }

    /// The parts.
    @HTMLBuilder
    func html(of screen: Screen, shortcuts: [(key: String, title: String)]) -> HTML {
        palette
        shortcutList(shortcuts + generalShortcuts(screen))
        endWarning
        element(
            .p, .class("lost"), .id("lost"), Attribute(.role, "alert"), Attribute(.hidden, if: true)
        ) {
            PageIcon.warning.html
            element(.span) { localizer(WebText.lost, ["name": frame.context.application.name]) }
        }
    }

    /// What can be done and the places, which the script lists and finds.
    private var palette: HTML {
        let label = localizer(WebText.palette)
        return element(
            .dialog, .id("palette"), .class("dialog palette"), Attribute(.ariaLabel, label)
        ) {
            element(.label, .class("visually-hidden"), Attribute(.for, "palette-text")) { label }
            element(
                .input, Attribute(.type, "text"), .id("palette-text"), Attribute(.role, "combobox"),
                Attribute(.placeholder, label),
                Attribute(.ariaExpanded, "true"), Attribute(.ariaControls, "palette-list"),
                Attribute(.autocomplete, "off"), Attribute(.spellcheck, "false"),
                Attribute(.dir, "auto"), Attribute(.autofocus, if: true))
            element(
                .ul, .id("palette-list"), Attribute(.role, "listbox"), Attribute(.ariaLabel, label))
            element(
                .p, .id("palette-nothing"), Attribute(.role, "status"), Attribute(.hidden, if: true)
            ) { localizer(WebText.paletteNothing) }
        }
    }

    /// The keys that mean the same everywhere, where there is something to do with them.
    private func generalShortcuts(_ screen: Screen) -> [(key: String, title: String)] {
        let hasSearch = screen.search != nil
        let hasRows = screen.lists.contains { !$0.rows.isEmpty }
        let search = hasSearch ? [("/", localizer(WebText.shortcutsSearch))] : []
        let rows = hasRows ? [("↑ ↓", localizer(WebText.shortcutsRows))] : []
        let found = hasSearch && hasRows ? [("Alt", localizer(WebText.shortcutsFound))] : []
        return [("?", localizer(WebText.shortcutsHere))] + search
            + [("Esc", localizer(WebText.shortcutsEscape))] + rows + found
            + [("Ctrl K", localizer(WebText.palette)), ("Ctrl Z", localizer(UIText.undo))]
    }

    private func shortcutList(_ shortcuts: [(key: String, title: String)]) -> HTML {
        element(
            .dialog, .id("shortcuts"), .class("dialog shortcuts"),
            Attribute(.ariaLabelledBy, "shortcuts-title")
        ) {
            // The focus is here, as it would bring the end of a long list into view.
            element(
                .h2, .id("shortcuts-title"), .class("dialog-title"), Attribute(.tabindex, "-1"),
                Attribute(.autofocus, if: true)
            ) {
                localizer(WebText.shortcuts)
            }
            element(.table) {
                element(.caption, .class("visually-hidden")) { localizer(WebText.shortcuts) }
                element(.thead, .class("visually-hidden")) {
                    element(.tr) {
                        element(.th, Attribute(.scope, "col")) { localizer(WebText.shortcutsKey) }
                        element(.th, Attribute(.scope, "col")) {
                            localizer(WebText.shortcutsAction)
                        }
                    }
                }
                element(.tbody) {
                    for shortcut in shortcuts {
                        row(shortcut.key, shortcut.title)
                    }
                }
            }
            element(.label, .class("option")) {
                element(.input, Attribute(.type, "checkbox"), .id("shortcuts-use"))
                element(.span) { localizer(WebText.shortcutsUse) }
            }
            element(.div, .class("buttons")) {
                element(
                    .button, Attribute(.type, "button"), .class("button primary"),
                    .id("shortcuts-close")
                ) { localizer(UIText.close) }
            }
        }
    }

    private func row(_ key: String, _ text: String) -> HTML {
        element(.tr) {
            element(.th, Attribute(.scope, "row")) { element(.kbd) { key } }
            element(.td, Attribute(.dir, "auto")) { text }
        }
    }

    /// A notice that takes no focus: whatever the person does puts off the end.
    private var endWarning: HTML {
        element(
            .div, .class("notice ends-soon tone-caution"), .id("ends-soon"),
            Attribute(.role, "alert"), Attribute(.hidden, if: true)
        ) {
            ToneMark(localizer: localizer).html(.caution, isWordShown: false)
            element(.span) { localizer(WebText.endsSoon) }
            frame.form(.stay, session) {
                element(
                    .button, Attribute(.type, "submit"), .class("button small"), .id("stay")
                ) { localizer(WebText.stay) }
            }
        }
    }
}
