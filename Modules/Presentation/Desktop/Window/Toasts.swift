import CGTK
import TenonCore
import TenonMemory
import TenonUI

/// Shows passing messages above the content; each goes by itself after a while.
@DesktopActor
final class Toasts {
    /// The most messages at the same time.
    private static let capacity = 3

    let root: Widget
    private let box = Box(GTK_ORIENTATION_VERTICAL).aligned(GTK_ALIGN_CENTER, GTK_ALIGN_END)
    private let localizer: Localizer
    private let undo: (String) -> Void
    private var shown: [Widget] = []
    /// What takes back what a message is about, by its widget.
    private var offers: [ObjectIdentifier: String] = [:]

    /// - Parameters:
    ///   - content: What the messages are above.
    ///   - undo: Takes back what a message is about, by its `Notice.undo`.
    init(over content: Widget, localizer: Localizer, undo: @escaping (String) -> Void) {
        self.localizer = localizer
        self.undo = undo
        root = Widget(gtk_overlay_new())
        gtk_overlay_set_child(root.opaque, content.pointer)
        gtk_overlay_add_overlay(root.opaque, box.pointer)
        box.isVisible = false
    }

    func show(_ notice: Notice) {
        let toast = makeToast(notice)
        shown.append(toast)
        if shown.count > Self.capacity { close(shown[0]) }
        box.append(toast)
        box.isVisible = true
        gtk_revealer_set_reveal_child(toast.opaque, 1)
        if let id = notice.undo {
            // The session tells when its time is over.
            offers[ObjectIdentifier(toast)] = id
            return
        }
        // Long enough to read it: three seconds, and more for each word.
        let words = notice.text.split(separator: " ").count
        Task { [weak self, weak toast] in
            let time = Duration.milliseconds(3000 + 300 * words) * Patience.factor
            try? await Task.sleep(for: time)
            if let toast { self?.close(toast) }
        }
    }

    private func makeToast(_ notice: Notice) -> Widget {
        let line = Box(
            GTK_ORIENTATION_HORIZONTAL, spacing: 10,
            role: notice.tone == .critical
                ? GTK_ACCESSIBLE_ROLE_ALERT : GTK_ACCESSIBLE_ROLE_STATUS
        ).styled("toast")
        let mark = ToneMark(localizer)
        mark.show(notice.tone)
        mark.root.aligned(nil, GTK_ALIGN_CENTER)
        // A box gives a label that wraps only what it needs to be no higher than the buttons.
        let label = Label(notice.text).aligned(nil, GTK_ALIGN_CENTER).expanding(horizontally: true)
        gtk_label_set_max_width_chars(label.opaque, 60)
        let button = Button(icon: "window-close-symbolic", localizer(UIText.close))
        button.styled("flat", "circular").aligned(nil, GTK_ALIGN_CENTER)
        line.append(mark.root, label)
        if let id = notice.undo {
            let undo = Button(localizer(UIText.undo)).aligned(nil, GTK_ALIGN_CENTER)
            undo.onClick { [weak self] in self?.undo(id) }
            line.append(undo)
        }
        line.append(button)
        line.name(notice.text)
        let toast = Widget(gtk_revealer_new())
        gtk_revealer_set_transition_type(toast.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        gtk_revealer_set_child(toast.opaque, line.pointer)
        button.onClick { [weak self, weak toast] in if let toast { self?.close(toast) } }
        return toast
    }

    /// Takes away the message of what can no longer be taken back.
    func close(undo id: String) {
        if let toast = shown.first(where: { offers[ObjectIdentifier($0)] == id }) { close(toast) }
    }

    private func close(_ toast: Widget) {
        guard let index = shown.firstIndex(where: { $0 === toast }) else { return }
        offers[ObjectIdentifier(toast)] = nil
        shown.remove(at: index)
        box.remove(toast)
        box.isVisible = !shown.isEmpty
    }
}

/// Shows how far long tasks have come, above the content.
@DesktopActor
final class Tasks {
    let root = Box(GTK_ORIENTATION_VERTICAL, spacing: 8).styled("tasks")
    private let localizer: Localizer
    private var rows: [String: (box: Box, label: Label, bar: ProgressBar)] = [:]

    init(localizer: Localizer) {
        self.localizer = localizer
        root.isVisible = false
    }

    func show(_ task: TaskProgress) {
        if task.isFinished {
            if let row = rows.removeValue(forKey: task.id) { root.remove(row.box) }
        } else {
            let row = rows[task.id] ?? makeRow()
            rows[task.id] = row
            row.label.text = [task.title, count(task)].compactMap(\.self).joined(separator: " – ")
            row.bar.name(task.title)
            row.bar.show(task.fraction)
        }
        root.isVisible = !rows.isEmpty
    }

    private func count(_ task: TaskProgress) -> String? {
        guard let total = task.total else {
            return task.completed > 0 ? localizer.number(task.completed) : nil
        }
        return localizer(
            UIText.progress,
            [
                "completed": localizer.number(task.completed),
                "total": localizer.number(total),
            ])
    }

    private func makeRow() -> (Box, Label, ProgressBar) {
        let (label, bar) = (Label(role: GTK_ACCESSIBLE_ROLE_STATUS), ProgressBar())
        let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 4).append(label.styled("caption"), bar)
        root.append(box)
        return (box, label, bar)
    }
}
