import TenonCore
import TenonUI

/// Writes the filters of a screen: a button for each of a few options, a menu for many.
struct FilterRenderer {
    /// The most options that are buttons.
    private static let mostButtons = 5
    /// The identity of the form that a screen's filters belong to.
    private static let formID = "filters"

    let frame: PageFrame
    let session: PageContext.SessionPart
    /// The screen that the form belongs to.
    let location: HTML

    private var localizer: Localizer { frame.context.localizer }

    /// The filters; nothing when there are none.
    @HTMLBuilder
    func html(_ filters: [Filter]) -> HTML {
        if !filters.isEmpty {
            frame.form(
                .filter, session, .class("filters"), .id(Self.formID),
                Attribute(.ariaLabel, localizer(UIText.filters))
            ) {
                location
                for filter in filters {
                    if filter.options.count > Self.mostButtons {
                        menu(filter)
                    } else {
                        chips(filter)
                    }
                }
            }
        }
    }

    private func chips(_ filter: Filter) -> HTML {
        let id = DOMIdentifier.make("filter", filter.id)
        return element(
            .div, .class("filter"), Attribute(.role, "group"), Attribute(.ariaLabelledBy, id)
        ) {
            element(.span, .class("filter-title"), .id(id), Attribute(.dir, "auto")) {
                filter.title
            }
            for option in filter.options {
                element(
                    .button, Attribute(.type, "submit"), .class("button small chip"),
                    .id(DOMIdentifier.make("filter", filter.id, option.id)),
                    Attribute(.name, FormNames.filter),
                    Attribute(.value, FormNames.join([filter.id, option.id])),
                    Attribute(.ariaPressed, "\(filter.chosen.contains(option.id))")
                ) {
                    element(.span, Attribute(.dir, "auto")) { option.title }
                    if let count = option.count {
                        element(.span, .class("chip-count")) { " \(localizer.number(count))" }
                    }
                }
            }
        }
    }

    /// A menu that opens, with a box for each option and a button that takes them over.
    private func menu(_ filter: Filter) -> HTML {
        let name = FormNames.filter(filter.id)
        let titles = filter.options.filter { filter.chosen.contains($0.id) }.map(\.title)
        return element(.details, .class("filter more")) {
            element(
                .summary, .class("button small chip", titles.isEmpty ? "" : "on"),
                .id(DOMIdentifier.make("filter", filter.id))
            ) {
                element(.span, Attribute(.dir, "auto")) {
                    titles.isEmpty
                        ? filter.title : "\(filter.title): \(titles.joined(separator: ", "))"
                }
            }
            element(.div, .class("more-actions filter-options")) {
                element(
                    .input, Attribute(.type, "hidden"),
                    Attribute(.name, FormNames.presence(name)), Attribute(.value, "1"))
                if !filter.takesSeveral { box(filter, nil, localizer(UIText.everything), nil) }
                for option in filter.options { box(filter, option.id, option.title, option.count) }
                element(
                    .button, Attribute(.type, "submit"), .class("button small"),
                    .id(DOMIdentifier.make("filter", filter.id, "", "go"))
                ) { localizer(WebText.applyFilter) }
            }
        }
    }

    private func box(_ filter: Filter, _ id: String?, _ title: String, _ count: Int?) -> HTML {
        let isChosen = id.map { filter.chosen.contains($0) } ?? filter.chosen.isEmpty
        return element(.label, .class("filter-option")) {
            element(
                .input, Attribute(.type, filter.takesSeveral ? "checkbox" : "radio"),
                .id(DOMIdentifier.make("filter", filter.id, id ?? "", "box")),
                Attribute(.name, FormNames.filter(filter.id)), Attribute(.value, id ?? ""),
                Attribute(.checked, if: isChosen))
            element(.span, Attribute(.dir, "auto")) { title }
            if let count {
                element(.span, .class("chip-count")) { " \(localizer.number(count))" }
            }
        }
    }
}
