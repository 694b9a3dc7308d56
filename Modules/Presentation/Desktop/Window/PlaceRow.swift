import CGTK
import TenonCore
import TenonUI

/// One place: its picture, its title, and what there is to know of it.
@DesktopActor
final class PlaceRow {
    /// The longest badge that stands beside the title; a longer one is below it.
    private static let shortBadge = 6
    /// The letters of a title from which on it is shortened.
    private static let longTitle: Int32 = 24

    let root = Widget(gtk_list_box_row_new())
    private let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 10)
    private let icon = Icon("")
    private let text = Box(GTK_ORIENTATION_VERTICAL).expanding(horizontally: true)
    private let title = Label("", .shortens)
    private let note = Label().styled("caption")
    private let badge = Label().styled("badge")
    private let count = Label().styled("caption", "dim-label", "numeric")

    private var isCurrent = false

    init() {
        gtk_label_set_max_width_chars(title.opaque, Self.longTitle)
        // It is short, and the title gives way to it.
        gtk_label_set_wrap(badge.opaque, 0)
        text.append(title, note)
        for child in [text, badge, count, icon] { child.aligned(nil, GTK_ALIGN_CENTER) }
        box.append(icon, text, badge, count)
        gtk_list_box_row_set_child(root.typed(), box.pointer)
    }

    /// Shows a place.
    ///
    /// - Parameter hasIcons: Whether other places have pictures, so that there is room for one.
    func show(_ destination: Destination, hasIcons: Bool, _ localizer: Localizer) {
        icon.isVisible = hasIcons
        icon.show(destination.icon?.symbolicName ?? "")
        title.text = destination.title
        let isShort = (destination.badge?.text.count ?? 0) <= Self.shortBadge
        show(isShort ? destination.badge : nil, in: badge)
        show(isShort ? nil : destination.badge, in: note)
        count.text = destination.count.map { localizer.number($0) } ?? ""
        count.isVisible = destination.count != nil
        if !destination.help.isEmpty {
            root.toolTip(destination.help)
            title.toolTip(destination.help)
        }
        let texts = [destination.title, count.text, destination.badge?.text ?? ""]
        root.name(texts.filter { !$0.isEmpty }.joined(separator: ", "))
        root.describe(destination.help)
        isCurrent = destination.isCurrent
        if isCurrent {
            gtk_widget_set_state_flags(root.pointer, GTK_STATE_FLAG_SELECTED, 0)
        } else {
            gtk_widget_unset_state_flags(root.pointer, GTK_STATE_FLAG_SELECTED)
        }
        tellCurrent()
    }

    /// Tells assistive technology whether it is the current place.
    func tellCurrent() { tenon_gtk_select(root.pointer, isCurrent.c) }

    private func show(_ badge: Badge?, in label: Label) {
        label.text = badge?.signedText ?? ""
        label.isVisible = badge != nil
        for tone in Tone.allCases {
            label.setStyle("tone-\(tone.rawValue)", tone == badge?.tone)
        }
    }
}
