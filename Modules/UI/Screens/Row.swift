public import TenonCore

/// One row of a list.
public struct Row: Sendable, Codable, Equatable, Identifiable {
    /// Names the row within its list; the target of its actions.
    public var id: String
    /// What it is.
    public var title: String
    /// More about it; may be empty.
    public var subtitle: String
    /// A short value at its end; may be empty.
    public var value: String
    /// A word that sets it apart, with its tone.
    public var badge: Badge?
    /// Whom it is from, or whom it shows; a name that is the title is not said again.
    public var person: Person?
    /// What it looks like, at its beginning, instead of the person; a decoration of the words.
    public var image: Image?
    /// When it was; at its end, behind the value.
    public var moment: Moment?
    /// A picture of what it is.
    public var icon: Icon?
    /// Where its first action leads, if that only leads to a location: front ends that have links make
    /// it one.
    public var location: Location?
    /// What can be done with it; the first is what choosing the row does.
    public var actions: [Action]

    /// Makes a row.
    public init(
        id: String, title: String, subtitle: String = "", value: String = "", badge: Badge? = nil,
        icon: Icon? = nil, location: Location? = nil, actions: [Action] = []
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.value = value
        self.badge = badge
        self.icon = icon
        self.location = location
        self.actions = actions
    }
}
