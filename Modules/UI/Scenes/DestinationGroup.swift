import TenonCore

/// A heading that destinations of one feature or of several stand under.
public struct DestinationGroup: Sendable {
    /// Where it stands among the others; those of the same rank stand in the order of their features.
    private enum Rank: Int, Sendable {
        case main, own, tools, application
    }

    private let rank: Rank
    private let title: @Sendable (Localizer) -> String

    /// What the application is about: first, and under no heading.
    public static let main = DestinationGroup(.main) { _ in "" }
    /// What helps with it: near the end, under a heading that says so.
    public static let tools = DestinationGroup(.tools) { $0(UIText.tools) }
    /// What concerns the application itself, such as its settings: last, and under no heading.
    public static let application = DestinationGroup(.application) { _ in "" }

    /// Makes a group with a heading; two groups with the same heading are one.
    public init<Key: LocalizedKey>(_ title: Key) {
        self.init(.own) { $0(title) }
    }

    private init(_ rank: Rank, title: @escaping @Sendable (Localizer) -> String) {
        self.rank = rank
        self.title = title
    }

    /// The destinations of an application in the order of their groups.
    ///
    /// - Parameters:
    ///   - all: The destinations in the order of their features.
    ///   - localizer: The person's language.
    ///   - trail: How one got to the screen, its own location last; the last of them that a
    ///     destination has is the current one.
    static func arrange(
        _ all: [ApplicationDestination], _ localizer: Localizer, trail: [Location]
    ) -> [Destination] {
        var groups: [(rank: Int, title: String, destinations: [Destination])] = []
        for each in all {
            var destination = each.destination(localizer)
            destination.group = each.group.title(localizer)
            let (rank, title) = (each.group.rank.rawValue, destination.group)
            if let index = groups.firstIndex(where: { $0.rank == rank && $0.title == title }) {
                groups[index].destinations.append(destination)
            } else {
                groups.append((rank, title, [destination]))
            }
        }
        var destinations = groups.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .flatMap(\.element.destinations)
        let current = trail.reversed().lazy.compactMap { location in
            destinations.firstIndex { $0.location.segments == location.segments }
        }.first
        if let current { destinations[current].isCurrent = true }
        return destinations
    }
}
