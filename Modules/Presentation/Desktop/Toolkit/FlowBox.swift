import CGTK

/// Widgets one after the other, on as many lines as are needed.
final class FlowBox: Widget {
    private struct Place {
        let child: UnsafeMutablePointer<GtkWidget>
        var x: Int32
        let y: Int32
        let width: Int32
        let height: Int32
    }

    init(role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP) {
        super.init(tenon_gtk_new(gtk_box_get_type(), role))
        let layout = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, size, minimum, natural, _, _ in
                guard let widget, let minimum, let natural else { return }
                if orientation == GTK_ORIENTATION_HORIZONTAL {
                    let sizes = FlowBox.widths(widget)
                    minimum.pointee = sizes.map(\.minimum).max() ?? 0
                    let sum = sizes.map(\.natural).reduce(0, +)
                    natural.pointee = max(
                        minimum.pointee, sum + FlowBox.gap * Int32(max(0, sizes.count - 1)))
                } else {
                    let width = size < 0 ? Int32.max / 2 : size
                    minimum.pointee = FlowBox.arrange(widget, width).height
                    natural.pointee = minimum.pointee
                }
            },
            { widget, width, _, _ in
                guard let widget else { return }
                let isReversed = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
                for place in FlowBox.arrange(widget, width).places {
                    var area = GtkAllocation(
                        x: isReversed ? width - place.x - place.width : place.x, y: place.y,
                        width: place.width, height: place.height)
                    gtk_widget_size_allocate(place.child, &area, -1)
                }
            })
        gtk_widget_set_layout_manager(pointer, layout)
    }

    /// Places a new or present child after another one, or first.
    func place(_ child: Widget, after sibling: Widget?) {
        let isChild = gtk_widget_get_parent(child.pointer) == pointer
        if isChild, gtk_widget_get_prev_sibling(child.pointer) == sibling?.pointer { return }
        gtk_widget_insert_after(child.pointer, pointer, sibling?.pointer)
    }

    // GTK's own thread measures and places; only its widgets are accessed.

    private nonisolated static var gap: Int32 { 8 }

    private nonisolated static func children(
        _ widget: UnsafeMutablePointer<GtkWidget>
    ) -> [UnsafeMutablePointer<GtkWidget>] {
        var children: [UnsafeMutablePointer<GtkWidget>] = []
        var child = gtk_widget_get_first_child(widget)
        while let present = child {
            if gtk_widget_should_layout(present) != 0 { children.append(present) }
            child = gtk_widget_get_next_sibling(present)
        }
        return children
    }

    private nonisolated static func widths(
        _ widget: UnsafeMutablePointer<GtkWidget>
    ) -> [(minimum: Int32, natural: Int32)] {
        children(widget).map { child in
            var (minimum, natural): (Int32, Int32) = (0, 0)
            gtk_widget_measure(
                child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
            return (minimum, natural)
        }
    }

    private nonisolated static func arrange(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ room: Int32
    ) -> (places: [Place], height: Int32) {
        var places: [Place] = []
        var (x, y, line): (Int32, Int32, Int32) = (0, 0, 0)
        for (child, size) in zip(children(widget), widths(widget)) {
            let width = max(size.minimum, min(size.natural, room))
            var (minimum, natural): (Int32, Int32) = (0, 0)
            gtk_widget_measure(
                child, GTK_ORIENTATION_VERTICAL, width, &minimum, &natural, nil, nil)
            if x > 0, x + width > room {
                (x, y, line) = (0, y + line + gap, 0)
            }
            places.append(Place(child: child, x: x, y: y, width: width, height: natural))
            x += width + gap
            line = max(line, natural)
        }
        return (places, y + line)
    }
}
