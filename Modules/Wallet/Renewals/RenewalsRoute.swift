import TenonCore
import WalletVault

/// The locations of this feature, and where it leads.
enum RenewalsRoute {
    /// The expiring cards.
    static let renewals = Route("renewals").location()

    /// A card.
    static func card(_ id: ItemID) -> Location { Location(["card", "\(id)"]) }
}
