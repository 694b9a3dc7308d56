import CGTK
import Foundation
import TenonCore
import TenonUI

/// A month: typed as on a card or as year and month, or chosen by its name.
@DesktopActor
final class MonthControl: FieldControl {
    private static let years = 1900.0...2199.0

    let root: Widget
    let input = Widget(gtk_entry_new())
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?
    private let button = Widget(gtk_menu_button_new())
    private let popover = Widget(gtk_popover_new())
    private let year = Widget(
        gtk_spin_button_new_with_range(years.lowerBound, years.upperBound, 1))
    private var isShowing = false

    init(_ localizer: Localizer) {
        gtk_entry_set_placeholder_text(input.typed(), localizer(UIText.monthFormat))
        gtk_menu_button_set_icon_name(button.opaque, "x-office-calendar-symbolic")
        button.name(localizer(DesktopText.calendar))
        button.toolTip(localizer(DesktopText.calendar))
        gtk_menu_button_set_popover(button.opaque, popover.pointer)
        year.name(localizer(DesktopText.year))
        root = Box(GTK_ORIENTATION_HORIZONTAL).styled("linked")
            .append(input.expanding(horizontally: true), button)
        let content = Box(GTK_ORIENTATION_VERTICAL, spacing: 8).append(year)
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: localizer.language)
        let names = zip(calendar.shortStandaloneMonthSymbols, calendar.standaloneMonthSymbols)
        var row = Box(GTK_ORIENTATION_HORIZONTAL)
        for (index, name) in names.enumerated() {
            if index.isMultiple(of: 3) {
                row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 4)
                gtk_box_set_homogeneous(row.typed(), 1)
                content.append(row)
            }
            let button = Button(name.0).styled("flat")
            button.name(name.1)
            button.onClick { [weak self] in self?.choose(index + 1) }
            row.append(button)
        }
        gtk_popover_set_child(popover.typed(), content.pointer)
        Signal.connect(input.pointer, "changed") { [weak self] in
            guard let self, !self.isShowing else { return }
            self.changed?(.text(self.value))
        }
        Signal.connect(input.pointer, "activate") { [weak self] in self?.submitted?() }
        Signal.connect(popover.pointer, "map") { [weak self] in self?.showYear() }
    }

    func show(_ kind: Field.Kind) {
        guard case .month(let month) = kind else { return }
        // What is typed in another way means the same and is not tidied up.
        guard value != month else { return }
        isShowing = true
        EntryText(widget: input).set(FieldReading.shownMonth(month))
        isShowing = false
    }

    /// What is typed, as fields hold it; what is no month as it is.
    private var value: String {
        let text = EntryText(widget: input).text
        return FieldReading.month(text.trimmed) ?? text
    }

    /// The year of what is typed, else the present one.
    private func showYear() {
        var shown = FieldReading.month(value).flatMap { Double($0.prefix(4)) }
        if shown == nil, let now = g_date_time_new_now_local() {
            shown = Double(g_date_time_get_year(now))
            g_date_time_unref(now)
        }
        if let shown { gtk_spin_button_set_value(year.opaque, shown) }
    }

    private func choose(_ month: Int) {
        let year = Int(gtk_spin_button_get_value(year.opaque))
        EntryText(widget: input).set("\(month < 10 ? "0" : "")\(month)/\(year)")
        gtk_popover_popdown(popover.typed())
    }
}
