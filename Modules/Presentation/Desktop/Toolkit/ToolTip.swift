import CGTK

/// The tip that the display shows.
///
/// GTK has one for all widgets, and keeps what it said until the next one.
@DesktopActor
enum ToolTip {
    private static var last: OpaquePointer?

    private static let hook = g_signal_add_emission_hook(
        g_signal_lookup("query-tooltip", gtk_widget_get_type()), 0,
        { _, _, values, _ in
            // GTK asks on the windows' thread. The tip is the fifth value of the signal.
            nonisolated(unsafe) let tip = values.flatMap { g_value_get_object($0 + 4) }
            DesktopActor.assumeIsolated { keep(tip) }
            return 1
        }, nil, nil)

    /// Takes note of the tips that are shown from now on.
    static func follow() { _ = hook }

    /// Forgets what the last one said.
    static func forget() {
        guard let last else { return }
        gtk_tooltip_set_text(last, "")
    }

    private static func keep(_ tip: UnsafeMutableRawPointer?) {
        guard let tip, OpaquePointer(tip) != last else { return }
        if let last { g_object_unref(UnsafeMutableRawPointer(last)) }
        last = OpaquePointer(g_object_ref(tip))
    }
}
