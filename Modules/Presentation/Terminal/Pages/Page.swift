import TenonCore
import TenonUI

/// Text of one look.
struct TextRun: Equatable, Sendable {
    var text: String
    var style: CellStyle

    init(_ text: String, _ style: CellStyle = .plain) {
        self.text = text
        self.style = style
    }
}

/// A line of a page.
struct TextLine: Equatable, Sendable {
    var runs: [TextRun]
    /// What is behind the whole line, to its end.
    var paper: CellStyle.Paper?

    init(_ runs: [TextRun] = [], paper: CellStyle.Paper? = nil) {
        self.runs = runs
        self.paper = paper
    }

    init(_ text: String, _ style: CellStyle = .plain) { self.init([TextRun(text, style)]) }

    static let empty = TextLine()

    /// The columns that its text takes.
    var width: Int { runs.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    /// The text without its looks.
    var text: String { runs.map(\.text).joined() }

    /// The line further to the right.
    func indented(by columns: Int) -> TextLine {
        guard columns > 0 else { return self }
        return TextLine([TextRun(String(repeating: " ", count: columns))] + runs, paper: paper)
    }
}

/// Something that can have the focus.
enum FocusID: Hashable, Sendable {
    case search
    case fact(block: String, id: String)
    case row(list: String, id: String)
    case field(String)
    /// A button, by the id of its action.
    case button(String)
    /// A text that leads elsewhere: in a paragraph, or in a fact, by the indices of both.
    case link(block: String, part: Int, span: Int)
    /// An option of a filter.
    case option(filter: String, id: String)

    /// Whether it is the content of a screen, rather than what finds it.
    var isContent: Bool {
        switch self {
        case .search, .option: false
        case .fact, .row, .field, .button, .link: true
        }
    }

    /// Whether characters that are typed go into it.
    var takesText: Bool {
        switch self {
        case .search, .field: true
        case .fact, .row, .button, .link, .option: false
        }
    }
}

/// An element of a page that can have the focus, and its position.
struct PageItem: Equatable, Sendable {
    let id: FocusID
    /// Its lines.
    var lines: Range<Int>
    /// Where the cursor stands while it has the focus.
    var cursor: CellPoint
    /// Its columns, for the mouse; `nil` when it has its lines for itself.
    var columns: Range<Int>?
    /// What can be done with it, the first one by Return.
    var actions: [Action] = []
    /// What its actions are told to be about.
    var target: String?
    /// The index in its list, for a row.
    var index: Int?
    /// Where it leads.
    var location: Location?
    /// Whether it is a row that is chosen together with others.
    var isChosen = false
}

/// A screen as lines, with everything in it that can have the focus; as long as it has to be.
struct Page: Equatable, Sendable {
    var lines: [TextLine] = []
    var items: [PageItem] = []

    /// The item with an id.
    func item(_ id: FocusID?) -> PageItem? {
        guard let id else { return nil }
        return items.first { $0.id == id }
    }

    /// Where an item is among the others.
    func place(of id: FocusID?) -> Int? {
        guard let id else { return nil }
        return items.firstIndex { $0.id == id }
    }

    /// Adds a line.
    mutating func add(_ line: TextLine) { lines.append(line) }

    /// Adds lines.
    mutating func add(_ lines: [TextLine]) { self.lines += lines }

    /// Adds an empty line, unless there is one or the page begins.
    mutating func addGap() {
        if let last = lines.last, !last.runs.isEmpty { lines.append(.empty) }
    }
}
