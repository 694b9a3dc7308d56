package import TenonCore
package import TenonUI

/// A way to a vault beside making a new one, such as taking that of another machine.
package struct WelcomeLink: Sendable {
    /// Where it leads: a location below that of the first screen.
    let location: Location
    /// The action as the first screen shows it; its id is the end of the location.
    let action: @Sendable (Localizer) -> Action

    /// Makes a link; contribute it to ``AnyPort/welcomeLinks``.
    package init<Key: LocalizedKey>(to route: Route<Void>, _ title: Key) {
        let location = route.location()
        self.location = location
        action = { Action(id: location.segments.last ?? "", title: $0(title)) }
    }
}

extension AnyPort {
    /// What the first screen leads to.
    package static let welcomeLinks = CollectionPort<WelcomeLink>("welcomeLinks")
}
