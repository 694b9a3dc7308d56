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
        guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root) else {
            return nil
        }
        return focus == pointer || gtk_widget_is_ancestor(focus, pointer) != 0
            ? Widget(focus) : nil
    }

    @discardableResult
    func focus() -> Bool { gtk_widget_grab_focus(pointer) != 0 }

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

/// Text that is shown as it is: never taken for markup, and made harmless.
final class Label: Widget {
    /// How a label deals with little room.
    enum Fitting {
        /// Breaks lines between words, and a word that is longer than a line.
        case wraps
        /// Leaves out the end, and says all of it in a tool tip.
        case shortens
    }

    private let fitting: Fitting

    init(_ text: String = "", _ fitting: Fitting = .wraps, role: GtkAccessibleRole? = nil) {
        self.fitting = fitting
        super.init(
            role.map { tenon_gtk_new(gtk_label_get_type(), $0) } ?? gtk_label_new(nil))
        gtk_label_set_xalign(opaque, 0)
        switch fitting {
        case .wraps:
            gtk_label_set_wrap(opaque, 1)
        case .shortens:
            gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        }
        self.text = text
        if !text.isEmpty { showText() }
    }

    /// The text; line breaks are kept by labels that wrap.
    var text: String = "" {
        didSet { if text != oldValue { showText() } }
    }

    /// The longest word that always stays whole.
    private static let wholeWord = 20

    /// Lets a label break its lines so that words stay whole.
    ///
    /// A label that may break words takes no more room than a letter when others want it, so that only
    /// one with a very long word may, and asks for as much room as other words have. No hyphen is put
    /// where a word is broken: it would be taken for a part of an address or of a password.
    static func breakLines(of label: OpaquePointer, _ text: String) {
        let longest = text.split(whereSeparator: \.isWhitespace).map(\.count).max() ?? 0
        let isWhole = longest <= wholeWord
        gtk_label_set_wrap_mode(label, isWhole ? PANGO_WRAP_WORD : PANGO_WRAP_WORD_CHAR)
        gtk_label_set_width_chars(label, isWhole ? -1 : Int32(wholeWord))
        guard !isWhole else { return }
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        gtk_label_set_attributes(label, attributes)
        pango_attr_list_unref(attributes)
    }

    private func showText() {
        switch fitting {
        case .wraps:
            Self.breakLines(of: opaque, text)
            gtk_label_set_text(opaque, HarmlessText.lines(text))
        case .shortens:
            gtk_label_set_text(opaque, HarmlessText.line(text))
            toolTip(text)
        }
    }

    /// Keeps text of up to this many characters from being broken or shortened.
    func keepWhole(_ length: Int) {
        gtk_label_set_width_chars(opaque, Int32(min(length, text.count)))
    }

    /// Writes text that has no direction of its own, such as a code or the number of a card, from
    /// left to right; it stays at the side where the window begins.
    func leftToRight() -> Self {
        guard gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL else { return self }
        gtk_widget_set_direction(pointer, GTK_TEXT_DIR_LTR)
        gtk_label_set_xalign(opaque, 1)
        gtk_label_set_justify(opaque, GTK_JUSTIFY_RIGHT)
        return self
    }

    /// Lets the text be selected with the pointer.
    func selectable() -> Self {
        gtk_label_set_selectable(opaque, 1)
        // The tab key skips it, since it is not a control.
        gtk_widget_set_can_focus(pointer, 0)
        return self
    }

    func centered() -> Self {
        gtk_label_set_xalign(opaque, 0.5)
        gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
        return self
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

    func scrollToTop() {
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(opaque), 0)
    }
}
