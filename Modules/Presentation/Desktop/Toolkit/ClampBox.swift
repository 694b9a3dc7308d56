import CGTK

/// One widget, in the middle of the room and not wider than is good to read.
final class ClampBox: Widget {
    /// Content of a page.
    static let page: Int32 = 760
    /// A screen that stands alone.
    static let narrow: Int32 = 400

    init(_ child: Widget, width: Int32 = ClampBox.page) {
        super.init(
            tenon_gtk_new(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_GROUP))
        // The functions of the layout capture nothing: they find the width at the widget.
        g_object_set_data(
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self), "width",
            UnsafeMutableRawPointer(bitPattern: Int(width)))
        let layout = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, size, minimum, natural, _, _ in
                guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
                let width = ClampBox.width(of: widget)
                if orientation == GTK_ORIENTATION_HORIZONTAL {
                    gtk_widget_measure(child, orientation, size, minimum, natural, nil, nil)
                    if let natural { natural.pointee = min(natural.pointee, width) }
                    if let minimum, let natural {
                        natural.pointee = max(natural.pointee, minimum.pointee)
                    }
                } else {
                    gtk_widget_measure(
                        child, orientation, size < 0 ? width : min(size, width), minimum, natural,
                        nil, nil)
                }
            },
            { widget, width, height, _ in
                guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
                let own = min(width, ClampBox.width(of: widget))
                var area = GtkAllocation(
                    x: (width - own) / 2, y: 0, width: own, height: height)
                gtk_widget_size_allocate(child, &area, -1)
            })
        gtk_widget_set_layout_manager(pointer, layout)
        gtk_widget_insert_before(child.pointer, pointer, nil)
    }

    private nonisolated static func width(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        return Int32(Int(bitPattern: g_object_get_data(object, "width")))
    }
}
