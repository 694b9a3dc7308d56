import CGTK
import TenonCore
import TenonUI

/// A widget of GTK, kept alive for as long as this object or its parent is there.
@DesktopActor
class Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>

    init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    isolated deinit { g_object_unref(pointer) }

    /// The pointer for functions of types that GTK does not disclose.
    var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// The pointer for functions of a type that the widget is known to have.
    func typed<Type>(_ type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
    }

    var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        set { if newValue != isVisible { gtk_widget_set_visible(pointer, newValue.c) } }
    }

    var isSensitive: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        set { gtk_widget_set_sensitive(pointer, newValue.c) }
    }

    /// Whether the focus is on the widget or on something in it.
    var hasFocusWithin: Bool { focusWithin != nil }

    /// What has the focus: the widget, or something in it.
    var focusWithin: Widget? {
        // Not the state, which is set only while the window itself has the focus.
        guard let focus = windowFocus else { return nil }
        return focus == pointer || gtk_widget_is_ancestor(focus, pointer) != 0
            ? Widget(focus) : nil
    }

    /// Whether something in the window that is not in the widget has the focus.
    var hasFocusElsewhere: Bool { windowFocus != nil && !hasFocusWithin }

    /// What has the focus in the window; what is out of sight has none for a person.
    private var windowFocus: UnsafeMutablePointer<GtkWidget>? {
        guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root),
            gtk_widget_get_mapped(focus) != 0
        else { return nil }
        return focus
    }

    /// Forgets what in the widget had the focus last, when that is out of sight by now.
    ///
    /// Otherwise Tab would go on behind it, and reach nothing where nothing is behind it.
    func forgetHiddenFocus() {
        var parent = pointer
        while let child = gtk_widget_get_focus_child(parent) {
            guard gtk_widget_get_mapped(child) != 0 else {
                return gtk_widget_set_focus_child(parent, nil)
            }
            parent = child
        }
    }

    /// Whether a person writes in it.
    var isText: Bool { isA(gtk_text_view_get_type()) || isA(gtk_editable_get_type()) }

    /// Whether a person writes in it and it is not empty.
    var hasText: Bool {
        if isA(gtk_text_view_get_type()) {
            return gtk_text_buffer_get_char_count(gtk_text_view_get_buffer(typed())) > 0
        }
        // Looked at in place, as it may be a secret.
        return isA(gtk_editable_get_type()) && gtk_editable_get_text(opaque).pointee != 0
    }

    /// Whether it is of a type of GTK.
    func isA(_ type: GType) -> Bool {
        g_type_check_instance_is_a(typed(GTypeInstance.self), type) != 0
    }

    @discardableResult
    func focus() -> Bool { gtk_widget_grab_focus(pointer) != 0 }

    /// Puts the focus on it, with the caret where it was.
    @discardableResult
    func focusWithoutSelecting() -> Bool {
        guard isA(gtk_editable_get_type()) else { return focus() }
        let text = gtk_editable_get_delegate(opaque) ?? opaque
        return gtk_text_grab_focus_without_selecting(UnsafeMutablePointer(text)) != 0
    }

    func remove() { gtk_widget_unparent(pointer) }

    // MARK: - Looks and places

    /// Adds classes of the style sheet.
    @discardableResult
    func styled(_ classes: String...) -> Self {
        for name in classes { gtk_widget_add_css_class(pointer, name) }
        return self
    }

    func setStyle(_ name: String, _ isOn: Bool) {
        if isOn {
            gtk_widget_add_css_class(pointer, name)
        } else {
            gtk_widget_remove_css_class(pointer, name)
        }
    }

    @discardableResult
    func expanding(horizontally: Bool = false, vertically: Bool = false) -> Self {
        gtk_widget_set_hexpand(pointer, horizontally.c)
        gtk_widget_set_vexpand(pointer, vertically.c)
        return self
    }

    @discardableResult
    func aligned(_ horizontal: GtkAlign? = nil, _ vertical: GtkAlign? = nil) -> Self {
        if let horizontal { gtk_widget_set_halign(pointer, horizontal) }
        if let vertical { gtk_widget_set_valign(pointer, vertical) }
        return self
    }

    // MARK: - Accessibility

    /// The name that assistive technology says.
    func name(_ text: String) { tenon_gtk_name(pointer, HarmlessText.line(text)) }

    /// What assistive technology says beside the name.
    func describe(_ text: String) { tenon_gtk_describe(pointer, HarmlessText.line(text)) }

    func toolTip(_ text: String) {
        gtk_widget_set_tooltip_text(pointer, text.isEmpty ? nil : HarmlessText.lines(text))
    }
}

