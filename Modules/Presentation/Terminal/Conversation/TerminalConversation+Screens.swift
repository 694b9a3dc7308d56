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
        let fields = Dictionary(new.fields.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        typed = typed.filter { id, _ in
            guard id != PageLayout.searchField, let field = fields[id] else { return false }
            if case .file = field.kind { return true }
            return focus == .field(id) || session.typed(in: id) != nil
        }
        problems = problems.filter { fields[$0.key] != nil }
        // A screen that is drawn again while the action goes on still says what was wrong before.
        if wasSubmitted, new.fields.map(\.problem) != old.fields.map(\.problem) {
            focusProblem(on: new)
        }
        syncEditor()
    }

    /// Gives the focus to the first field that is wrong after an action, when that has ended.
    func finishSubmission() {
        // What is asked belongs to the action, which goes on after the answer.
        guard wasSubmitted, session.questions.isEmpty else { return }
        wasSubmitted = false
        if let screen { focusProblem(on: screen) }
    }

    private func focusProblem(on screen: Screen) {
        let field = screen.fields.first { $0.problem != nil }
        if let field { setFocus(.field(field.id)) }
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
            trail.append(Visit(screen: old, focus: focus, scroll: scroll, top: top))
        }
        side = Self.side(of: new, trail)
        (typed, problems, requested, reading) = ([:], [:], [:], [:])
        isUsed = memory != nil
        (editor, wanted, focusIndex, overlay) = (nil, nil, nil, nil)
        wasSubmitted = false
        (scroll, wantedTop) = (memory?.scroll ?? 0, memory?.top)
        focus = memory?.focus
        followsFocus = true
        page = Page()
        // Who comes back to a field types on.
        syncEditor()
        shelf?.tidy()
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
        let (top, first) = (wantedTop ?? self.top, firstRowBelowOthers)
        wantedTop = nil
        page = makePage(screen, width: width)
        if scroll > 0, let top, let now = page.item(top.id) {
            scroll = now.lines.lowerBound - top.line
        } else if let first, let now = page.item(first.id), now.index == first.index,
            now.lines.lowerBound > first.lines.lowerBound
        {
            // The rows above it have come; at the top of a list the page stays at the top.
            scroll = now.lines.lowerBound
        }
        if resolveFocus(on: screen) { page = makePage(screen, width: width) }
        let item = page.item(focus)
        focusIndex = item?.index ?? focusIndex
        if followsFocus, let item { reveal(item) }
        clampScroll()
        tellPlace(on: screen)
        fetchRows(of: screen)
    }

    /// What is in sight first, and on which line it stands there.
    private var top: (id: FocusID, line: Int)? {
        page.items.first { $0.lines.lowerBound >= scroll }
            .map { (id: $0.id, line: $0.lines.lowerBound - scroll) }
    }

    /// The first row that is present of a list that begins further above.
    private var firstRowBelowOthers: PageItem? {
        page.items.first { $0.id.list != nil }.flatMap { $0.index == 0 ? nil : $0 }
    }

    /// The pictures, as the terminal shows them; `nil` where they are told in words.
    private var pictures: PagePictures? {
        guard let shelf, let mode = ability.mode else { return nil }
        return PagePictures(shelf: shelf, mode: mode, depth: ability.symbolDepth)
    }

    private func makePage(_ screen: Screen, width: Int) -> Page {
        var layout = PageLayout(localizer: localizer, width: width)
        layout.focus = focus
        layout.caret = editor?.caret ?? 0
        layout.typed = typed
        layout.problems = problems
        layout.isSpacious = size.rows >= 20
        (layout.codes, layout.rows, layout.pictures) = (codes, bodyRows, pictures)
        layout.hidesTitle =
            TitleBar(
                columns: size.columns, title: screen.title, application: name,
                places: TitleBar.places(on: screen, columns: size.columns)
            ).fitsTitle
        for field in screen.fields {
            guard case .secret(let text)? = session.typed(in: field.id) else { continue }
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
        return page.items.first(where: \.id.isContent)?.id
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

    /// Says from which row on the person reads; before they do anything, where a list was shown from.
    private func tellPlace(on screen: Screen) {
        for list in screen.lists {
            let rows = page.items.filter { $0.id.list == list.id }
            let shown =
                isUsed
                ? rows.first { ($0.lines.lowerBound + $0.lines.upperBound) / 2 >= scroll }
                : reading[list.id] == nil ? rows.first : nil
            guard let shown, case .row(_, let id) = shown.id, reading[list.id] != id,
                shown.index != 0 || reading[list.id] != nil
            else { continue }
            reading[list.id] = id
            send(.reading(list.id, row: id), takesTime: false)
        }
    }

    /// Asks for the rows around what is seen, of lists of which not all rows are present.
    private func fetchRows(of screen: Screen) {
        for list in screen.lists where list.rows.count < list.total {
            let present = list.offset..<list.offset + list.rows.count
            let own = focus?.list == list.id ? focusIndex : nil
            let told = list.rows.firstIndex { $0.id == reading[list.id] }.map { list.offset + $0 }
            let place =
                wanted.flatMap { $0.list == list.id ? $0.index : nil } ?? own ?? told ?? list.offset
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
