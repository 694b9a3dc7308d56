import CGTK
import TenonUI

/// An entry that shows dots, and its text only on request.
///
/// It is neither `GtkPasswordEntry` nor `GtkEntry`: up to GTK 4.8 these give their text to assistive
/// technology, and with it to every program of the session. The bare `GtkText` inside them does not.
/// What is typed is in GTK's buffer for passwords, which is not paged out and is wiped.
@DesktopActor
final class SecretEntry {
    /// The frame, with the looks of an entry.
    let root: Widget
    /// What has the text and the focus.
    let input = Widget(tenon_gtk_new(gtk_text_get_type(), GTK_ACCESSIBLE_ROLE_TEXT_BOX))
    /// Called when the person has shown or concealed what is in it.
    var toggled: (@DesktopActor (_ isShown: Bool) -> Void)?
    /// What the secret is called, for assistive technology.
    var label = "" { didSet { nameButton() } }
    private let button: Button
    private let localizer: Localizer

    init(_ localizer: Localizer) {
        self.localizer = localizer
        root = Widget(tenon_gtk_new_entry_frame())
        button = Button(icon: "view-reveal-symbolic", localizer(UIText.reveal))
        let buffer = gtk_password_entry_buffer_new()
        gtk_text_set_buffer(input.typed(), buffer)
        g_object_unref(buffer.map { UnsafeMutableRawPointer($0) })
        gtk_text_set_visibility(input.typed(), 0)
        gtk_text_set_input_purpose(input.typed(), GTK_INPUT_PURPOSE_PASSWORD)
        gtk_text_set_input_hints(
            input.typed(),
            GtkInputHints(
                rawValue: GTK_INPUT_HINT_PRIVATE.rawValue | GTK_INPUT_HINT_NO_SPELLCHECK.rawValue))
        input.expanding(horizontally: true)
        button.styled("flat", "reveal").aligned(nil, GTK_ALIGN_CENTER)
        Box.append(input, to: root.pointer)
        Box.append(button, to: root.pointer)
        button.onClick { [weak self] in self?.toggle() }
    }

    /// Puts something before the icon that shows what is typed.
    func add(_ widget: Widget) {
        gtk_box_insert_child_after(
            UnsafeMutableRawPointer(root.pointer).assumingMemoryBound(to: GtkBox.self),
            widget.pointer, input.pointer)
    }

    /// Puts another text into it.
    func set(_ text: String) {
        gtk_editable_set_text(input.opaque, text)
        gtk_editable_set_position(input.opaque, -1)
    }

    /// Whether its text is in sight.
    var isShown: Bool { gtk_text_get_visibility(input.typed()) != 0 }

    private func toggle() {
        let isShown = !self.isShown
        show(isShown)
        toggled?(isShown)
    }

    /// Shows or conceals what is in it.
    func show(_ isShown: Bool) {
        gtk_text_set_visibility(input.typed(), isShown.c)
        gtk_button_set_icon_name(
            button.typed(), isShown ? "view-conceal-symbolic" : "view-reveal-symbolic")
        nameButton()
    }

    private func nameButton() {
        let isShown = gtk_text_get_visibility(input.typed()) != 0
        let title = localizer(isShown ? UIText.conceal : UIText.reveal)
        button.name([title, label].filter { !$0.isEmpty }.joined(separator: " "))
        button.toolTip(title)
    }
}
