import CGTK
import Foundation
import TenonCore
import TenonUI

/// A file: its path is typed, or it is chosen in the dialog of the desktop.
@DesktopActor
final class FileControl: FieldControl {
    let root: Widget
    let input = Widget(gtk_entry_new())
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?
    private let accepts: [String]
    private let localizer: Localizer
    private let button: Button
    private var dialog: OpaquePointer?
    private var isShowing = false

    init(_ field: Field, _ context: ScreenContext) {
        localizer = context.localizer
        if case .file(_, let accepts) = field.kind { self.accepts = accepts } else { accepts = [] }
        button = Button(localizer(DesktopText.choose))
        let hint =
            accepts.isEmpty
            ? localizer(DesktopText.path)
            : localizer(
                DesktopText.pathOfKind, ["endings": accepts.joined(separator: ", ")])
        gtk_entry_set_placeholder_text(input.typed(), hint)
        root = Box(GTK_ORIENTATION_HORIZONTAL).styled("linked")
            .append(input.expanding(horizontally: true), button)
        button.name("\(localizer(DesktopText.choose)) \(field.label)")
        Signal.connect(input.pointer, "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            let path = EntryText(widget: self.input).text
            self.changed?(.file(FieldReading.file(at: path)))
        }
        Signal.connect(input.pointer, "activate") { [weak self] in self?.submitted?() }
        button.onClick { [weak self] in self?.openDialog() }
    }

    isolated deinit { closeDialog() }

    /// A typed path is kept as long as it leads to the file of the field.
    func show(_ kind: Field.Kind) {
        guard case .file(let name, _) = kind else { return }
        let present = FieldReading.file(at: EntryText(widget: input).text)
        guard present.name != name else { return }
        isShowing = true
        EntryText(widget: input).set(name)
        isShowing = false
    }

    private func openDialog() {
        guard dialog == nil, let window = gtk_widget_get_root(root.pointer) else { return }
        let dialog = gtk_file_chooser_native_new(
            nil, UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self),
            GTK_FILE_CHOOSER_ACTION_OPEN, nil, nil)
        guard let dialog else { return }
        self.dialog = dialog
        if !accepts.isEmpty {
            let filter = gtk_file_filter_new()
            for ending in accepts { gtk_file_filter_add_pattern(filter, "*\(ending)") }
            gtk_file_filter_set_name(filter, accepts.joined(separator: ", "))
            gtk_file_chooser_add_filter(dialog, filter)
        }
        let pointer = UnsafeMutableRawPointer(dialog)
        Signal.connect(pointer, number: "response") { [weak self] response in
            self?.answered(response)
        }
        gtk_native_dialog_set_modal(pointer.assumingMemoryBound(to: GtkNativeDialog.self), 1)
        gtk_native_dialog_show(pointer.assumingMemoryBound(to: GtkNativeDialog.self))
    }

    private func answered(_ response: Int) {
        defer { closeDialog() }
        guard response == Int(GTK_RESPONSE_ACCEPT.rawValue), let dialog,
            let file = gtk_file_chooser_get_file(dialog)
        else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return }
        defer { g_free(path) }
        EntryText(widget: input).set(String(cString: path))
    }

    private func closeDialog() {
        guard let dialog else { return }
        self.dialog = nil
        g_object_unref(UnsafeMutableRawPointer(dialog))
    }
}
