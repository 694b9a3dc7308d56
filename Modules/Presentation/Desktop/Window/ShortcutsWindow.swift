import CGTK
import TenonCore
import TenonUI

/// The window that lists all keys, as the desktop shows it.
@DesktopActor
enum ShortcutsWindow {
    /// A title with its key.
    typealias Entry = (title: String, key: String)

    /// Opens it.
    static func open(
        over window: Widget, here: [Entry], places: [Entry], general: [Entry],
        localizer: Localizer
    ) {
        let text = description(
            groups: [
                (localizer(DesktopText.shortcutsHere), here),
                (localizer(UIText.places), places),
                (localizer(DesktopText.shortcutsGeneral), general),
            ])
        guard let builder = gtk_builder_new() else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
        guard gtk_builder_add_from_string(builder, text, -1, nil) != 0,
            let object = gtk_builder_get_object(builder, "shortcuts")
        else { return }
        let shortcuts = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_transient_for(shortcuts, window.typed())
        gtk_window_set_modal(shortcuts, 1)
        gtk_window_present(shortcuts)
    }

    /// The description that GTK builds the window from: in Debian 12 there is no other way.
    nonisolated static func description(groups: [(title: String, entries: [Entry])]) -> String {
        let content = groups.filter { !$0.entries.isEmpty }.map { group in
            let entries = group.entries.map { entry in
                """
                <child><object class="GtkShortcutsShortcut">
                <property name="accelerator">\(escaped(entry.key))</property>
                <property name="title">\(escaped(entry.title))</property>
                </object></child>
                """
            }
            return """
                <child><object class="GtkShortcutsGroup">
                <property name="title">\(escaped(group.title))</property>
                \(entries.joined(separator: "\n"))
                </object></child>
                """
        }
        return """
            <interface><object class="GtkShortcutsWindow" id="shortcuts">
            <child><object class="GtkShortcutsSection">
            <property name="section-name">all</property>
            <property name="max-height">12</property>
            \(content.joined(separator: "\n"))
            </object></child>
            </object></interface>
            """
    }

    private nonisolated static func escaped(_ text: String) -> String {
        HarmlessText.line(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
