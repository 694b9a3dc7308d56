import CGTK
import TenonCore
import TenonUI

/// Shows one row of a list; the same view shows other rows as one scrolls.
@DesktopActor
final class RowView {
    private static let key = "tenon-row"
    /// The sides of a picture at the beginning.
    private static let side = 40

    private let context: ScreenContext
    private let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12).styled("row")
    private let tile = Label(role: GTK_ACCESSIBLE_ROLE_PRESENTATION).styled("tile").centered()
    private let check = Widget(
        tenon_gtk_new(gtk_check_button_get_type(), GTK_ACCESSIBLE_ROLE_PRESENTATION))
    private let symbol = Icon("image-x-generic-symbolic")
    private let thumbnail: PictureView
    private let title = Label().styled("row-title")
    private let subtitle = Label().styled("caption", "dim-label")
    private let badge = Label().styled("badge").centered()
    /// Text that is too long for the end of a row is left out, so that the title stays whole.
    private let value = Label("", .shortens).styled("dim-label", "numeric")
    /// The same below the words, of a row that says when something was: it would leave them no room.
    private let lastLine = Label().styled("caption", "dim-label", "numeric")
    private let menu: RowMenu
    private var shown: Row?
    private var tileClass = ""
    /// What choosing the row does.
    private var mainTitle = ""

    init(context: ScreenContext) {
        self.context = context
        menu = RowMenu(context: context)
        thumbnail = PictureView(side: Self.side, context: context)
        let text = Box(GTK_ORIENTATION_VERTICAL, spacing: 2)
            .expanding(horizontally: true).aligned(nil, GTK_ALIGN_CENTER)
        text.append(title, subtitle, lastLine)
        for label in [tile, badge, value] { label.aligned(nil, GTK_ALIGN_CENTER) }
        gtk_label_set_xalign(value.opaque, 1)
        let end = Box(GTK_ORIENTATION_VERTICAL, spacing: 4).aligned(nil, GTK_ALIGN_CENTER)
        end.append(value.aligned(GTK_ALIGN_END), badge.aligned(GTK_ALIGN_END))
        // The row has the focus, and is chosen as a whole; a box that merely is not focusable would
        // swallow the key that goes to the row.
        gtk_widget_set_can_focus(check.pointer, 0)
        gtk_widget_set_can_target(check.pointer, 0)
        check.isVisible = false
        symbol.isVisible = false
        thumbnail.root.aligned(nil, GTK_ALIGN_CENTER)
        box.append(check, tile, symbol, thumbnail.root, text, end, menu.root)
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

    /// Puts the focus on the row.
    func focus() { if let row = gtk_widget_get_parent(box.pointer) { gtk_widget_grab_focus(row) } }

    /// Where the row is, from the top of a widget; `nil` without a place.
    func lines(in widget: Widget) -> (top: Float, bottom: Float)? {
        var bounds = graphene_rect_t()
        guard let row = gtk_widget_get_parent(box.pointer),
            gtk_widget_compute_bounds(row, widget.pointer, &bounds) != 0
        else { return nil }
        return (bounds.origin.y, bounds.origin.y + bounds.size.height)
    }

    /// Whether a widget is the row, or in it.
    func contains(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        guard let row = gtk_widget_get_parent(box.pointer) else { return false }
        return widget == row || gtk_widget_is_ancestor(widget, row) != 0
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
        subtitle.text = row?.details ?? ""
        subtitle.isVisible = !subtitle.text.isEmpty
        let ending = row?.ending ?? ""
        let isBelow = row?.moment != nil
        value.text = isBelow ? "" : ending
        value.toolTip(value.text)
        value.isVisible = !value.text.isEmpty
        value.keepWhole(10)
        lastLine.text = isBelow ? ending : ""
        lastLine.toolTip(row?.moment?.exact ?? "")
        lastLine.isVisible = !lastLine.text.isEmpty
        badge.text = row?.badge?.text ?? ""
        badge.isVisible = row?.badge != nil
        badge.keepWhole(10)
        for tone in Tone.allCases {
            badge.setStyle("tone-\(tone.rawValue)", tone == row?.badge?.tone)
        }
        showPicture(row?.picture)
        if row?.picture == nil {
            showTile(row?.avatarName ?? "", row?.icon)
        } else {
            (tile.isVisible, symbol.isVisible) = (false, false)
        }
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

    /// Shows the box of a row that can be chosen together with others.
    ///
    /// - Parameters:
    ///   - isChosen: `nil` for a row without a box.
    ///   - isChoosing: Whether there is room for boxes, so that all rows begin at the same place.
    func setChosen(_ isChosen: Bool?, isChoosing: Bool) {
        check.isVisible = isChoosing
        gtk_widget_set_opacity(check.pointer, isChosen == nil ? 0 : 1)
        gtk_check_button_set_active(check.typed(), (isChosen ?? false).c)
        menu.root.isVisible = isChosen == nil && menu.hasActions
        guard let shown, let item = gtk_widget_get_parent(box.pointer) else { return }
        let choosing = context.localizer(UIText.chooseRow, ["name": shown.title])
        Widget(item).describe(isChosen == nil ? mainTitle : choosing)
    }

    private func showPicture(_ image: TenonUI.Image?) {
        thumbnail.root.isVisible = image != nil
        thumbnail.show(image)
    }

    private func showTile(_ title: String, _ icon: TenonUI.Icon?) {
        let avatar = context.avatars.avatar(for: title)
        tile.isVisible = avatar != nil
        symbol.isVisible = avatar == nil && icon != nil
        if let icon { symbol.show(icon.symbolicName) }
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
        let texts = [row?.title, row?.details, row?.badge?.text, row?.ending]
        item.name(texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", "))
        mainTitle = main?.title ?? ""
        item.describe(mainTitle)
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

    /// Makes a menu.
    ///
    /// - Parameter takesFocus: Whether its button can have the focus; that of a row is opened by the key for
    ///   menus.
    init(context: ScreenContext, takesFocus: Bool = false) {
        self.context = context
        button = Widget(gtk_menu_button_new())
        popover = Widget(gtk_popover_new())
        gtk_menu_button_set_icon_name(button.opaque, "view-more-symbolic")
        gtk_menu_button_set_has_frame(button.opaque, 0)
        gtk_popover_set_child(popover.typed(), box.styled("menu-actions").pointer)
        gtk_menu_button_set_popover(button.opaque, popover.pointer)
        root = button.aligned(nil, GTK_ALIGN_CENTER)
        if !takesFocus, let toggle = gtk_widget_get_first_child(button.pointer) {
            gtk_widget_set_focusable(toggle, 0)
        }
        // Before it opens, since the focus then goes to what is there.
        Signal.connect(menuButton: button) { [weak self] in self?.fill() }
    }

    /// Whether there is anything in it.
    var hasActions: Bool { !actions.isEmpty }

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
                    localizer: context.localizer, avatars: context.avatars, codes: context.codes,
                    images: context.images
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
