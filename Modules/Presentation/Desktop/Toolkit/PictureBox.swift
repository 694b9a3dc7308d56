import CGTK
import TenonCore

/// Keeps a child in proportions, whatever it is by itself: as wide as there is room, up to a size.
final class PictureBox: Widget {
    /// Makes a box.
    ///
    /// - Parameters:
    ///   - child: What it keeps.
    ///   - isFixed: Whether it never gets smaller than its size.
    init(_ child: Widget, isFixed: Bool) {
        super.init(tenon_gtk_new(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_GROUP))
        // The functions of the layout capture nothing: they find the size at the widget.
        Self.set("fixed", isFixed ? 1 : 0, of: pointer)
        let layout = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, room, minimum, natural, _, _ in
                guard let widget else { return }
                let size = PictureBox.size(of: widget)
                if orientation == GTK_ORIENTATION_HORIZONTAL {
                    natural?.pointee = size.width
                    minimum?.pointee = PictureBox.get("fixed", of: widget) == 1 ? size.width : 0
                } else {
                    let height = PictureBox.height(of: size, width: room < 0 ? size.width : room)
                    natural?.pointee = height
                    minimum?.pointee = height
                }
            },
            { widget, width, _, _ in
                guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
                let size = PictureBox.size(of: widget)
                let own = min(width, size.width)
                let isTurned = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
                var area = GtkAllocation(
                    x: isTurned ? width - own : 0, y: 0, width: own,
                    height: PictureBox.height(of: size, width: own))
                gtk_widget_size_allocate(child, &area, -1)
            })
        gtk_widget_set_layout_manager(pointer, layout)
        gtk_widget_insert_before(child.pointer, pointer, nil)
    }

    /// Takes a size, as pixels of the window.
    func keep(_ size: PictureSize) {
        Self.set("width", size.width, of: pointer)
        Self.set("height", size.height, of: pointer)
        gtk_widget_queue_resize(pointer)
    }

    private nonisolated static func height(
        of size: (width: Int32, height: Int32), width: Int32
    ) -> Int32 {
        guard size.width > 0 else { return size.height }
        return Int32(Int(min(width, size.width)) * Int(size.height) / Int(size.width))
    }

    private nonisolated static func size(
        of widget: UnsafeMutablePointer<GtkWidget>
    ) -> (width: Int32, height: Int32) {
        (get("width", of: widget), get("height", of: widget))
    }

    private nonisolated static func get(
        _ name: String, of widget: UnsafeMutablePointer<GtkWidget>
    ) -> Int32 {
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        return Int32(Int(bitPattern: g_object_get_data(object, name)))
    }

    private static func set(
        _ name: String, _ value: Int, of widget: UnsafeMutablePointer<GtkWidget>
    ) {
        let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        g_object_set_data(object, name, UnsafeMutableRawPointer(bitPattern: value))
    }
}
