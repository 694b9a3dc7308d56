import CGTK
import TenonCore
import TenonUI

/// One line of text.
@DesktopActor
final class TextControl: FieldControl {
    var root: Widget { input }
    let input = Widget(gtk_entry_new())
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?
    private var isShowing = false

    init(purpose: Field.Autofill) {
        switch purpose {
        case .url: gtk_entry_set_input_purpose(input.typed(), GTK_INPUT_PURPOSE_URL)
        case .oneTimeCode: gtk_entry_set_input_purpose(input.typed(), GTK_INPUT_PURPOSE_PIN)
        case .off, .username, .currentPassword, .newPassword: break
        }
        Signal.connect(input.pointer, "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            self.changed?(.text(EntryText(widget: self.input).text))
        }
        Signal.connect(input.pointer, "activate") { [weak self] in self?.submitted?() }
    }

    func show(_ kind: Field.Kind) {
        guard case .text(let text, _) = kind else { return }
        isShowing = true
        EntryText(widget: input).set(text)
        isShowing = false
    }
}

/// Several lines of text.
@DesktopActor
final class MultilineControl: FieldControl {
    let root: Widget
    let input = Widget(gtk_text_view_new())
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?
    private var isShowing = false

    init() {
        gtk_text_view_set_wrap_mode(input.typed(), GTK_WRAP_WORD_CHAR)
        // The tab key leads on, as in every other field.
        gtk_text_view_set_accepts_tab(input.typed(), 0)
        for set in [
            gtk_text_view_set_left_margin, gtk_text_view_set_right_margin,
            gtk_text_view_set_top_margin, gtk_text_view_set_bottom_margin,
        ] {
            set(input.typed(), 8)
        }
        let area = ScrolledArea(input)
        gtk_scrolled_window_set_has_frame(area.opaque, 1)
        gtk_scrolled_window_set_min_content_height(area.opaque, 96)
        gtk_scrolled_window_set_max_content_height(area.opaque, 280)
        gtk_scrolled_window_set_propagate_natural_height(area.opaque, 1)
        root = area.styled("text-area")
        Signal.connect(UnsafeMutableRawPointer(buffer), "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            self.changed?(.text(self.text))
        }
    }

    func show(_ kind: Field.Kind) {
        guard case .text(let value, _) = kind else { return }
        let text = HarmlessText.lines(value)
        guard text != self.text else { return }
        isShowing = true
        gtk_text_buffer_set_text(buffer, text, -1)
        isShowing = false
    }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer> {
        gtk_text_view_get_buffer(input.typed())
    }

    private var text: String {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}

/// A number, or an amount of money, as it is written in the person's language.
@DesktopActor
final class NumberControl: FieldControl {
    let root: Widget
    let input = Widget(gtk_entry_new())
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?

    /// For a range of not too many whole numbers.
    let slider = Widget(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 1))
    private let currency = Label().styled("dim-label")
    private let notation: NumberNotation
    private var isShowing = false

    init(language: String) {
        notation = NumberNotation(language: language)
        gtk_entry_set_input_purpose(input.typed(), GTK_INPUT_PURPOSE_NUMBER)
        gtk_entry_set_alignment(input.typed(), 1)
        root = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
            .append(
                input.expanding(horizontally: true), currency,
                slider.expanding(horizontally: true))
        gtk_scale_set_draw_value(slider.typed(), 0)
        Signal.connect(input.pointer, "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            self.slide()
            self.changed?(.text(self.value))
        }
        Signal.connect(slider.pointer, "value-changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            EntryText(widget: self.input).set("\(Int(gtk_range_get_value(self.slider.typed())))")
        }
        Signal.connect(input.pointer, "activate") { [weak self] in self?.submitted?() }
    }

    func show(_ kind: Field.Kind) {
        guard case .number(let text, let code, let range) = kind else { return }
        currency.text = code ?? ""
        currency.isVisible = code != nil
        isShowing = true
        // Unfinished input such as "12," means the same and is not tidied up.
        if value != text { EntryText(widget: input).set(notation.local(text)) }
        slider.isVisible = range.map(FieldReading.canSlide) ?? false
        if let range, slider.isVisible {
            gtk_range_set_range(
                slider.typed(), Double(range.lowerBound), Double(range.upperBound))
        }
        isShowing = false
        slide()
    }

    /// What is typed, as fields hold it.
    private var value: String { notation.plain(EntryText(widget: input).text) }

    /// Moves the slider to what is typed.
    private func slide() {
        guard slider.isVisible, let number = Int(value) else { return }
        isShowing = true
        gtk_range_set_value(slider.typed(), Double(number))
        isShowing = false
    }
}
