import CGTK
import TenonUI

/// The picture of a window in lists of windows: a drawing that needs no file.
@DesktopActor
enum WindowIcon {
    /// Shows a drawing on a window that is realized; where it cannot be drawn, the icon of the
    /// desktop file stays.
    static func show(_ icon: BrandIcon, on window: Widget) {
        let bytes = g_bytes_new(icon.svg, gsize(icon.svg.count))
        defer { g_bytes_unref(bytes) }
        guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        let list = g_list_append(nil, UnsafeMutableRawPointer(texture))
        gdk_toplevel_set_icon_list(gtk_native_get_surface(window.opaque), list)
        g_list_free(list)
    }
}
