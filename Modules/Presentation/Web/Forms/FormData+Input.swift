import TenonCore
import TenonUI

/// What a session understands of a form.
extension FormData {
    /// The rows whose boxes were checked or cleared since the page was made, by list.
    ///
    /// Only the boxes of rows that are present count, as the page has no others.
    func selections(on screen: Screen?) -> [SessionInput] {
        (screen?.selectableLists ?? []).flatMap { list -> [SessionInput] in
            let name = FormNames.rows(of: list.id)
            guard contains(FormNames.presence(name)) else { return [] }
            let checked = Set(texts(name))
            let chosen = Set(list.selection?.chosen ?? [])
            let added = list.choosable.filter { checked.contains($0) && !chosen.contains($0) }
            let removed = list.choosable.filter { !checked.contains($0) && chosen.contains($0) }
            return (added.isEmpty ? [] : [.select(list.id, .choose(added))])
                + (removed.isEmpty ? [] : [.select(list.id, .release(removed))])
        }
    }

    /// The input of a command; `nil` when the form lacks something.
    func input(_ command: WebRoute.Command, on screen: Screen?) -> SessionInput? {
        switch command {
        case .act: act(on: screen)
        case .select: select(on: screen)
        case .filter: filter(on: screen)
        case .edit: .edit(values(on: screen))
        case .answer: answer()
        case .undo: text(FormNames.undo).map { .undo($0) }
        case .back: .back
        case .open:
            text(FormNames.place).flatMap { try? Location(parsing: $0) }.map { .open($0) }
        case .search: text(FormNames.search).map { .search($0) }
        case .window: window()
        case .theme, .stay, .stop, .choose, .reading: nil
        }
    }

    /// The row that is in sight first, by its element; `nil` when it is not there any more.
    func reading(on screen: Screen?) -> SessionInput? {
        let element = text(FormNames.reading)
        for list in screen?.lists ?? [] {
            let row = list.rows.first { ListRenderer.id(of: $0, in: list) == element }
            if let row { return .reading(list.id, row: row.id) }
        }
        return nil
    }

    /// The values of the fields of the screen that came with the form.
    func values(on screen: Screen?) -> [String: FieldValue] { values(of: screen?.fields ?? []) }

    private func act(on screen: Screen?) -> SessionInput? {
        guard let ids = text(FormNames.action).flatMap(FormNames.split), ids.count <= 2 else {
            return nil
        }
        return .act(
            ids[0], target: ids.count > 1 ? ids[1] : nil, fields: values(on: screen))
    }

    /// All rows that are present, or none.
    private func select(on screen: Screen?) -> SessionInput? {
        guard let parts = text(FormNames.selection).flatMap(FormNames.split), parts.count == 2
        else { return nil }
        let rows = parts[1] == "all" ? screen?.list(parts[0])?.choosable ?? [] : []
        return .select(parts[0], parts[1] == "all" ? .choose(rows) : .only([]))
    }

    /// A button with an option, or the menus with those that are chosen.
    private func filter(on screen: Screen?) -> SessionInput? {
        if let parts = text(FormNames.filter).flatMap(FormNames.split), parts.count == 2 {
            return screen?.filter(parts[0]).map { .filter($0.id, $0.toggling(parts[1])) }
        }
        for filter in screen?.filters ?? [] {
            let name = FormNames.filter(filter.id)
            guard contains(FormNames.presence(name)) else { continue }
            let options = texts(name).filter { !$0.isEmpty }
            if Set(options) != Set(filter.chosen) { return .filter(filter.id, options) }
        }
        return screen?.filters.first.map { .filter($0.id, $0.chosen) }
    }

    private func window() -> SessionInput? {
        guard let parts = text(FormNames.window).flatMap(FormNames.split), parts.count == 3,
            let start = Int(parts[1]), let end = Int(parts[2]), start >= 0, end >= start,
            end - start <= ListRenderer.windowSize
        else { return nil }
        return .window(parts[0], start..<end)
    }

    private func answer() -> SessionInput? {
        guard let question = text(FormNames.question),
            let answer = text(FormNames.answer)
        else { return nil }
        switch answer {
        case "cancel": return .answer(question, .cancel)
        case "confirm": return .answer(question, .confirm)
        case "text":
            return first(FormNames.answerText).map { .answer(question, .text($0)) }
        case _ where answer.hasPrefix("choice:"):
            return .answer(question, .choice(String(answer.dropFirst("choice:".count))))
        default:
            return nil
        }
    }
}
