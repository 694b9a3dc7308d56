import CGTK

/// Room in which something wider can be moved sideways; it is as high as what is in it.
///
/// A scrolled window of GTK asks its content for a height without telling it a width, so that lines
/// that are broken would be cut off. This box tells the width.
final class HorizontalScroller: Widget {
    /// The width, in pixels, below which it moves its content instead of asking for more room.
    private static let leastWidth: Int32 = 160

    private let window = Widget(gtk_scrolled_window_new())

    init(_ child: Widget) {
        super.init(tenon_gtk_new(gtk_box_get_type(), GTK_ACCESSIBLE_ROLE_GROUP))
        gtk_scrolled_window_set_policy(window.opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_child(window.opaque, child.pointer)
        // The functions of the layout capture nothing: they find the content in the widget.
        let layout = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, size, minimum, natural, _, _ in
                guard let window = widget.flatMap(gtk_widget_get_first_child),
                    let content = HorizontalScroller.content(of: window)
                else { return }
                let width = HorizontalScroller.size(of: content, GTK_ORIENTATION_HORIZONTAL)
                if orientation == GTK_ORIENTATION_HORIZONTAL {
                    minimum?.pointee = min(width.minimum, HorizontalScroller.leastWidth)
                    natural?.pointee = width.natural
                } else {
                    let isMoved = size >= 0 && size < width.minimum
                    let height = HorizontalScroller.size(
                        of: content, GTK_ORIENTATION_VERTICAL,
                        at: size < 0 ? width.natural : max(size, width.minimum))
                    let bar = isMoved ? HorizontalScroller.heightOfBar(of: window) : 0
                    minimum?.pointee = height.minimum + bar
                    natural?.pointee = height.natural + bar
                }
            },
            { widget, width, height, _ in
                guard let window = widget.flatMap(gtk_widget_get_first_child) else { return }
                var area = GtkAllocation(x: 0, y: 0, width: width, height: height)
                gtk_widget_size_allocate(window, &area, -1)
            })
        gtk_widget_set_layout_manager(pointer, layout)
        gtk_widget_insert_before(window.pointer, pointer, nil)
        stopForKeys()
        Signal.connect(UnsafeMutableRawPointer(adjustment), "changed") { [weak self] in
            self?.stopForKeys()
        }
    }

    /// What the reader of a screen calls the part that the keys move.
    func nameContent(_ name: String) { window.name(name) }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_hadjustment(window.opaque)
    }

    /// The tab key stops here, for Control with the arrows, while there is something to move.
    private func stopForKeys() {
        let isWider =
            gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment)
        gtk_widget_set_focusable(window.pointer, isWider ? 1 : 0)
    }

    /// What is in a scrolled window; GTK puts a viewport between the two.
    private nonisolated static func content(
        of window: UnsafeMutablePointer<GtkWidget>
    ) -> UnsafeMutablePointer<GtkWidget>? {
        gtk_scrolled_window_get_child(OpaquePointer(window)).flatMap(gtk_widget_get_first_child)
    }

    private nonisolated static func size(
        of widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation,
        at other: Int32 = -1
    ) -> (minimum: Int32, natural: Int32) {
        var (minimum, natural): (Int32, Int32) = (0, 0)
        gtk_widget_measure(widget, orientation, other, &minimum, &natural, nil, nil)
        return (minimum, natural)
    }

    private nonisolated static func heightOfBar(
        of window: UnsafeMutablePointer<GtkWidget>
    ) -> Int32 {
        guard let bar = gtk_scrolled_window_get_hscrollbar(OpaquePointer(window)) else { return 0 }
        return size(of: bar, GTK_ORIENTATION_VERTICAL).natural
    }
}