extension Bool {
    /// The value for C.
    var c: gboolean { self ? 1 : 0 }
}

/// Widgets beside each other, or one below the other.
final class Box: Widget {
    init(
        _ orientation: GtkOrientation, spacing: Int32 = 0,
        role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP
    ) {
        super.init(tenon_gtk_new(gtk_box_get_type(), role))
        gtk_orientable_set_orientation(opaque, orientation)
        gtk_box_set_spacing(typed(), spacing)
    }

    @discardableResult
    func append(_ children: Widget?...) -> Self {
        for case let child? in children { gtk_box_append(typed(), child.pointer) }
        return self
    }

    /// Puts a widget into a box that GTK has made.
    static func append(_ child: Widget, to box: UnsafeMutablePointer<GtkWidget>) {
        let box = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self)
        gtk_box_append(box, child.pointer)
    }

    /// Takes a child out.
    func remove(_ child: Widget) { gtk_box_remove(typed(), child.pointer) }

    /// Places a new or present child after another one, or first.
    func place(_ child: Widget, after sibling: Widget?) {
        if gtk_widget_get_parent(child.pointer) == pointer {
            guard gtk_widget_get_prev_sibling(child.pointer) != sibling?.pointer else { return }
            gtk_box_reorder_child_after(typed(), child.pointer, sibling?.pointer)
        } else {
            gtk_box_insert_child_after(typed(), child.pointer, sibling?.pointer)
        }
    }

    func removeAll() {
        while let child = gtk_widget_get_first_child(pointer) { gtk_box_remove(typed(), child) }
    }
}

/// Something to press.
class Button: Widget {
    /// A button with words; they are not taken for a mnemonic.
    init(_ title: String) {
        super.init(gtk_button_new())
        setTitle(title)
    }

    /// A button with an icon, and words for assistive technology.
    init(icon: String, _ title: String) {
        super.init(gtk_button_new_from_icon_name(icon))
        name(title)
        toolTip(title)
    }

    func setTitle(_ title: String) {
        gtk_button_set_label(typed(), HarmlessText.line(title))
        guard let label = gtk_button_get_child(typed()).map({ OpaquePointer($0) }) else { return }
        gtk_label_set_wrap(label, 1)
        Label.breakLines(of: label, title)
        gtk_label_set_justify(label, GTK_JUSTIFY_CENTER)
    }

    /// Shows words, and a picture before them if there is one.
    func setTitle(_ title: String, icon: String?) {
        guard let icon else { return setTitle(title) }
        let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        box.append(Icon(icon), Label(title).centered())
        box.aligned(GTK_ALIGN_CENTER)
        gtk_button_set_child(typed(), box.pointer)
        name(title)
    }

    func onClick(_ handler: @escaping @DesktopActor () -> Void) {
        Signal.connect(pointer, "clicked", handler)
    }
}

/// A picture of the icon theme; assistive technology passes over it.
final class Icon: Widget {
    init(_ name: String, size: Int32? = nil) {
        super.init(
            tenon_gtk_new(gtk_image_get_type(), GTK_ACCESSIBLE_ROLE_PRESENTATION))
        show(name)
        if let size { gtk_image_set_pixel_size(opaque, size) }
    }

    func show(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }
}

/// Room in which something larger can be moved.
final class ScrolledArea: Widget {
    init(_ child: Widget, horizontally: Bool = false) {
        super.init(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(
            opaque, horizontally ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(opaque, child.pointer)
    }

    func scrollToTop() { gtk_adjustment_set_value(adjustment, 0) }

    /// Calls back when it was moved, or has another size.
    func whenMoved(_ handler: @escaping @DesktopActor () -> Void) {
        guard let adjustment else { return }
        Signal.connect(UnsafeMutableRawPointer(adjustment), "value-changed", handler)
    }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
        gtk_scrolled_window_get_vadjustment(opaque)
    }
}
