import CGTK
import TenonCore
import TenonUI

/// A day: typed as year-month-day, or chosen in a calendar.
@DesktopActor
final class DateControl: FieldControl {
    let root: Widget
    let input = Widget(gtk_entry_new())
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?
    private let button = Widget(gtk_menu_button_new())
    private let calendar = Widget(gtk_calendar_new())
    private let popover = Widget(gtk_popover_new())
    private var isShowing = false

    init(_ localizer: Localizer) {
        gtk_entry_set_placeholder_text(input.typed(), localizer(UIText.dateFormat))
        gtk_menu_button_set_icon_name(button.opaque, "x-office-calendar-symbolic")
        gtk_popover_set_child(popover.typed(), calendar.pointer)
        gtk_menu_button_set_popover(button.opaque, popover.pointer)
        button.name(localizer(DesktopText.calendar))
        button.toolTip(localizer(DesktopText.calendar))
        root = Box(GTK_ORIENTATION_HORIZONTAL).styled("linked")
            .append(input.expanding(horizontally: true), button)
        Signal.connect(input.pointer, "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            self.changed?(.text(EntryText(widget: self.input).text))
        }
        Signal.connect(input.pointer, "activate") { [weak self] in self?.submitted?() }
        Signal.connect(popover.pointer, "map") { [weak self] in self?.showInCalendar() }
        Signal.connect(calendar.pointer, "day-selected") { [weak self] in self?.choose() }
    }

    func show(_ kind: Field.Kind) {
        guard case .date(let day) = kind else { return }
        isShowing = true
        EntryText(widget: input).set(day)
        isShowing = false
    }

    private func showInCalendar() {
        let parts = EntryText(widget: input).text.split(separator: "-").compactMap { Int32($0) }
        guard parts.count == 3,
            let date = g_date_time_new_utc(parts[0], parts[1], parts[2], 12, 0, 0)
        else { return }
        isShowing = true
        gtk_calendar_select_day(calendar.opaque, date)
        isShowing = false
        g_date_time_unref(date)
    }

    private func choose() {
        guard !isShowing, let date = gtk_calendar_get_date(calendar.opaque) else { return }
        defer { g_date_time_unref(date) }
        guard let text = g_date_time_format(date, "%Y-%m-%d") else { return }
        defer { g_free(text) }
        EntryText(widget: input).set(String(cString: text))
        gtk_popover_popdown(popover.typed())
    }
}
