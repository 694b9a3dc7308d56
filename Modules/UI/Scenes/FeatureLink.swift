package import TenonCore

/// A way from a scene of one feature to a scene of another, which contributes it.
package struct FeatureLink: Sendable {
    /// Where it leads.
    package let location: Location
    private let title: @Sendable (Localizer) -> String

    /// Makes a link to a scene.
    package init<Key: LocalizedKey>(to route: Route<Void>, _ title: Key) {
        location = route.location()
        self.title = { $0(title) }
    }

    fileprivate var id: String { location.segments.last ?? "" }

    /// The action as the scene shows it; its id is the end of the location.
    package func action(_ localizer: Localizer) -> Action {
        Action(id: id, title: title(localizer))
    }
}

extension [FeatureLink] {
    /// Where the link leads whose action has an id; `nil` when there is none.
    package func location(of action: String) -> Location? {
        first { $0.id == action }?.location
    }
}
