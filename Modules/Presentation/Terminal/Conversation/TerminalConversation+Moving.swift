import TenonUI

extension TerminalConversation {
    /// Gives something the focus.
    func setFocus(_ id: FocusID?) {
        followsFocus = true
        guard id != focus else { return }
        focus = id
        focusIndex = page.item(id)?.index
        // Of several keys that wait, each sees the page as the one before leaves it.
        if let item = page.item(id) {
            reveal(item)
            clampScroll()
        }
        wanted = nil
        editor = nil
        typed[PageLayout.searchField] = nil
        syncEditor()
    }

    /// Moves up or down by one item, or by a line where there is none.
    func moveLine(isDown: Bool) {
        if let wanted, let block = screen?.list(wanted.list) {
            let target = wanted.index + (isDown ? 1 : -1)
            return want(wanted.list, max(0, min(block.total - 1, target)))
        }
        guard let place = page.place(of: focus) else { return scrollLines(isDown ? 1 : -1) }
        let item = page.items[place]
        let isCut =
            isDown
            ? item.lines.upperBound > scroll + bodyRows : item.lines.lowerBound < scroll
        if isCut, item.lines.overlaps(scroll..<scroll + bodyRows) {
            return scrollLines(isDown ? 1 : -1)
        }
        var next = isDown ? place + 1 : place - 1
        if case .option = item.id {
            // Options stand side by side, and are reached by the arrows to the sides.
            while page.items.indices.contains(next), page.items[next].lines == item.lines {
                next += isDown ? 1 : -1
            }
        }
        if let list = item.id.list, let index = item.index, let block = screen?.list(list) {
            let target = isDown ? index + 1 : index - 1
            let isThere =
                page.items.indices.contains(next) && page.items[next].id.list == list
            if !isThere, (0..<block.total).contains(target) {
                return want(list, target)
            }
        }
        guard page.items.indices.contains(next) else { return scrollLines(isDown ? 1 : -1) }
        let other = page.items[next]
        let isNear =
            isDown
            ? other.lines.lowerBound <= scroll + bodyRows
            : other.lines.upperBound >= scroll
        if isNear { setFocus(other.id) } else { scrollLines(isDown ? 1 : -1) }
    }

    /// Moves the page without the focus.
    func scrollLines(_ count: Int) {
        followsFocus = false
        scroll += count
        clampScroll()
    }

    /// Moves by what is seen at once.
    func movePage(isDown: Bool) {
        let visible = page.items.filter {
            $0.lines.lowerBound >= scroll && $0.lines.upperBound <= scroll + bodyRows
        }
        if let list = focus?.list, let index = focusIndex, let block = screen?.list(list) {
            let rows = visible.filter { $0.id.list == list }.compactMap(\.index)
            let step = max(1, rows.count - 1)
            let target =
                isDown
                ? max(rows.max() ?? index, index == rows.min() ? index + 1 : index)
                : (rows.min() ?? index) - step
            let bounded = max(
                0, min(block.total - 1, target == index && isDown ? index + step : target))
            if bounded != index { return want(list, bounded, isTop: true) }
        }
        let before = scroll
        scrollLines(isDown ? bodyRows - 1 : 1 - bodyRows)
        if scroll == before {
            return setFocus(isDown ? page.items.last?.id : page.items.first?.id)
        }
        if let item = page.items.first(where: { $0.lines.lowerBound >= scroll }),
            item.lines.upperBound <= scroll + bodyRows
        {
            setFocus(item.id)
        }
    }

    /// Moves to the beginning or the end.
    func moveToEnd(isLast: Bool) {
        if let list = focus?.list, let block = screen?.list(list), block.total > 0 {
            let target = isLast ? block.total - 1 : 0
            if focusIndex != target { return want(list, target) }
        }
        setFocus(isLast ? page.items.last?.id : page.items.first?.id)
        scroll = isLast ? page.lines.count : 0
        clampScroll()
    }

    /// Moves to the next thing, over all rows of a list at once, and round at the end.
    func moveNext(isForward: Bool) {
        guard !page.items.isEmpty else { return }
        let count = page.items.count
        var place = page.place(of: focus) ?? (isForward ? -1 : 0)
        let list = focus?.list
        for _ in 0..<count {
            place = (place + (isForward ? 1 : count - 1)) % count
            if list == nil || page.items[place].id.list != list { break }
        }
        // A list is entered at its first row, from either side.
        if let list = page.items[place].id.list, list != focus?.list, !isForward {
            place = page.items.firstIndex { $0.id.list == list } ?? place
        }
        setFocus(page.items[place].id)
    }

    /// Gives a row the focus; if it is not present, as soon as it is.
    func want(_ list: String, _ index: Int, isTop: Bool = false) {
        followsFocus = true
        if let item = page.items.first(where: { $0.id.list == list && $0.index == index }) {
            setFocus(item.id)
            if isTop { scroll = item.lines.lowerBound }
            // The rows around it may have to be fetched first, so that the page is long enough.
            if isTop, let block = screen?.list(list), block.rows.count < block.total {
                wanted = (list, index, true)
            }
            return
        }
        wanted = (list, index, isTop)
    }
}
