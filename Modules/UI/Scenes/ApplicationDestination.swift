public import TenonCore

/// A place that a feature puts within reach on all screens of the application.
public struct ApplicationDestination: Sendable {
    /// The heading that it stands under.
    let group: DestinationGroup
    /// The destination as the screens show it; its group and whether it is current are set later.
    let destination: @Sendable (Localizer) -> Destination
    /// Tells that screens show another destination than before, such as one with another count.
    let changes: @Sendable () -> AsyncStream<Void>

    /// Makes a destination.
    ///
    /// - Parameters:
    ///   - group: The heading that it stands under.
    ///   - changes: A value each time that `destination` gives another one, for as long as a session
    ///     lasts.
    ///   - destination: The destination as the screens show it.
    public init(
        in group: DestinationGroup = .main,
        changes: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } },
        destination: @escaping @Sendable (Localizer) -> Destination
    ) {
        self.group = group
        self.changes = changes
        self.destination = destination
    }

    /// Makes the destination that is the scene of a route.
    ///
    /// - Parameters:
    ///   - route: Where it is.
    ///   - title: What it is called.
    ///   - help: What is to be found there.
    ///   - icon: A picture beside the title.
    ///   - group: The heading that it stands under.
    ///   - shortcut: Its key.
    ///   - accelerator: What going there means on all screens.
    ///   - badge: What there is to know of it at this moment.
    ///   - changes: A value each time that the badge is another one, for as long as a session lasts.
    public init<Key: LocalizedKey>(
        to route: Route<Void>, _ title: Key, help: Key? = nil, icon: Icon? = nil,
        in group: DestinationGroup = .main, shortcut: String? = nil,
        accelerator: Accelerator? = nil,
        badge: @escaping @Sendable (Localizer) -> Badge? = { _ in nil },
        changes: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
    ) {
        let location = route.location()
        self.init(in: group, changes: changes) { localizer in
            Destination(
                location, title: localizer(title), help: help.map { localizer($0) } ?? "",
                icon: icon, badge: badge(localizer), shortcut: shortcut, accelerator: accelerator)
        }
    }
}

extension AnyPort {
    /// The places that are within reach on all screens of the application.
    public static let destinations = CollectionPort<ApplicationDestination>("destinations")
}
