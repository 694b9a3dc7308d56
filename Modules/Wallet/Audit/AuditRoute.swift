package import TenonCore
import WalletVault

/// The locations of this feature.
package enum AuditRoute {
    /// The audit.
    package static let audit = Route("audit").location()

    /// Where an item is shown.
    package static func item(_ item: AuditedItem) -> Location {
        Location([item.kind.rawValue, item.id.description])
    }
}
