import CGTK
import TenonCore
import TenonUI

/// Shows one row of a list; the same view shows other rows as one scrolls.
@DesktopActor
final class RowView {
    private static let key = "tenon-row"

    private let context: ScreenContext
    private let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12).styled("row")
    private let tile = Label(role: GTK_ACCESSIBLE_ROLE_PRESENTATION).styled("tile").centered()
    private let title = Label().styled("row-title")
    private let subtitle = Label().styled("caption", "dim-label")
    private let badge = Label().styled("badge").centered()
    /// Text that is too long for the end of a row is left out, so that the title stays whole.
    private let value = Label("", .shortens).styled("dim-label", "numeric")
    private let menu: RowMenu
    private var shown: Row?
    private var tileClass = ""

    init(context: ScreenContext) {
        self.context = context
        menu = RowMenu(context: context)
        let text = Box(GTK_ORIENTATION_VERTICAL, spacing: 2)
            .expanding(horizontally: true).aligned(nil, GTK_ALIGN_CENTER)
        text.append(title, subtitle)
        for label in [tile, badge, value] { label.aligned(nil, GTK_ALIGN_CENTER) }
        gtk_label_set_xalign(value.opaque, 1)
        let end = Box(GTK_ORIENTATION_VERTICAL, spacing: 4).aligned(nil, GTK_ALIGN_CENTER)
        end.append(value.aligned(GTK_ALIGN_END), badge.aligned(GTK_ALIGN_END))
        box.append(tile, text, end, menu.root)
        let secondary = gtk_gesture_click_new()
        gtk_gesture_single_set_button(secondary, guint(GDK_BUTTON_SECONDARY))
        gtk_widget_add_controller(box.pointer, secondary)
        if let secondary {
            Signal.connect(UnsafeMutableRawPointer(secondary), press: "pressed") { [weak self] in
                self?.openMenu()
            }
        }
    }

    /// Whether the focus is on the row.
    var hasFocus: Bool {
        gtk_widget_get_parent(box.pointer).map { gtk_widget_is_focus($0) != 0 } ?? false
    }

    /// Opens the menu of the row.
    func openMenu() { menu.open() }

    /// Makes the view the content of a list item, which keeps it.
    func attach(to item: UnsafeMutableRawPointer) {
        gtk_list_item_set_child(OpaquePointer(item), box.pointer)
        g_object_set_data_full(
            item.assumingMemoryBound(to: GObject.self), Self.key,
            Unmanaged.passRetained(self).toOpaque()
        ) { data in
            if let data { Unmanaged<RowView>.fromOpaque(data).release() }
        }
    }

    /// The view that was attached to a list item.
    static func attached(to item: UnsafeMutableRawPointer) -> RowView? {
        g_object_get_data(item.assumingMemoryBound(to: GObject.self), key)
            .map { Unmanaged<RowView>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Shows a row; `nil` when its content is not there yet.
    func show(_ row: Row?) {
        if let row, row == shown { return }
        shown = row
        title.text = row?.title ?? "…"
        subtitle.text = row?.subtitle ?? ""
        subtitle.isVisible = !subtitle.text.isEmpty
        value.text = row?.value ?? ""
        value.isVisible = !value.text.isEmpty
        value.keepWhole(10)
        badge.text = row?.badge?.text ?? ""
        badge.isVisible = row?.badge != nil
        badge.keepWhole(10)
        for tone in Tone.allCases {
            badge.setStyle("tone-\(tone.rawValue)", tone == row?.badge?.tone)
        }
        showTile(row?.title ?? "")
        let main = row?.actions.first
        let isMainShown = main?.isEnabled ?? false
        menu.show(row, actions: Array(row?.actions.dropFirst(isMainShown ? 1 : 0) ?? []))
        showName(row, main: isMainShown ? main : nil)
    }

    /// Shows whether the row is the present one.
    func setMarked(_ isMarked: Bool) {
        box.setStyle("current", isMarked)
        if let item = gtk_widget_get_parent(box.pointer) { tenon_gtk_select(item, isMarked.c) }
    }

    private func showTile(_ title: String) {
        let avatar = context.avatars.avatar(for: title)
        tile.isVisible = avatar != nil
        guard let avatar else { return }
        tile.text = avatar.letter
        let name = "tile-\(avatar.color)"
        guard name != tileClass else { return }
        if !tileClass.isEmpty { tile.setStyle(tileClass, false) }
        tile.setStyle(name, true)
        tileClass = name
    }

    /// The widget around this one has the focus, and assistive technology describes that one.
    private func showName(_ row: Row?, main: Action?) {
        guard let parent = gtk_widget_get_parent(box.pointer) else { return }
        let item = Widget(parent)
        let texts = [row?.title, row?.subtitle, row?.badge?.text, row?.value]
        item.name(texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "))
        item.describe(main?.title ?? "")
    }
}

/// What else can be done with a row: a menu that is made when it is opened.
@DesktopActor
final class RowMenu {
    let root: Widget
    private let context: ScreenContext
    private let button: Widget
    private let popover: Widget
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 2)
    private var row: Row?
    private var actions: [Action] = []
    private var items: [ActionButton] = []

    init(context: ScreenContext) {
        self.context = context
        button = Widget(gtk_menu_button_new())
        popover = Widget(gtk_popover_new())
        gtk_menu_button_set_icon_name(button.opaque, "view-more-symbolic")
        gtk_menu_button_set_has_frame(button.opaque, 0)
        gtk_popover_set_child(popover.typed(), box.styled("menu-actions").pointer)
        gtk_menu_button_set_popover(button.opaque, popover.pointer)
        root = button.aligned(nil, GTK_ALIGN_CENTER)
        // The row has the focus; its menu is opened by the key for menus.
        if let toggle = gtk_widget_get_first_child(button.pointer) {
            gtk_widget_set_focusable(toggle, 0)
        }
        // Before it opens, since the focus then goes to what is there.
        Signal.connect(menuButton: button) { [weak self] in self?.fill() }
    }

    /// Opens the menu, if there is anything in it.
    func open() { if button.isVisible { gtk_menu_button_popup(button.opaque) } }

    func show(_ row: Row?, actions: [Action]) {
        self.row = row
        self.actions = actions
        button.isVisible = !actions.isEmpty
        // A view without a row is kept for another one, and must not remember what it showed.
        let title = row.map { context.localizer(UIText.more, ["name": $0.title]) } ?? ""
        button.name(title)
        button.toolTip(title)
        if row == nil || gtk_widget_get_mapped(popover.pointer) != 0 { fill() }
    }

    private func fill() {
        box.removeAll()
        items = []
        guard let row else { return }
        for action in actions {
            let item = ActionButton(
                action, target: row.id, isFlat: true,
                context: ScreenContext(
                    localizer: context.localizer, avatars: context.avatars, codes: context.codes
                ) { [weak self] wish in
                    guard let self else { return }
                    gtk_popover_popdown(self.popover.typed())
                    self.context.wish(wish)
                })
            items.append(item)
            box.append(item.root)
        }
    }
}
