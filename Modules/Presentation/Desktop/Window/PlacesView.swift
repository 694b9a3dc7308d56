import CGTK
import TenonCore
import TenonUI

/// The places of the application under their headings: beside the page, or in a menu of the bar
/// where there is little room.
@DesktopActor
final class PlacesView {
    /// From this width of the window on there is room for them beside the page.
    private static let leastWidth = 700
    /// The data of a row that is its heading.
    private static let heading = "tenon-heading"

    /// What stands beside the page.
    let sidebar = Box(GTK_ORIENTATION_HORIZONTAL)
    /// What opens the menu.
    let button = Widget(gtk_menu_button_new())
    private let localizer: Localizer
    private let popover = Widget(gtk_popover_new())
    private let list = Widget(gtk_list_box_new())
    private let area: ScrolledArea
    private let visit: @DesktopActor (Destination) -> Void
    private var rows: [PlaceRow] = []
    private var shown: [Destination] = []
    /// Where the list is: beside the page, or in the menu; `nil` before there was a width.
    private var isBeside: Bool?

    /// - Parameter visit: Called with the place that was chosen.
    init(localizer: Localizer, visit: @escaping @DesktopActor (Destination) -> Void) {
        self.localizer = localizer
        self.visit = visit
        area = ScrolledArea(list)
        list.styled("navigation-sidebar", "places")
        list.name(localizer(UIText.places))
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        gtk_list_box_set_header_func(
            list.opaque,
            { row, _, _ in
                guard let row else { return }
                let object = UnsafeMutableRawPointer(row)
                let heading = g_object_get_data(
                    object.assumingMemoryBound(to: GObject.self), PlacesView.heading)
                gtk_list_box_row_set_header(
                    row, heading?.assumingMemoryBound(to: GtkWidget.self))
            }, nil, nil)
        gtk_scrolled_window_set_propagate_natural_width(area.opaque, 1)
        gtk_scrolled_window_set_propagate_natural_height(area.opaque, 1)
        gtk_scrolled_window_set_max_content_height(area.opaque, 520)
        gtk_widget_set_size_request(area.pointer, 200, -1)
        area.expanding(vertically: true)
        popover.styled("menu")
        gtk_menu_button_set_icon_name(button.opaque, "sidebar-show-symbolic")
        button.styled("places-button")
        gtk_menu_button_set_popover(button.opaque, popover.pointer)
        button.name(localizer(UIText.places))
        sidebar.append(Widget(gtk_separator_new(GTK_ORIENTATION_VERTICAL)))
        sidebar.isVisible = false
        button.isVisible = false
        // What is told before the list is in its window does not arrive.
        Signal.connect(list.pointer, "map") { [weak self] in
            self?.rows.forEach { $0.tellCurrent() }
        }
        Signal.connect(list.pointer, pointer: "row-activated") { [weak self] row in
            self?.choose(row)
        }
        // Otherwise the search field takes these keys, and the place is not opened.
        Signal.connect(list, keys: "Return|KP_Enter|ISO_Enter") { [weak self] in
            guard let row = self?.list.focusWithin else { return false }
            return gtk_widget_activate(row.pointer) != 0
        }
    }

    /// Shows the places of a screen; rows that stay keep the focus.
    func show(_ destinations: [Destination]) {
        guard destinations != shown else { return }
        let isSame =
            destinations.map(\.id) == shown.map(\.id)
            && destinations.map(\.group) == shown.map(\.group)
        shown = destinations
        if !isSame { build() }
        let hasIcons = destinations.contains { $0.icon != nil }
        for (row, destination) in zip(rows, destinations) {
            row.show(destination, hasIcons: hasIcons, localizer)
        }
        showBadges()
        showHome()
    }

    /// Tells with the button what there is to know of the places behind it.
    private func showBadges() {
        let badges = shown.compactMap { place in place.badge.map { (place.title, $0) } }
        let texts = badges.map { "\($0): \($1.signedText)" }
        button.toolTip(([localizer(UIText.places)] + texts).joined(separator: "\n"))
        button.describe(texts.joined(separator: ", "))
        for tone in [Tone.caution, .critical] {
            button.setStyle("tone-\(tone.rawValue)", badges.contains { $1.tone == tone })
        }
    }

    /// Takes note of how wide the window is.
    func setWidth(_ width: Int) {
        let isBeside = width >= Self.leastWidth
        guard isBeside != self.isBeside else { return }
        self.isBeside = isBeside
        if isBeside {
            gtk_popover_popdown(popover.typed())
            gtk_popover_set_child(popover.typed(), nil)
            sidebar.place(area, after: nil)
        } else {
            if gtk_widget_get_parent(area.pointer) == sidebar.pointer { sidebar.remove(area) }
            gtk_popover_set_child(popover.typed(), area.pointer)
        }
        showHome()
    }

    private func showHome() {
        sidebar.isVisible = isBeside == true && !shown.isEmpty
        button.isVisible = isBeside == false && !shown.isEmpty
    }

    private func choose(_ row: UnsafeMutableRawPointer?) {
        guard
            let index = rows.firstIndex(where: { UnsafeMutableRawPointer($0.root.pointer) == row }),
            shown.indices.contains(index)
        else { return }
        gtk_popover_popdown(popover.typed())
        visit(shown[index])
    }

    private func build() {
        for row in rows { gtk_list_box_remove(list.opaque, row.root.pointer) }
        rows = shown.map { _ in PlaceRow() }
        var group: String?
        for (row, destination) in zip(rows, shown) {
            if destination.group != group, let heading = heading(destination.group, group) {
                g_object_set_data_full(
                    row.root.typed(GObject.self), Self.heading, g_object_ref(heading.pointer)
                ) { g_object_unref($0) }
            }
            group = destination.group
            gtk_list_box_append(list.opaque, row.root.pointer)
        }
        placeHeadings()
    }

    /// Puts headings before their rows in the order of widgets, which assistive technology reads;
    /// GTK only draws them there.
    private func placeHeadings() {
        gtk_list_box_invalidate_headers(list.opaque)
        for row in rows {
            guard let heading = gtk_list_box_row_get_header(row.root.typed()) else { continue }
            gtk_widget_insert_before(heading, list.pointer, row.root.pointer)
        }
    }

    /// What stands above the first place of a group: its heading, or a gap; nothing at the top.
    private func heading(_ title: String, _ before: String?) -> Widget? {
        if !title.isEmpty {
            return Label(title, .shortens).styled("caption-heading", "dim-label", "places-heading")
        }
        return before == nil ? nil : Box(GTK_ORIENTATION_VERTICAL).styled("places-gap")
    }
}
