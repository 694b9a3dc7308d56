import TenonUI

/// The destinations of the conformance application.
enum ConformancePlaces {
    /// All of them, not in the order in which they are shown.
    static func all(_ bell: ConformanceBell) -> [ApplicationDestination] {
        [
            ApplicationDestination(in: .application, changes: bell.changes) { _ in
                Destination(
                    Sample.location("actions"), title: "Bell tower", help: "Where the bell hangs.",
                    icon: .bell, badge: bell.badge)
            },
            ApplicationDestination(in: .tools) { _ in
                Destination(Sample.location("table"), title: "Reading list", icon: .note)
            },
            ApplicationDestination { _ in
                Destination(Sample.location("home"), title: "Front door", icon: .home)
            },
            ApplicationDestination(in: DestinationGroup(ConformanceText.corridors)) { _ in
                Destination(
                    Sample.location("many"), title: "Endless rows", icon: .list,
                    count: 10_000, shortcut: "y", accelerator: .settings)
            },
            ApplicationDestination { _ in
                Destination(Sample.location("facts"), title: "Small museum", icon: .image, count: 7)
            },
        ]
    }
}

/// A heading, as a feature has it in the languages of people.
private enum ConformanceText: String, LocalizedKey {
    case corridors

    static let catalogue = Catalogue(
        json: Array(#"{ "corridors": { "en": "Long corridors" } }"#.utf8))
}
