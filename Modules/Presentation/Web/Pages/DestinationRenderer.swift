import TenonCore
import TenonUI

/// Writes the places of the application: links at the side of the page, or behind a button in the
/// bar where there is little room.
struct DestinationRenderer {
    /// The identity of the element with all places.
    static let id = "places"

    let localizer: Localizer
    let paths: SessionPaths

    private var toneMark: ToneMark { ToneMark(localizer: localizer) }

    /// All places under their headings.
    @HTMLBuilder
    func navigation(_ screen: Screen, isInert: Bool) -> HTML {
        if !screen.destinations.isEmpty {
            element(
                .nav, .id(Self.id), .class("places"),
                Attribute(.ariaLabel, localizer(UIText.places)),
                Attribute(.popover, if: true), Attribute(.inert, if: isInert)
            ) {
                for (index, group) in screen.destinationGroups.enumerated() {
                    self.group(
                        group.title, group.destinations, id: "places-\(index)",
                        isBesideForm: !screen.fields.isEmpty)
                }
                element(
                    .button, Attribute(.type, "button"), .class("button small quiet places-close"),
                    .id("places-close"), Attribute(.popovertarget, Self.id)
                ) { localizer(UIText.close) }
            }
        }
    }

    /// The button that opens the places where there is little room.
    @HTMLBuilder
    func menu(_ destinations: [Destination]) -> HTML {
        if !destinations.isEmpty {
            OpenerButton(
                target: Self.id, icon: .menu, label: localizer(UIText.places),
                badges: destinations.compactMap { destination in
                    destination.badge.map { (destination.title, $0) }
                }, localizer: localizer
            ).html
        }
    }

    @HTMLBuilder
    private func group(
        _ title: String, _ destinations: [Destination], id: String, isBesideForm: Bool
    ) -> HTML {
        if !title.isEmpty {
            element(.p, .class("places-title"), .id(id), Attribute(.dir, "auto")) { title }
        }
        element(
            .ul, Attribute(.role, "list"),
            title.isEmpty ? nil : Attribute(.ariaLabelledBy, id)
        ) {
            for destination in destinations {
                element(.li) {
                    link(destination, isBesideForm: isBesideForm)
                    if isBesideForm { element(.noscript) { button(destination) } }
                }
            }
        }
    }

    /// A button of the form: without a script, what was typed goes along.
    private func button(_ destination: Destination) -> HTML {
        element(
            .button, Attribute(.type, "submit"), .class("place-button"),
            Attribute(.form, ActionRenderer.formID), .formaction(paths.command(.open)),
            Attribute(.name, FormNames.place), Attribute(.value, destination.location.description),
            destination.isCurrent ? Attribute(.ariaCurrent, "page") : nil
        ) {
            destination.icon?.html
            element(.span, .class("place-text")) { text(destination) }
        }
    }

    private func link(_ destination: Destination, isBesideForm: Bool) -> HTML {
        element(
            .a, .class("place", isBesideForm ? "scripted" : ""),
            .href(paths.screen(destination.location)),
            .id(DOMIdentifier.make("place", destination.id)),
            destination.isCurrent ? Attribute(.ariaCurrent, "page") : nil,
            destination.help.isEmpty ? nil : Attribute(.title, destination.help),
            destination.shortcut.map { Attribute(.dataShortcut, $0) },
            destination.shortcut.map { Attribute(.ariaKeyShortcuts, $0) }
        ) {
            destination.icon?.html
            element(.span, .class("place-text")) { text(destination) }
        }
    }

    @HTMLBuilder
    private func text(_ destination: Destination) -> HTML {
        element(.span, .class("place-title"), Attribute(.dir, "auto")) { destination.title }
        if let count = destination.count {
            " "
            element(.span, .class("place-count")) { localizer.number(count) }
        }
        if let badge = destination.badge {
            " "
            element(
                .span, .class("badge", "tone-\(badge.tone.rawValue)"), Attribute(.dir, "auto")
            ) {
                toneMark.word(badge.tone)
                badge.text
            }
        }
    }
}
