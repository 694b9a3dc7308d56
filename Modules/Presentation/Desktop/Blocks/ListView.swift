import CGTK
import TenonCore
import TenonUI

/// Shows the rows of a list; of a long one it makes those that can be seen, and asks for their
/// content when they come into sight.
@DesktopActor
final class ListView: BlockView {
    /// How many rows beyond the visible ones are loaded as well.
    private static let margin = 50
    /// The most rows that are shown without an area of their own to scroll in.
    private static let shortLength = 60

    /// What opens the menu of the row with the focus.
    static let menuKeys = "Menu|<Shift>F10"
    /// The most rows that are shown without their number.
    private static let uncounted = 10

    let id: String
    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
    private let heading: Heading
    private let empty = Label().styled("dim-label", "padded")
    private let context: ScreenContext
    private let fills: Bool
    private let model = RowModel()
    private let view: Widget
    private let count = Label().styled("caption", "dim-label", "numeric")
    private let card = Box(GTK_ORIENTATION_VERTICAL)
    private var area: ScrolledArea?
    private var list: ListBlock
    private var bound: [Int: RowView] = [:]
    private var marked: String?
    private var asked: Range<Int>?
    private var asking: Task<Void, Never>?

    /// - Parameter fills: Whether it takes all the available room.
    init(_ list: ListBlock, fills: Bool, level: Int, context: ScreenContext) {
        id = list.id
        self.list = list
        self.fills = fills
        self.context = context
        heading = Heading(level)
        let factory = gtk_signal_list_item_factory_new()
        let selection = gtk_no_selection_new(model.pointer)
        // The selection owns this reference now.
        g_object_ref(UnsafeMutableRawPointer(model.pointer))
        view = Widget(gtk_list_view_new(selection, factory))
        gtk_list_view_set_single_click_activate(view.opaque, 1)
        gtk_list_view_set_show_separators(view.opaque, 1)
        let head = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
        head.append(
            heading.label.expanding(horizontally: true), count.aligned(nil, GTK_ALIGN_END))
        box.append(head, empty, card.styled("card"))
        view.styled("rows").expanding(horizontally: true)
        if let factory { connect(factory) }
        Signal.connect(view.pointer, number: "activate") { [weak self] in self?.activate($0) }
        Signal.connect(view, keys: Self.menuKeys) { [weak self] in
            guard let row = self?.bound.values.first(where: \.hasFocus) else { return false }
            row.openMenu()
            return true
        }
        show(list)
    }

    isolated deinit { asking?.cancel() }

    func update(_ block: Block) {
        if case .list(let list) = block { show(list) }
    }

    /// Shows the beginning again, as after a search.
    func scrollToTop() { area?.scrollToTop() }

    /// Puts the focus on the first row.
    @discardableResult
    func focusRows() -> Bool {
        gtk_widget_child_focus(view.pointer, GTK_DIR_TAB_FORWARD) != 0
    }

    /// Marks a row as the present one.
    func mark(_ row: String?) {
        marked = row
        for (position, view) in bound { show(position, in: view) }
    }

    private func show(_ list: ListBlock) {
        self.list = list
        heading.text = list.title
        view.name(list.title)
        count.text = context.localizer(DesktopText.count, count: list.total)
        count.isVisible = list.total > Self.uncounted && !list.title.isEmpty
        empty.text = context.localizer(DesktopText.emptyList)
        empty.isVisible = list.total == 0
        card.isVisible = list.total > 0
        fit()
        model.count = list.total
        for (position, row) in bound { show(position, in: row) }
        askForMissing()
    }

    /// A short list is as high as its rows; a long one has its own area to scroll in.
    private func fit() {
        let isScrolled = fills || list.total > Self.shortLength
        box.expanding(horizontally: true, vertically: fills && list.total > 0)
        guard isScrolled != (area != nil) || gtk_widget_get_parent(view.pointer) == nil else {
            return
        }
        if let area { gtk_scrolled_window_set_child(area.opaque, nil) }
        card.removeAll()
        area = nil
        guard isScrolled else { return _ = card.append(view) }
        let area = ScrolledArea(view)
        area.expanding(horizontally: true, vertically: fills)
        gtk_scrolled_window_set_min_content_height(area.opaque, fills ? 160 : 480)
        card.append(area)
        self.area = area
    }

    // MARK: - Rows

    private func connect(_ factory: OpaquePointer) {
        let factory = UnsafeMutableRawPointer(factory)
        Signal.connect(factory, pointer: "setup") { [weak self] item in
            guard let self, let item else { return }
            RowView(context: self.context).attach(to: item)
        }
        Signal.connect(factory, pointer: "bind") { [weak self] item in
            guard let self, let item, let row = RowView.attached(to: item) else { return }
            let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
            self.bound[position] = row
            self.show(position, in: row)
            self.askForMissing()
        }
        Signal.connect(factory, pointer: "unbind") { [weak self] item in
            guard let self, let item, let row = RowView.attached(to: item) else { return }
            let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
            if self.bound[position] === row { self.bound[position] = nil }
        }
    }

    private func row(at position: Int) -> Row? {
        let index = position - list.offset
        return list.rows.indices.contains(index) ? list.rows[index] : nil
    }

    private func show(_ position: Int, in view: RowView) {
        let row = row(at: position)
        view.show(row)
        view.setMarked(row != nil && row?.id == marked)
    }

    private func activate(_ position: Int) {
        guard let row = row(at: position), let action = row.actions.first, action.isEnabled
        else { return }
        context.wish(.act(action, target: row.id))
    }

    // MARK: - Windows

    /// Asks for visible rows that are not loaded, once per turn of the main loop.
    private func askForMissing() {
        guard asking == nil, bound.keys.contains(where: { isMissing($0) }) else { return }
        asking = Task { [weak self] in
            guard let self, !Task.isCancelled else { return }
            self.asking = nil
            guard let first = self.bound.keys.min(), let last = self.bound.keys.max(),
                self.bound.keys.contains(where: { self.isMissing($0) })
            else { return }
            let range =
                max(0, first - Self.margin)..<min(self.list.total, last + 1 + Self.margin)
            // A scene that does not deliver these rows is not asked for them for ever.
            guard range != self.asked else { return }
            self.asked = range
            self.context.wish(.window(self.id, range))
        }
    }

    private func isMissing(_ position: Int) -> Bool {
        position < list.total && row(at: position) == nil
    }
}
