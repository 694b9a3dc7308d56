public import TenonCore

/// A place that is within reach on all screens of an application, such as a list or its settings.
///
/// Front ends show all of them at once, apart from what can be done: in a sidebar, or behind one key.
/// Whoever chooses one goes to its location.
public struct Destination: Sendable, Codable, Equatable, Identifiable {
    /// Where it is.
    public var location: Location
    /// What the place is called: a noun, as in a table of contents.
    public var title: String
    /// What is to be found there, in one sentence; may be empty.
    public var help: String
    /// A picture beside the title.
    public var icon: Icon?
    /// The heading that it stands under, with all others that have the same; empty when under none.
    public var group: String
    /// How many things are there; `nil` when that is not told.
    public var count: Int?
    /// What there is to know of the place, such as "3 new".
    public var badge: Badge?
    /// A single lower-case letter that front ends may use as its key.
    public var shortcut: String?
    /// What going there means on all screens; its key, which nothing else gets, takes the place of a shortcut.
    public var accelerator: Accelerator?
    /// Whether the screen is this place, or was reached from it.
    public var isCurrent: Bool

    /// The text of its location, which names it among the destinations of a screen.
    public var id: String { location.description }

    /// Makes a destination.
    public init(
        _ location: Location, title: String, help: String = "", icon: Icon? = nil,
        group: String = "", count: Int? = nil, badge: Badge? = nil, shortcut: String? = nil,
        accelerator: Accelerator? = nil, isCurrent: Bool = false
    ) {
        self.location = location
        self.title = title
        self.help = help
        self.icon = icon
        self.group = group
        self.count = count
        self.badge = badge
        self.shortcut = accelerator?.letter ?? shortcut
        self.accelerator = accelerator
        self.isCurrent = isCurrent
    }
}

extension Screen {
    /// The destinations under their headings, in their order.
    public var destinationGroups: [(title: String, destinations: [Destination])] {
        destinations.reduce(into: []) { groups, destination in
            if groups.last?.title != destination.group { groups.append((destination.group, [])) }
            groups[groups.count - 1].destinations.append(destination)
        }
    }
}
