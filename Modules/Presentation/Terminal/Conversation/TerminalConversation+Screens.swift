import TenonCore
import TenonUI

extension TerminalConversation {
    /// Takes a screen that is another one, or changed.
    func present(_ new: Screen) {
        let old = screen
        screen = new
        guard let old, old.location == new.location else { return arrive(at: new, from: old) }
        if old.search?.text != new.search?.text {
            requested = [:]
            if case .row = focus { focusIndex = 0 }
        }
        draft.reconcile(with: new)
        let fields = Dictionary(new.fields.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        typed = typed.filter { id, _ in
            guard id != PageLayout.searchField, let field = fields[id] else { return false }
            if case .file = field.kind { return true }
            return draft.value(of: id) != nil
        }
        problems = problems.filter { fields[$0.key] != nil }
        if wasSubmitted, let field = new.fields.first(where: { $0.problem != nil }) {
            wasSubmitted = false
            setFocus(.field(field.id))
        }
        syncEditor()
    }

    /// Forgets what was about the screen before, and finds what leads back.
    private func arrive(at new: Screen, from old: Screen?) {
        var memory: Visit?
        if let place = trail.lastIndex(where: { $0.screen.location == new.location }) {
            memory = trail[place]
            trail.removeSubrange(place...)
        } else if !session.canGoBack {
            // Nothing of the previous screen may stay visible, least of all after a lock.
            trail = []
        } else if let old {
            trail.append(Visit(screen: old, focus: focus, scroll: scroll))
        }
        side = Self.side(of: new, trail)
        draft = FormDraft()
        (typed, problems, requested) = ([:], [:], [:])
        (editor, wanted, focusIndex, overlay) = (nil, nil, nil, nil)
        wasSubmitted = false
        scroll = memory?.scroll ?? 0
        focus = memory?.focus
        followsFocus = true
        page = Page()
    }

    /// Takes what a screen that led here has become.
    func updateTrail(with new: Screen) {
        // After a lock there is no trail, and what was said before it is not looked at.
        guard session.canGoBack, let screen else { return }
        // The present screen may be covered already by one that is still to come.
        if screen.location == new.location { return present(new) }
        for place in trail.indices where trail[place].screen.location == new.location {
            trail[place].screen = new
        }
        side = Self.side(of: screen, trail)
    }

    /// The nearest screen above that has a list.
    private static func side(of screen: Screen, _ trail: [Visit]) -> Visit? {
        var parent = screen.parent
        for visit in trail.reversed() where visit.screen.location == parent {
            if visit.screen.hasList { return visit }
            parent = visit.screen.parent
        }
        return nil
    }

    // MARK: - Layout

    /// Lays the page out again and keeps the position.
    func layOut(_ screen: Screen, width: Int) {
        let anchor = page.items.first { $0.lines.lowerBound >= scroll }
        page = makePage(screen, width: width)
        // At the top, the page stays at the top even when rows are added there.
        if scroll > 0, let anchor, let now = page.item(anchor.id) {
            scroll += now.lines.lowerBound - anchor.lines.lowerBound
        }
        if resolveFocus(on: screen) { page = makePage(screen, width: width) }
        let item = page.item(focus)
        focusIndex = item?.index ?? focusIndex
        if followsFocus, let item { reveal(item) }
        clampScroll()
        fetchRows(of: screen)
    }

    private func makePage(_ screen: Screen, width: Int) -> Page {
        var layout = PageLayout(localizer: localizer, width: width)
        layout.focus = focus
        layout.caret = editor?.caret ?? 0
        layout.typed = typed
        layout.problems = problems
        layout.isSpacious = size.rows >= 20
        (layout.codes, layout.rows) = (codes, bodyRows)
        layout.hidesTitle =
            TitleBar(
                columns: size.columns, title: screen.title, application: name,
                places: TitleBar.places(on: screen, columns: size.columns)
            ).fitsTitle
        for field in screen.fields {
            guard case .secret(let text)? = draft.value(of: field.id) else { continue }
            layout.secretLengths[field.id] = SecretEditor(text).count
            if focus == .field(field.id) { layout.caret = SecretEditor(text).count }
        }
        return layout.page(of: screen)
    }

    /// Gives the focus to something present; returns whether it changed.
    private func resolveFocus(on screen: Screen) -> Bool {
        let before = focus
        if let wanted,
            let item = page.items.first(where: {
                $0.index == wanted.index && $0.id.list == wanted.list
            })
        {
            self.wanted = nil
            setFocus(item.id)
            if wanted.isTop { scroll = item.lines.lowerBound }
        }
        if page.item(focus) == nil {
            let neighbours = page.items.filter { $0.id.list != nil && $0.id.list == focus?.list }
            let place = focusIndex ?? 0
            let nearest = neighbours.min {
                abs(($0.index ?? 0) - place) < abs(($1.index ?? 0) - place)
            }
            setFocus(nearest?.id ?? firstFocus(on: screen))
        }
        return focus != before
    }

    /// What has the focus on a new screen: a field that needs it, else the first thing there is,
    /// but for the search.
    private func firstFocus(on screen: Screen) -> FocusID? {
        let open = screen.fields.first {
            $0.kind.canBeUnfilled && $0.kind.isUnfilled && $0.isRequired
        }
        if let field = screen.fields.first(where: { $0.problem != nil }) ?? open {
            return .field(field.id)
        }
        return page.items.first { $0.id != .search }?.id
    }

    /// Moves the page so that an item is seen.
    func reveal(_ item: PageItem) {
        if item == page.items.first, item.lines.upperBound <= bodyRows {
            scroll = 0
        } else if item.lines.count > bodyRows {
            if item.lines.upperBound <= scroll || item.lines.lowerBound >= scroll + bodyRows {
                scroll = item.lines.lowerBound
            }
        } else if item.lines.lowerBound < scroll {
            scroll = item.lines.lowerBound
        } else if item.lines.upperBound > scroll + bodyRows {
            scroll = item.lines.upperBound - bodyRows
        }
        // The caret of a long text is seen in any case.
        if item.cursor.row >= scroll + bodyRows { scroll = item.cursor.row - bodyRows + 1 }
        if item.cursor.row < scroll { scroll = item.cursor.row }
    }

    func clampScroll() {
        scroll = max(0, min(scroll, page.lines.count - bodyRows))
    }

    /// Asks for the rows around what is seen, of lists of which not all rows are present.
    private func fetchRows(of screen: Screen) {
        for case .list(let list) in screen.allBlocks where list.rows.count < list.total {
            let present = list.offset..<list.offset + list.rows.count
            let own = focus?.list == list.id ? focusIndex : nil
            let place = wanted.flatMap { $0.list == list.id ? $0.index : nil } ?? own ?? list.offset
            let all = 0..<list.total
            let needed = (place - bodyRows..<place + bodyRows + 1).clamped(to: all)
            let isPresent =
                present.lowerBound <= needed.lowerBound && needed.upperBound <= present.upperBound
            guard !isPresent else { continue }
            let range = (place - 2 * bodyRows..<place + 2 * bodyRows + 1).clamped(to: all)
            guard requested[list.id] != range else { continue }
            requested[list.id] = range
            send(.window(list.id, range), takesTime: false)
        }
    }
}

extension FocusID {
    /// The list that a row belongs to.
    var list: String? { if case .row(let list, _) = self { list } else { nil } }
}
