import CGTK
import TenonCore

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
