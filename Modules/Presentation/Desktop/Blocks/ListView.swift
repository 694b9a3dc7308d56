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
    let context: ScreenContext
    private let fills: Bool
    private let model = RowModel()
    let view: Widget
    private let count = Label().styled("caption", "dim-label", "numeric")
    private let card = Box(GTK_ORIENTATION_VERTICAL)
    private let head = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
    /// Turns choosing several rows on and off; beside the title, of a list that fills the screen beside
    /// that of the screen, where the screen places it.
    let chooser = Widget(gtk_toggle_button_new())
    private let bar: SelectionBar
    /// The row that was chosen or released last.
    private var last: Int?
    private var isShowing = false
    private(set) var area: ScrolledArea?
    private(set) var list: ListBlock
    /// The rows that GTK shows, or will soon, by their list items, which know the positions.
    private var bound: [OpaquePointer: RowView] = [:]
    /// Where the person reads.
    var place = Place()
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
        bar = SelectionBar(context: context)
        let factory = gtk_signal_list_item_factory_new()
        let selection = gtk_no_selection_new(model.pointer)
        // The selection owns this reference now.
        g_object_ref(UnsafeMutableRawPointer(model.pointer))
        view = Widget(gtk_list_view_new(selection, factory))
        gtk_list_view_set_single_click_activate(view.opaque, 1)
        gtk_list_view_set_show_separators(view.opaque, 1)
        head.append(
            heading.label.expanding(horizontally: true), count.aligned(nil, GTK_ALIGN_END),
            fills ? nil : chooser)
        chooser.styled("flat").aligned(nil, GTK_ALIGN_CENTER)
        box.append(head, empty, card.styled("card"), bar.root)
        view.styled("rows").expanding(horizontally: true)
        gtk_button_set_icon_name(chooser.typed(), "object-select-symbolic")
        chooser.name(context.localizer(DesktopText.chooseSeveral))
        chooser.toolTip(context.localizer(DesktopText.chooseSeveral))
        Signal.connect(chooser.pointer, "toggled") { [weak self] in self?.chooserChanged() }
        if let factory { connect(factory) }
        Signal.connect(view.pointer, number: "activate") { [weak self] in self?.activate($0) }
        Signal.connect(view, keys: Self.menuKeys) { [weak self] in
            guard let row = self?.bound.values.first(where: \.hasFocus) else { return false }
            row.openMenu()
            return true
        }
        show(list)
    }

    isolated deinit {
        asking?.cancel()
        place.telling?.cancel()
    }

    func update(_ block: Block) {
        if case .list(let list) = block { show(list) }
    }

    /// Shows the beginning again, as after a search.
    func scrollToTop() { area?.scrollToTop() }

    /// Puts the focus on the first row, or on that from which the list is being shown.
    @discardableResult
    func focusRows() -> Bool {
        place.takesFocus = place.isMoving
        return place.isMoving || gtk_widget_child_focus(view.pointer, GTK_DIR_TAB_FORWARD) != 0
    }

    /// Marks a row as the present one.
    func mark(_ row: String?) {
        marked = row
        for (position, view) in rows { show(position, in: view) }
    }

    private func show(_ list: ListBlock) {
        let hadChosen = self.list.selection?.chosen.isEmpty == false
        let shift = self.shift(to: list)
        self.list = list
        heading.text = list.title
        view.name(list.title)
        count.text = context.localizer(DesktopText.count, count: list.total)
        count.isVisible = list.total > Self.uncounted && !list.title.isEmpty
        empty.text = context.localizer(DesktopText.emptyList)
        empty.isVisible = list.total == 0
        card.isVisible = list.total > 0
        fit()
        let hasChosen = list.selection?.chosen.isEmpty == false
        chooser.isVisible = list.selection != nil && list.total > 0
        head.isVisible = !list.title.isEmpty || !fills && chooser.isVisible
        if hasChosen { setChoosing(true) }
        if hadChosen && !hasChosen || list.selection == nil { setChoosing(false) }
        bar.show(list, isChoosing: isChoosing)
        model.setCount(list.total, movingBy: shift)
        for (position, row) in rows { show(position, in: row) }
        begin()
        askForMissing()
        // What is in sight may be known only now.
        wasMoved()
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
        area.whenMoved { [weak self] in self?.wasMoved() }
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
            self.bound[OpaquePointer(item)] = row
            self.show(Int(gtk_list_item_get_position(OpaquePointer(item))), in: row)
            self.askForMissing()
        }
        Signal.connect(factory, pointer: "unbind") { [weak self] item in
            if let item { self?.bound[OpaquePointer(item)] = nil }
        }
    }

    /// The rows that GTK shows, or will soon, with their positions.
    var rows: [(position: Int, view: RowView)] {
        bound.map { (Int(gtk_list_item_get_position($0)), $1) }
    }

    func row(at position: Int) -> Row? {
        let index = position - list.offset
        return list.rows.indices.contains(index) ? list.rows[index] : nil
    }

    private func show(_ position: Int, in view: RowView) {
        let row = row(at: position)
        view.show(row)
        let isChosen = row.map { list.isChosen($0) } ?? false
        let canChoose = isChoosing && (row.map { list.canChoose($0) } ?? false)
        view.setChosen(canChoose ? isChosen : nil, isChoosing: isChoosing)
        view.setMarked(isChoosing ? isChosen : row != nil && row?.id == marked)
    }

    private func activate(_ position: Int) {
        guard let row = row(at: position) else { return }
        if isChoosing { return choose(row, at: position) }
        guard let action = row.actions.first, action.isEnabled else { return }
        context.wish(.act(action, target: row.id))
    }

    // MARK: - Choosing several

    private var isChoosing: Bool { gtk_toggle_button_get_active(chooser.typed()) != 0 }

    private func setChoosing(_ isOn: Bool) {
        guard isOn != isChoosing else { return }
        isShowing = true
        gtk_toggle_button_set_active(chooser.typed(), isOn.c)
        isShowing = false
    }

    private func chooserChanged() {
        guard !isShowing else { return }
        last = nil
        if !isChoosing, list.selection?.chosen.isEmpty == false {
            context.wish(.select(id, .only([])))
        }
        show(list)
    }

    /// Chooses a row, or releases it; with the shift key all from the one before.
    private func choose(_ row: Row, at position: Int) {
        defer { last = position }
        let seat = gdk_display_get_default_seat(gtk_widget_get_display(view.pointer))
        let held = gdk_device_get_modifier_state(gdk_seat_get_keyboard(seat))
        let range = last.map { min($0, position)...max($0, position) } ?? position...position
        let isRange = held.rawValue & GDK_SHIFT_MASK.rawValue != 0
        let rows = (isRange ? range : position...position).compactMap { self.row(at: $0) }
            .filter(list.canChoose)
        guard !rows.isEmpty else { return }
        let ids = rows.map(\.id)
        context.wish(.select(id, list.isChosen(row) ? .release(ids) : .choose(ids)))
    }

    // MARK: - Windows

    /// Asks for visible rows that are not loaded, once per turn of the main loop.
    func askForMissing() {
        guard asking == nil, !place.isMoving, rows.contains(where: { isMissing($0.position) })
        else { return }
        asking = Task { [weak self] in
            guard let self, !Task.isCancelled else { return }
            self.asking = nil
            let positions = self.rows.map(\.position)
            guard let first = positions.min(), let last = positions.max(), !self.place.isMoving,
                positions.contains(where: { self.isMissing($0) })
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
