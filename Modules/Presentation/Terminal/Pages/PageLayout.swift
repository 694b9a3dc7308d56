import TenonCore
import TenonUI

/// Turns a screen into a page of a width; a pure function of its properties and the screen.
struct PageLayout {
    let localizer: Localizer
    /// The columns that text may take, beside the margins.
    let width: Int
    /// What has the focus.
    var focus: FocusID?
    /// Where the caret is in the field that has the focus, in characters.
    var caret = 0
    /// What is typed in the field that has the focus, when it differs from its value.
    var typed: [String: String] = [:]
    /// How many characters a secret has that was typed.
    var secretLengths: [String: Int] = [:]
    /// What is wrong with what was typed, by field.
    var problems: [String: String] = [:]
    /// Whether there is room for a line between the title and the page.
    var isSpacious = false
    /// Whether the title stands elsewhere already.
    var hidesTitle = false
    /// Makes QR codes; `nil` where nothing does.
    var codes: (any QRCodeMaking)?
    /// The pictures of images; `nil` where there are none.
    var pictures: PagePictures?
    /// The rows of the page that are seen at once; `nil` when it does not matter.
    var rows: Int?
    /// The letters that are typed for actions, for buttons.
    var letters: [String: String] = [:]

    /// The columns that are left free before the text, for the sign of the focus.
    static let margin = 2

    var setter: TextSetter { TextSetter(width: width) }

    /// The page of a screen.
    func page(of screen: Screen) -> Page {
        var page = Page()
        if isSpacious { page.add(.empty) }
        if !hidesTitle { page.add(setter.paragraph(screen.title, .key)) }
        if !screen.summary.isEmpty {
            page.add(setter.paragraph(screen.summary, .secondary))
        }
        if let search = screen.search { add(search, to: &page) }
        for filter in screen.filters { add(filter, to: &page) }
        add(screen.phase, of: screen, to: &page)
        for block in screen.blocks { add(block, depth: 0, to: &page) }
        return page
    }

    /// Whether something has the focus.
    func isFocused(_ id: FocusID) -> Bool { focus == id }

    // MARK: - Search and phase

    private func add(_ search: Search, to page: inout Page) {
        page.addGap()
        let text = typed[Self.searchField] ?? search.text
        let isFocused = focus == .search
        let label = HarmlessText.line(search.label)
        let start = DisplayWidth.of(label) + 2
        let isBeside = start <= width / 2
        let first = page.lines.count
        if !isBeside { page.add(setter.paragraph(label, isFocused ? .strong : .secondary)) }
        let input = InputText(
            HarmlessText.line(text), caret: isFocused ? caret : nil,
            width: isBeside ? width - start : width, minimum: 30)
        let indent = isBeside ? start : 0
        let row = page.lines.count
        for (number, line) in input.lines.enumerated() {
            let head: [TextRun] =
                isBeside && number == 0
                ? [
                    TextRun(label + "  ", isFocused ? .strong : .secondary)
                ] : [TextRun(String(repeating: " ", count: indent))]
            page.add(TextLine(head + [TextRun(line, CellStyle(paper: .field))]))
        }
        page.items.append(
            PageItem(
                id: .search, lines: first..<page.lines.count,
                cursor: CellPoint(column: indent + input.cursor.column, row: row + input.cursor.row)
            ))
        page.addGap()
    }

    /// The name under which what is typed into the search is kept.
    static let searchField = "\u{1}search"

    private func add(_ phase: Phase, of screen: Screen, to page: inout Page) {
        switch phase {
        case .ready:
            return
        case .loading(let message):
            page.addGap()
            page.add(setter.paragraph(message, after: "… "))
        case .empty(let message, let action):
            page.addGap()
            page.add(setter.paragraph(message))
            addOffer(action, of: screen, to: &page)
        case .failed(let problem, let retry):
            page.addGap()
            page.add(setter.message(problem.message, .critical, localizer))
            if !problem.remedy.isEmpty { page.add(setter.paragraph(problem.remedy, indent: 2)) }
            addOffer(retry, of: screen, to: &page)
        }
    }

