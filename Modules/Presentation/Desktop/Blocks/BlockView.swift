import CGTK
import TenonCore
import TenonUI

/// What shows one block, and goes on showing it when it changes.
@DesktopActor
protocol BlockView: AnyObject {
    /// The widget.
    var root: Widget { get }
    /// Shows the block as it is now; it is of the same kind and has the same id as before.
    func update(_ block: Block)
}

/// What stays the same when a block changes.
struct BlockKey: Hashable {
    private let kind: Int
    private let id: String

    /// Texts have no id; the number of texts before this one serves as one.
    init(_ block: Block, textNumber: Int) {
        switch block {
        case .text(let text): (kind, id) = (text.style == .paragraph ? 0 : 1, "\(textNumber)")
        case .facts(let facts): (kind, id) = (2, facts.id)
        case .list(let list): (kind, id) = (3, list.id)
        case .table(let table): (kind, id) = (4, table.id)
        case .chart(let chart): (kind, id) = (5, chart.id)
        case .form(let form): (kind, id) = (6, form.id)
        case .progress(let progress): (kind, id) = (7, progress.id)
        case .group(let group): (kind, id) = (8, group.id)
        case .qrCode(let code): (kind, id) = (9, code.id)
        case .richText(let text): (kind, id) = (10, text.id)
        case .image(let block): (kind, id) = (11, block.id)
        }
    }
}

/// Blocks one below the other; those that stay keep their widgets, and with them focus and cursor.
@DesktopActor
final class BlockStack {
    let root = Box(GTK_ORIENTATION_VERTICAL, spacing: 18)
    /// Whether a long list may take all the available room.
    private let fills: Bool
    private let level: Int
    private let context: ScreenContext
    private var views: [(key: BlockKey, view: any BlockView)] = []

    init(fills: Bool = false, level: Int = 2, context: ScreenContext) {
        self.fills = fills
        self.level = level
        self.context = context
    }

    func update(_ blocks: [Block]) {
        root.isVisible = !blocks.isEmpty
        var old = Dictionary(
            views.map { ($0.key, $0.view) }, uniquingKeysWith: { first, _ in first })
        var texts = 0
        views = blocks.map { block in
            let key = BlockKey(block, textNumber: texts)
            if case .text = block { texts += 1 }
            if let view = old.removeValue(forKey: key) {
                view.update(block)
                return (key, view)
            }
            return (key, makeView(block))
        }
        for view in old.values { root.remove(view.root) }
        var last: Widget?
        for (_, view) in views {
            root.place(view.root, after: last)
            last = view.root
        }
    }

    /// The view of a list.
    func list(_ id: String) -> ListView? {
        for (_, view) in views {
            if let list = view as? ListView, list.id == id { return list }
            if let group = view as? GroupView, let list = group.stack.list(id) { return list }
        }
        return nil
    }

    /// The views of the forms, those inside groups included.
    var forms: [FormView] {
        views.flatMap { entry in
            if let form = entry.view as? FormView { return [form] }
            return (entry.view as? GroupView)?.stack.forms ?? []
        }
    }

    private func makeView(_ block: Block) -> any BlockView {
        switch block {
        case .text(let text): TextView(text, context: context)
        case .richText(let text): RichTextView(text, context: context)
        case .facts(let facts): FactsView(facts, level: level, context: context)
        case .list(let list): ListView(list, fills: fills, level: level, context: context)
        case .table(let table): TableView(table, level: level)
        case .chart(let chart): ChartView(chart, level: level)
        case .qrCode(let code): QRCodeView(code, level: level, context: context)
        case .image(let block): ImageView(block, context: context)
        case .form(let form): FormView(form, level: level, context: context)
        case .progress(let progress): ProgressView(progress, context: context)
        case .group(let group): GroupView(group, level: level, context: context)
        }
    }
}

/// A heading of a level; hidden when it is empty.
@DesktopActor
final class Heading {
    let label: Label

    init(_ level: Int) {
        label = Label(role: GTK_ACCESSIBLE_ROLE_HEADING)
            .styled(level <= 1 ? "title-1" : level == 2 ? "heading" : "subheading")
        tenon_gtk_heading_level(label.pointer, Int32(level))
    }

    var text: String {
        get { label.text }
        set {
            label.text = newValue
            label.isVisible = !newValue.isEmpty
        }
    }
}
