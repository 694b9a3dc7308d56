import TenonCore

/// The locations of this feature.
enum RenewalsRoute {
    /// The expiring cards.
    static let renewals = Route("renewals")
}
