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

/// A secret: never shown unless the person asks for it, kept in memory that is not paged out.
@DesktopActor
final class SecretControl: FieldControl {
    var root: Widget { entry.root }
    var input: Widget { entry.input }
    private let entry: SecretEntry
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?

    private var isShowing = false
    private var hasText = false

    init(_ localizer: Localizer) {
        entry = SecretEntry(localizer)
        Signal.connect(input.pointer, "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            let secret = EntryText(widget: self.input).secret
            self.hasText = !secret.isEmpty
            self.changed?(.secret(secret))
        }
        Signal.connect(input.pointer, "activate") { [weak self] in self?.submitted?() }
    }

    /// A screen holds no secret that could be shown.
    func show(_ kind: Field.Kind) {}

    /// Forgets what was typed.
    func clear() {
        guard hasText else { return }
        isShowing = true
        hasText = false
        gtk_editable_set_text(input.opaque, "")
        isShowing = false
    }
}

/// A number, or an amount of money, as it is written in the person's language.
@DesktopActor
final class NumberControl: FieldControl {
    let root: Widget
    let input = Widget(gtk_entry_new())
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?

    private let currency = Label().styled("dim-label")
    private let notation: NumberNotation
    private var isShowing = false

    init(language: String) {
        notation = NumberNotation(language: language)
        gtk_entry_set_input_purpose(input.typed(), GTK_INPUT_PURPOSE_NUMBER)
        gtk_entry_set_alignment(input.typed(), 1)
        root = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
            .append(input.expanding(horizontally: true), currency)
        Signal.connect(input.pointer, "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            self.changed?(.text(self.notation.plain(EntryText(widget: self.input).text)))
        }
        Signal.connect(input.pointer, "activate") { [weak self] in self?.submitted?() }
    }

    func show(_ kind: Field.Kind) {
        guard case .number(let text, let code) = kind else { return }
        currency.text = code ?? ""
        currency.isVisible = code != nil
        // Unfinished input such as "12," means the same and is not tidied up.
        guard notation.plain(EntryText(widget: input).text) != text else { return }
        isShowing = true
        EntryText(widget: input).set(notation.local(text))
        isShowing = false
    }
}