    /// The action that a phase points to, as a button.
    private func addOffer(_ id: String?, of screen: Screen, to page: inout Page) {
        guard let id, let action = screen.actions.first(where: { $0.id == id }) else { return }
        page.addGap()
        addButtons([action], to: &page)
    }

    // MARK: - Blocks

    /// Adds a block.
    ///
    /// - Parameter depth: How many groups the block is in, which lowers its headings.
    func add(_ block: Block, depth: Int, to page: inout Page) {
        page.addGap()
        switch block {
        case .text(let block): add(block, depth: depth, to: &page)
        case .richText(let block): add(block, to: &page)
        case .facts(let block): add(block, depth: depth, to: &page)
        case .list(let block): add(block, depth: depth, to: &page)
        case .table(let block): add(block, depth: depth, to: &page)
        case .chart(let block): add(block, depth: depth, to: &page)
        case .qrCode(let block): add(block, depth: depth, to: &page)
        case .image(let block): add(block, to: &page)
        case .form(let block): add(block, depth: depth, to: &page)
        case .progress(let block): add(block, to: &page)
        case .group(let group):
            addHeading(group.title, depth: depth, to: &page)
            for block in group.blocks { add(block, depth: depth + 1, to: &page) }
        }
    }

    /// Adds the heading of a block; nothing when it has no title.
    func addHeading(_ title: String, depth: Int, to page: inout Page) {
        guard !title.isEmpty else { return }
        page.add(setter.paragraph(HarmlessText.line(title), heading(level: 2 + depth)))
    }

    private func heading(level: Int) -> CellStyle {
        level <= 2 ? .strong.with(.underline) : .strong
    }

    private func add(_ text: TextBlock, depth: Int, to page: inout Page) {
        switch text.style {
        case .heading(let level):
            page.add(setter.paragraph(text.text, heading(level: max(2, level) + depth)))
        case .paragraph:
            page.add(setter.message(text.text, text.tone, localizer))
        }
    }

    // MARK: - Buttons

    /// Adds things that can be pressed, side by side as far as they fit.
    func addButtons(_ actions: [Action], indent: Int = 0, to page: inout Page) {
        let room = width - indent
        var line = TextLine.empty.indented(by: indent)
        var used = 0
        var waiting: [(FocusID, Range<Int>, Action)] = []
        func close(_ page: inout Page) {
            guard used > 0 else { return }
            let row = page.lines.count
            page.add(line)
            for (id, columns, action) in waiting {
                page.items.append(
                    PageItem(
                        id: id, lines: row..<row + 1,
                        cursor: CellPoint(column: columns.lowerBound + 1, row: row),
                        columns: columns, actions: [action]))
            }
            (line, used, waiting) = (.empty.indented(by: indent), 0, [])
        }
        for action in actions {
            let id = FocusID.button(action.id)
            let title = HarmlessText.line(self.title(of: action))
            let size = DisplayWidth.of(title) + 4
            let style = buttonStyle(action)
            if size > room {
                close(&page)
                let row = page.lines.count
                page.add(
                    setter.paragraph("[ \(title) ]", style, indent: indent))
                page.items.append(
                    PageItem(
                        id: id, lines: row..<page.lines.count,
                        cursor: CellPoint(column: indent, row: row), actions: [action]))
                continue
            }
            if used > 0, used + 2 + size > room { close(&page) }
            if used > 0 {
                line.runs.append(TextRun("  "))
                used += 2
            }
            line.runs.append(TextRun("[ \(title) ]", style))
            waiting.append((id, indent + used..<indent + used + size, action))
            used += size
        }
        close(&page)
    }

    private func buttonStyle(_ action: Action) -> CellStyle {
        if isFocused(.button(action.id)) { return .strong.on(.selection) }
        guard action.isEnabled else { return .secondary.on(.button) }
        return switch action.role {
        case .primary: CellStyle(ink: .accent, paper: .button, marks: .bold)
        case .destructive: CellStyle(ink: .critical, paper: .button)
        case .normal, .cancel: CellStyle(paper: .button)
        }
    }

    /// The title, and why it cannot be done.
    func title(of action: Action) -> String {
        switch action.availability {
        case .enabled: return action.title
        case .disabled(let reason):
            let reason = localizer(UIText.unavailable, ["reason": reason])
            return "\(action.title) (\(reason))"
        }
    }
}
