import TenonCore
import TenonUI

extension TerminalConversation {
    /// Chooses the row with the focus together with others, or releases it, and goes on to the next one;
    /// elsewhere goes a page down.
    func mark() {
        if case .option? = focus { return choose() }
        guard case .row(let id, let row)? = focus, let list = screen?.list(id),
            let present = list.rows.first(where: { $0.id == row }), list.canChoose(present)
        else { return perform(.command(.pageDown)) }
        send(.select(id, list.isChosen(present) ? .release([row]) : .choose([row])))
        moveLine(isDown: true)
    }

    /// Chooses all rows that are present, or none when they are chosen.
    func markAll() {
        let selectable = screen?.selectableLists ?? []
        guard let list = selectable.first(where: { $0.id == focus?.list }) ?? selectable.first
        else { return }
        let areChosen = Set(list.choosable).isSubset(of: list.selection?.chosen ?? [])
        send(.select(list.id, areChosen ? .only([]) : .choose(list.choosable)))
    }

    /// Releases all rows; `false` when none is chosen.
    func releaseAll() -> Bool {
        let lists = (screen?.selectableLists ?? []).filter { $0.selection?.chosen.isEmpty == false }
        for list in lists { send(.select(list.id, .only([]))) }
        return !lists.isEmpty
    }

    /// Gives the focus to the first filter.
    func focusFilters() {
        let first = page.items.first { if case .option = $0.id { true } else { false } }
        if let first { setFocus(first.id) }
    }
}
