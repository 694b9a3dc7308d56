package import TenonCore
import TenonUI
package import WalletVault

/// The locations of this feature.
package enum LoginsRoute {
    /// The route of one login.
    static let detailRoute = Route("login").argument("id", as: ItemID.self)
    /// The route of the form to change a login.
    static let editRoute = detailRoute.constant("edit")

    /// All logins.
    package static let list = Route("logins").location()
    /// A form for a new login.
    package static let new = Route("login").constant("new").location()
    /// The logins in the trash.
    package static let trash = Route("trash").location()

    /// One login.
    package static func detail(_ id: ItemID) -> Location { detailRoute.location(id) }

    /// The form to change a login.
    package static func edit(_ id: ItemID) -> Location { editRoute.location(id) }
}

extension ItemID: RouteArgument {
    package var routeText: String { description }

    package init?(routeText: String) { self.init(routeText) }
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
