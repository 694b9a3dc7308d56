import CGTK
import TenonCore
import TenonUI

/// The bar on top: back, places where they are not beside the page, search, and the menu of the
/// application.
@DesktopActor
final class HeaderBar {
    /// What the menu has of an action.
    private struct MenuItem: Equatable {
        let id, title: String
        let key: String?
    }

    let root = Widget(gtk_header_bar_new())
    private let localizer: Localizer
    private let back: Button
    private let title: Label
    private let center = Box(GTK_ORIENTATION_HORIZONTAL)
    private let search = Widget(gtk_search_entry_new())
    private let menu = Widget(gtk_menu_button_new())
    private let searched: @DesktopActor (String) -> Void
    private var isShowing = false
    private var offered: [MenuItem]?
    /// The last search; the screen may still show the result of an earlier one.
    private var lastSearch: String?

    /// - Parameters:
    ///   - places: What opens the places.
    ///   - started: Called when a search begins with a letter that was typed elsewhere.
    ///   - searched: Called with what is searched for.
    init(
        _ application: ApplicationInfo, places: Widget, localizer: Localizer,
        started: @escaping @DesktopActor () -> Void,
        searched: @escaping @DesktopActor (String) -> Void
    ) {
        self.localizer = localizer
        self.searched = searched
        title = Label(application.name, .shortens).styled("title")
        back = Button(icon: "go-previous-symbolic", localizer(UIText.back))
        gtk_actionable_set_action_name(back.opaque, "win.back")
        gtk_widget_set_size_request(search.pointer, 160, -1)
        gtk_editable_set_max_width_chars(search.opaque, 48)
        search.expanding(horizontally: true)
        center.append(title, search)
        gtk_header_bar_set_title_widget(root.opaque, center.pointer)
        gtk_header_bar_pack_start(root.opaque, back.pointer)
        gtk_header_bar_pack_start(root.opaque, places.pointer)
        gtk_menu_button_set_icon_name(menu.opaque, "open-menu-symbolic")
        gtk_menu_button_set_primary(menu.opaque, 1)
        menu.name(localizer(DesktopText.menu))
        menu.toolTip(localizer(DesktopText.menu))
        gtk_header_bar_pack_end(root.opaque, menu.pointer)
        Signal.connect(search.pointer, "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            let text = EntryText(widget: self.search).text
            self.lastSearch = text
            self.searched(text)
        }
        Signal.connect(search.pointer, "search-started") { started() }
        Signal.connect(search.pointer, "stop-search") { [weak self] in
            guard let self else { return }
            EntryText(widget: self.search).set("")
        }
    }

    /// Lets the search take letters that are typed elsewhere in the window.
    func captureKeys(of window: Widget) {
        gtk_search_entry_set_key_capture_widget(search.opaque, window.pointer)
    }

    func focusSearch() { if search.isVisible { search.focus() } }

    /// Whether the search has the focus.
    var isSearching: Bool { search.hasFocusWithin }

    /// Puts the focus on the search, behind the letter that it begins with.
    func continueSearch() { search.focusWithoutSelecting() }

    /// Shows the search of a screen, since what was typed is not searched for.
    func stay(at search: Search?) {
        lastSearch = nil
        if let search { show(search) }
    }

    /// Shows what belongs to the present screen.
    ///
    /// - Parameter search: The search that is there to be used; `nil` when nothing can be searched.
    func show(search: Search?, canGoBack: Bool) {
        back.isVisible = canGoBack
        title.isVisible = search == nil
        self.search.isVisible = search != nil
        if let search { show(search) } else { lastSearch = nil }
    }

    /// Shows the actions of the application in the menu, with the keys that they have by their ids.
    func show(menu actions: [Action], keys: [String: String]) {
        let items = actions.map { MenuItem(id: $0.id, title: $0.title, key: keys[$0.id]) }
        guard items != offered else { return }
        // The menu would close, and it had the right keys when it was opened.
        if isMenuOpen, items.map(\.id) == offered?.map(\.id) { return }
        offered = items
        fillMenu(items)
    }

    private var isMenuOpen: Bool {
        gtk_menu_button_get_popover(menu.opaque).map { popover in
            gtk_widget_get_mapped(
                UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self)) != 0
        } ?? false
    }

    private func show(_ search: Search) {
        tenon_gtk_set_text(
            self.search.pointer, "placeholder-text", HarmlessText.line(search.label))
        self.search.name(search.label)
        // While a search is under way, the screen holds the previous search.
        if let lastSearch, lastSearch != search.text { return }
        lastSearch = nil
        isShowing = true
        EntryText(widget: self.search).set(search.text)
        isShowing = false
    }

    private func fillMenu(_ items: [MenuItem]) {
        let (menu, own, general) = (g_menu_new(), g_menu_new(), g_menu_new())
        for item in items { append(item, to: own) }
        g_menu_append(general, Self.escaped(localizer(DesktopText.shortcuts)), "win.shortcuts")
        g_menu_append(general, Self.escaped(localizer(UIText.quit)), "win.close")
        for section in [own, general] {
            g_menu_append_section(
                menu, nil,
                UnsafeMutableRawPointer(section)?.assumingMemoryBound(to: GMenuModel.self))
        }
        gtk_menu_button_set_menu_model(
            self.menu.opaque,
            UnsafeMutableRawPointer(menu)?.assumingMemoryBound(to: GMenuModel.self))
        for menu in [menu, own, general] { g_object_unref(menu.map(UnsafeMutableRawPointer.init)) }
    }

    private func append(_ item: MenuItem, to menu: OpaquePointer?) {
        let made = g_menu_item_new(
            Self.escaped(item.title), "win.\(ActionTable.name(item.id))")
        defer { g_object_unref(made.map(UnsafeMutableRawPointer.init)) }
        // Without it the item follows the key of its action, and GTK 4.8 releases an object that is not there
        // when the key goes before the menu was laid out.
        if let key = item.key {
            g_menu_item_set_attribute_value(made, "accel", g_variant_new_string(key))
        }
        g_menu_append_item(menu, made)
    }

    /// A title in which nothing is taken for a mnemonic.
    private static func escaped(_ title: String) -> String {
        HarmlessText.line(title).replacing("_", with: "__")
    }
}
