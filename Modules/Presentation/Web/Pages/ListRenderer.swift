import TenonCore
import TenonUI

/// Writes lists: rows as large targets, and the way to other rows of a long list.
struct ListRenderer {
    /// The rows that the buttons of a long list ask for.
    static let windowSize = 50
    /// Further actions of a row that are shown beside it; the rest is behind "more".
    private static let shownActions = 2

    let localizer: Localizer
    let paths: SessionPaths
    let avatars: LetterAvatars

    private var actions: ActionRenderer { ActionRenderer(localizer: localizer) }

    /// A list with its rows.
    func list(_ list: ListBlock, level: Int) -> HTML {
        let id = DOMIdentifier.make("block", list.id)
        return element(
            .section, .class("card list"),
            list.title.isEmpty ? nil : Attribute(.ariaLabelledBy, id)
        ) {
            BlockRenderer.heading(list.title, level: level, id: id)
            if list.rows.isEmpty {
                element(.p, .class("nothing")) { localizer(WebText.emptyList) }
            } else {
                element(.ul, .class("rows"), Attribute(.role, "list")) {
                    for row in list.rows { self.row(row, in: list) }
                }
            }
            if list.total > list.rows.count { pager(list) }
        }
    }

    private func row(_ row: Row, in list: ListBlock) -> HTML {
        let detailID = DOMIdentifier.make("row", list.id, row.id, "detail")
        return element(.li, .class("row"), .id(DOMIdentifier.make("row", list.id, row.id))) {
            tile(row.title)
            element(.div, .class("row-text")) {
                title(row, describedBy: row.subtitle.isEmpty ? nil : detailID)
                if !row.subtitle.isEmpty {
                    element(.p, .class("row-subtitle"), .id(detailID), Attribute(.dir, "auto")) {
                        row.subtitle
                    }
                }
            }
            if let badge = row.badge {
                element(
                    .span, .class("badge", "tone-\(badge.tone.rawValue)"), Attribute(.dir, "auto")
                ) { badge.text }
            }
            if !row.value.isEmpty {
                element(.span, .class("row-value"), Attribute(.dir, "auto")) { row.value }
            }
            furtherActions(row, id: DOMIdentifier.make("actions", list.id, row.id))
        }
    }

    /// The title: a button that reaches over the whole row when there is something to do with it.
    private func title(_ row: Row, describedBy detailID: String?) -> HTML {
        let text = element(.span, .class("row-title"), Attribute(.dir, "auto")) { row.title }
        guard let action = row.actions.first, action.isEnabled else { return text }
        return element(
            .button, Attribute(.type, "submit"), .class("row-main"),
            Attribute(.form, ActionRenderer.formID),
            .id(ActionRenderer.id(action, target: row.id)),
            Attribute(.name, FormNames.action),
            Attribute(.value, ActionRenderer.value(action, row.id)),
            Attribute(.dataAction, action.id), Attribute(.dataTarget, row.id),
            detailID.map { Attribute(.ariaDescribedBy, $0) }
        ) {
            element(.span, .class("visually-hidden")) { "\(action.title) " }
            text
        }
    }

    @HTMLBuilder
    private func furtherActions(_ row: Row, id: String) -> HTML {
        let isMainShown = row.actions.first?.isEnabled ?? false
        let further = Array(row.actions.dropFirst(isMainShown ? 1 : 0))
        let shown = further.count <= Self.shownActions ? further : Array(further.prefix(1))
        let rest = Array(further.dropFirst(shown.count))
        if !further.isEmpty {
            OpenerButton(
                target: id, icon: .more, label: localizer(UIText.more, ["name": row.title]),
                localizer: localizer
            ).html
            element(.div, .class("row-actions"), .id(id), Attribute(.popover, if: true)) {
                element(.p, .class("sheet-title"), Attribute(.dir, "auto")) { row.title }
                actions.buttons(shown, target: row.id, size: .small, context: row.title)
                if !rest.isEmpty { more(rest, of: row) }
            }
        }
    }

    private func more(_ rest: [Action], of row: Row) -> HTML {
        element(.details, .class("more")) {
            element(
                .summary, .class("button small quiet"), .id(DOMIdentifier.make("more", row.id))
            ) {
                PageIcon.more.html
                element(.span, .class("visually-hidden")) {
                    localizer(UIText.more, ["name": row.title])
                }
            }
            element(.div, .class("more-actions")) {
                actions.buttons(rest, target: row.id, size: .small, context: row.title)
            }
        }
    }

    /// A tile with a letter, if the product wants one.
    @HTMLBuilder
    private func tile(_ title: String) -> HTML {
        if let avatar = avatars.avatar(for: title) {
            element(
                .span, .class("tile", "tile-\(avatar.color)"), Attribute(.ariaHidden, "true")
            ) { avatar.letter }
        }
    }

    // MARK: - Long lists

    private func pager(_ list: ListBlock) -> HTML {
        let end = list.offset + list.rows.count
        let lastStart = max(0, (list.total - 1) / Self.windowSize * Self.windowSize)
        let isLong = list.total > 3 * Self.windowSize
        let label = localizer(
            UIText.window,
            [
                "first": localizer.number(min(list.offset + 1, list.total)),
                "last": localizer.number(end), "total": localizer.number(list.total),
            ])
        return element(
            .div, .class("pager"), Attribute(.role, "group"), Attribute(.ariaLabel, label)
        ) {
            if isLong { page(list, WebText.first, start: 0, if: list.offset > 0) }
            page(
                list, UIText.previous, start: max(0, list.offset - Self.windowSize),
                end: list.offset, if: list.offset > 0)
            element(.span, .class("pager-place")) { label }
            page(list, UIText.next, start: end, if: end < list.total)
            if isLong { page(list, WebText.last, start: lastStart, if: end < list.total) }
        }
    }

    private func page(
        _ list: ListBlock, _ text: some LocalizedKey, start: Int, end: Int? = nil,
        if isPossible: Bool
    ) -> HTML {
        let end = min(list.total, end ?? start + Self.windowSize)
        return element(
            .button, Attribute(.type, "submit"), .class("button small"),
            Attribute(.form, ActionRenderer.formID), .formaction(paths.command(.window)),
            .id(DOMIdentifier.make("page", list.id, text.rawValue)),
            Attribute(.name, FormNames.window),
            Attribute(.value, FormNames.join([list.id, "\(start)", "\(end)"])),
            Attribute(.disabled, if: !isPossible)
        ) { localizer(text) }
    }
}
