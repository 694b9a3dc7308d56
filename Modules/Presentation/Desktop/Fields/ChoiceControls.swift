import CGTK
import TenonCore
import TenonUI

/// On or off.
@DesktopActor
final class ToggleControl: FieldControl {
    var root: Widget { input }
    let input = Widget(gtk_switch_new())
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?
    private var isShowing = false

    init() {
        input.aligned(GTK_ALIGN_END, GTK_ALIGN_CENTER)
        Signal.connect(input.pointer, pointer: "notify::active") { [weak self] _ in
            guard let self, !self.isShowing else { return }
            self.changed?(.toggle(gtk_switch_get_active(self.input.opaque) != 0))
        }
    }

    func show(_ kind: Field.Kind) {
        guard case .toggle(let isOn) = kind,
            (gtk_switch_get_active(input.opaque) != 0) != isOn
        else { return }
        isShowing = true
        gtk_switch_set_active(input.opaque, isOn.c)
        isShowing = false
    }
}

/// One of several options.
@DesktopActor
final class ChoiceControl: FieldControl {
    var root: Widget { list }
    private let list: Widget
    let input: Widget
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?
    private var options: [Field.Option] = []
    private var isShowing = false

    init() {
        list = Widget(gtk_drop_down_new(nil, nil))
        // The button in it has the focus, and assistive technology describes that one.
        input = gtk_widget_get_first_child(list.pointer).map(Widget.init) ?? list
        Signal.connect(list.pointer, pointer: "notify::selected") { [weak self] _ in
            guard let self, !self.isShowing else { return }
            let index = Int(gtk_drop_down_get_selected(self.list.opaque))
            guard self.options.indices.contains(index) else { return }
            self.changed?(.text(self.options[index].id))
        }
        // GTK takes the option that it has marked, which may be the one below a pointer that rests there
        // while another one has the focus. Its handler comes first.
        guard let rows = Self.rows(in: list) else { return }
        Signal.connect(rows.pointer, number: "activate") { [weak self] index in
            guard let self else { return }
            gtk_drop_down_set_selected(self.list.opaque, guint(index))
        }
    }

    /// The list of the options that opens.
    private static func rows(in widget: Widget) -> Widget? {
        if widget.isA(gtk_list_view_get_type()) { return widget }
        var child = gtk_widget_get_first_child(widget.pointer)
        while let present = child {
            if let found = rows(in: Widget(present)) { return found }
            child = gtk_widget_get_next_sibling(present)
        }
        return nil
    }

    func show(_ kind: Field.Kind) {
        guard case .choice(let id, let options) = kind else { return }
        isShowing = true
        defer { isShowing = false }
        if options != self.options {
            self.options = options
            let list = gtk_string_list_new(nil)
            for option in options {
                gtk_string_list_append(list, HarmlessText.line(option.title))
            }
            gtk_drop_down_set_model(self.list.opaque, list)
            g_object_unref(list.map(UnsafeMutableRawPointer.init))
        }
        let index = options.firstIndex { $0.id == id }
        let wanted = index.map { guint($0) } ?? guint.max
        if gtk_drop_down_get_selected(list.opaque) != wanted {
            gtk_drop_down_set_selected(list.opaque, wanted)
        }
    }
}

/// Any number of several options.
@DesktopActor
final class ChoicesControl: FieldControl {
    let root: Widget
    let input: Widget
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
    private var options: [Field.Option] = []
    private var checks: [Widget] = []
    private var isShowing = false

    init() {
        root = box
        input = box
    }

    func show(_ kind: Field.Kind) {
        guard case .choices(let ids, let options) = kind else { return }
        isShowing = true
        defer { isShowing = false }
        if options != self.options { make(options) }
        for (option, check) in zip(options, checks) {
            let isOn = ids.contains(option.id)
            if (gtk_check_button_get_active(check.typed()) != 0) != isOn {
                gtk_check_button_set_active(check.typed(), isOn.c)
            }
        }
    }

    private func make(_ options: [Field.Option]) {
        self.options = options
        box.removeAll()
        checks = options.map { option in
            let check = Widget(gtk_check_button_new())
            gtk_check_button_set_label(check.typed(), HarmlessText.line(option.title))
            Signal.connect(check.pointer, "toggled") { [weak self] in self?.toggled() }
            box.append(check)
            return check
        }
    }

    private func toggled() {
        guard !isShowing else { return }
        let chosen = zip(options, checks).filter { _, check in
            gtk_check_button_get_active(check.typed()) != 0
        }
        changed?(.choices(chosen.map(\.0.id)))
    }
}
