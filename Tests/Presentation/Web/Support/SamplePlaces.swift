import TenonCore
import TenonUI

/// Places of the conformance application, with everything that a place can have.
enum SamplePlaces: Plugin {
    static let manifest = PluginManifest(
        name: "sample-places", version: "1.0.0", summary: "Puts samples within reach")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.destinations) { places }
    }

    private static var places: [ApplicationDestination] {
        [
            place("home", "Samples", in: .main) { $0.icon = .home },
            place("many", "Many things", in: .main) { place in
                place.icon = .list
                place.count = 10_000
                place.shortcut = "m"
                place.help = "A list that is longer than a screen."
            },
            place("form", "A form", in: .main) { $0.icon = .edit },
            place("chart", "A chart", in: .tools) { place in
                place.icon = .health
                place.badge = Badge("2 new", tone: .caution)
            },
            place("text", "Some text", in: .application) { $0.icon = .settings },
        ]
    }

    private static func place(
        _ sample: String, _ title: String, in group: DestinationGroup,
        change: @escaping @Sendable (inout Destination) -> Void
    ) -> ApplicationDestination {
        ApplicationDestination(in: group) { _ in
            var place = Destination(Location(["conformance", sample]), title: title)
            change(&place)
            return place
        }
    }
}
