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
    /// Whether there are fields in the page: without a script, a link would leave what was typed there.
    let isInForm: Bool

    private var selection: SelectionRenderer {
        SelectionRenderer(localizer: localizer, paths: paths)
    }
    private var actions: ActionRenderer { ActionRenderer(localizer: localizer) }

    private var richText: RichTextRenderer {
        RichTextRenderer(localizer: localizer, paths: paths, avatars: avatars)
    }

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
                element(.ul, .class("rows"), Attribute(.role, "list"), keys(of: list)) {
                    for row in list.rows { self.row(row, in: list) }
                }
            }
            selection.bar(list)
            if list.total > list.rows.count { pager(list) }
        }
    }

    /// The letters of what can be done with one row, once for all rows: `c=copy-password u=…`.
    private func keys(of list: ListBlock) -> Attribute? {
        let keys = list.rowKeys.compactMap { action in
            action.shortcut.map { "\($0)=\(ActionRenderer.value(action, nil))" }
        }
        return keys.isEmpty ? nil : Attribute(.dataRowKeys, keys.joined(separator: " "))
    }

    /// The id of the element of a row.
    static func id(of row: Row, in list: ListBlock) -> String {
        DOMIdentifier.make("row", list.id, row.id)
    }

    private func row(_ row: Row, in list: ListBlock) -> HTML {
        let detailID = DOMIdentifier.make("row", list.id, row.id, "detail")
        return element(.li, .class("row"), .id(Self.id(of: row, in: list))) {
            selection.box(of: row, in: list)
            tile(row)
            element(.div, .class("row-text")) {
                title(row, describedBy: row.details.isEmpty ? nil : detailID)
                if !row.details.isEmpty {
                    element(.p, .class("row-subtitle"), .id(detailID), Attribute(.dir, "auto")) {
                        row.details
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
            if let moment = row.moment { richText.moment(moment, "row-value") }
            furtherActions(row, id: DOMIdentifier.make("actions", list.id, row.id))
        }
    }

    /// The title: when there is something to do with the row, a link or button that reaches over all of
    /// it.
    private func title(_ row: Row, describedBy detailID: String?) -> HTML {
        let text = element(.span, .class("row-title"), Attribute(.dir, "auto")) { row.title }
        guard let action = row.actions.first, action.isEnabled else { return text }
        let description = detailID.map { Attribute(.ariaDescribedBy, $0) }
        if let location = row.location, !isInForm {
            return element(
                .a, .class("row-main"), .href(paths.screen(location)), description
            ) { text }
        }
        return element(
            .button, .class("row-main"), .id(ActionRenderer.id(action, target: row.id)),
            Attribute(.name, FormNames.action),
            Attribute(.value, ActionRenderer.value(action, row.id)), description
        ) {
            element(.span, .class("visually-hidden")) { "\(action.title) " }
            text
        }
    }

    @HTMLBuilder
    private func furtherActions(_ row: Row, id: String) -> HTML {
        let isMainShown = row.actions.first?.isEnabled ?? false
        let further = row.actions.dropFirst(isMainShown ? 1 : 0).map { action in
            // The list says the letters.
            var action = action
            action.shortcut = nil
            return action
        }
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

    /// A picture, or a tile with a letter if the product wants one.
    @HTMLBuilder
    private func tile(_ row: Row) -> HTML {
        if row.picture != nil || avatars.avatar(for: row.avatarName) != nil {
            richText.tile(row.avatarName, row.picture)
        } else if let icon = row.icon {
            element(.span, .class("row-icon")) { icon.html }
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
