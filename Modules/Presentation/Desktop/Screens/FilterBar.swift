import CGTK
import TenonCore
import TenonUI

/// The filters of a screen: a button for each of a few options, a menu for many.
@DesktopActor
final class FilterBar {
    /// The most options that are buttons.
    private static let mostButtons = 5

    let root = FlowBox()
    private let context: ScreenContext
    private var filters: [Filter] = []
    private var buttons: [String: Widget] = [:]
    /// The buttons that open menus, by filter.
    private var menus: [String: Widget] = [:]
    private var isShowing = false

    init(context: ScreenContext) { self.context = context }

    /// Shows the filters as they are now; buttons that stay keep the focus.
    func show(_ filters: [Filter]) {
        root.isVisible = !filters.isEmpty
        let isSame = filters.map(Self.shape) == self.filters.map(Self.shape)
        self.filters = filters
        if !isSame { build() }
        isShowing = true
        defer { isShowing = false }
        for filter in filters {
            let chosen = filter.options.filter { filter.chosen.contains($0.id) }.map(\.title)
            let label = [filter.title, chosen.joined(separator: ", ")].filter { !$0.isEmpty }
            if let menu = menus[filter.id] {
                let text = HarmlessText.line(label.joined(separator: ": "))
                gtk_menu_button_set_label(menu.opaque, text)
                menu.name(text)
            }
            for option in filter.options {
                guard let button = buttons[Self.key(filter, option)] else { continue }
                gtk_toggle_button_set_active(
                    button.typed(), filter.chosen.contains(option.id).c)
                gtk_button_set_label(button.typed(), title(of: option))
            }
        }
    }

    private static func shape(_ filter: Filter) -> [String] {
        [filter.id, filter.title] + filter.options.flatMap { [$0.id, $0.title] }
    }

    private static func key(_ filter: Filter, _ option: Filter.Option) -> String {
        "\(filter.id)\n\(option.id)"
    }

    private func title(of option: Filter.Option) -> String {
        let count = option.count.map { " \(context.localizer.number($0))" } ?? ""
        return HarmlessText.line(option.title) + count
    }

    private func build() {
        for child in children { child.remove() }
        children = []
        (buttons, menus) = ([:], [:])
        var last: Widget?
        for filter in filters {
            let widget = filter.options.count > Self.mostButtons ? menu(filter) : chips(filter)
            root.place(widget, after: last)
            children.append(widget)
            last = widget
        }
    }

    private var children: [Widget] = []

    private func chips(_ filter: Filter) -> Widget {
        let box = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 4)
        box.name(filter.title)
        let label = Label(filter.title).styled("dim-label").centered()
        box.append(label)
        for option in filter.options { box.append(button(option, of: filter)) }
        return box
    }

    private func menu(_ filter: Filter) -> Widget {
        let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 2).styled("menu-actions")
        for option in filter.options { box.append(button(option, of: filter)) }
        let popover = Widget(gtk_popover_new())
        gtk_popover_set_child(popover.typed(), box.pointer)
        let button = Widget(gtk_menu_button_new())
        menus[filter.id] = button
        gtk_menu_button_set_popover(button.opaque, popover.pointer)
        return button
    }

    private func button(_ option: Filter.Option, of filter: Filter) -> Widget {
        let button = Widget(gtk_toggle_button_new_with_label(title(of: option)))
        button.styled("chip")
        buttons[Self.key(filter, option)] = button
        Signal.connect(button.pointer, "toggled") { [weak self] in
            guard let self, !self.isShowing,
                let place = self.filters.firstIndex(where: { $0.id == filter.id })
            else { return }
            // The next one may be chosen before the screen has this one.
            self.filters[place].chosen = self.filters[place].toggling(option.id)
            self.context.wish(.filter(filter.id, self.filters[place].chosen))
        }
        return button
    }
}
