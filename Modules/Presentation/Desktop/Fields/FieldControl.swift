import CGTK
import Glibc
import TenonCore
import TenonUI

/// What a person sets the value of a field with.
@DesktopActor
protocol FieldControl: AnyObject {
    /// The widget.
    var root: Widget { get }
    /// What has the focus, and is called by the field's label.
    var input: Widget { get }
    /// Called when the person has changed the value.
    var changed: (@DesktopActor (FieldValue) -> Void)? { get set }
    /// Called when Return is pressed.
    var submitted: (@DesktopActor () -> Void)? { get set }
    /// Shows the value of a field; an equal value is left alone, with its cursor.
    func show(_ kind: Field.Kind)
}

/// What stays the same when a field changes: a field of another kind needs another control.
struct FieldKey: Hashable {
    private let id: String
    private let kind: Int

    init(_ field: Field) {
        id = field.id
        switch field.kind {
        case .text(_, let isMultiline): kind = isMultiline ? 1 : 0
        case .secret: kind = 2
        case .number: kind = 3
        case .date: kind = 4
        case .toggle: kind = 5
        case .choice: kind = 6
        case .choices: kind = 7
        case .file: kind = 8
        case .month: kind = 9
        case .tokens: kind = 10
        }
    }
}

/// Reads and writes the text of an entry; writing the same text changes nothing.
@DesktopActor
struct EntryText {
    let widget: Widget

    var text: String {
        gtk_editable_get_text(widget.opaque).map { String(cString: $0) } ?? ""
    }

    /// The text as bytes that are wiped; no `String` is made of it.
    var secret: SecretText {
        guard let text = gtk_editable_get_text(widget.opaque) else { return SecretText("") }
        return SecretText(utf8: UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// Shows a text; invisible characters are replaced by signs.
    func set(_ text: String) {
        let text = HarmlessText.line(text)
        guard text != self.text else { return }
        // GTK would put the cursor before the text, and with it what is typed next.
        let position = gtk_editable_get_position(widget.opaque)
        gtk_editable_set_text(widget.opaque, text)
        gtk_editable_set_position(widget.opaque, position)
    }
}
