package import TenonCore
import TenonUI
package import WalletVault

/// The locations of this feature.
package enum LoginsRoute {
    /// All logins.
    package static let list = Location(["logins"])
    /// A form for a new login.
    package static let new = Location(["login", "new"])
    /// The logins in the trash.
    package static let trash = Location(["trash"])

    /// One login.
    package static func detail(_ id: ItemID) -> Location { Location(["login", id.description]) }

    /// The form to change a login.
    package static func edit(_ id: ItemID) -> Location {
        Location(["login", id.description, "edit"])
    }
}

/// What the scenes of this feature come to.
enum LoginsOutcome: SceneOutcome, Equatable {
    /// A login was chosen.
    case selected(ItemID)
    /// The person wants to make a login.
    case wantsNew
    /// The person wants to change a login.
    case wantsEdit(ItemID)
    /// A new login was saved.
    case added(ItemID)
    /// The scene has done its work: changes saved, discarded, or the item gone.
    case done
}
