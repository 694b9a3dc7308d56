package import TenonCore
import TenonUI
package import WalletVault

/// The locations of items; that of one item is its kind's `route`.
package enum ItemsRoute {
    /// The items with a tag.
    static let tag = Route("tag").argument("name", as: RouteText.self)

    /// All items.
    package static let list = Route("items")
    /// The favourites.
    package static let favorites = Route("favorites")
    /// All tags.
    package static let tags = Route("tags")
    /// The items in the trash.
    package static let trash = Route("trash")

    /// All items of a kind, such as `logins`.
    package static func list(of kind: ItemKind) -> Route<Void> {
        switch kind {
        case .identity: Route("identities")
        case .wifi: Route("wifi-networks")
        case .login, .card, .note, .bank, .licence, .sshKey, .other: Route("\(kind.rawValue)s")
        }
    }

    /// The items with a tag; the tags, for one that no location can hold.
    package static func tag(_ name: String) -> Location {
        RouteText(routeText: name).map { tag.location($0) } ?? tags.location()
    }

    /// The choice of what to make.
    package static let newItem = Route("items").constant("new")
    /// A form for a new item, such as `login:new`.
    package static func new(_ kind: ItemKind) -> Route<Void> {
        Route(kind.rawValue).constant("new")
    }

    /// The form to change an item, such as `login:{id}:edit`.
    package static func edit(_ kind: ItemKind) -> Route<ItemID> { kind.route.constant("edit") }
}

/// The outcomes of the scenes of items.
enum ItemsOutcome: SceneOutcome, Equatable {
    /// An item was chosen.
    case selected(ItemKind, ItemID)
    /// A tag was chosen.
    case selectedTag(String)
    /// The person wants to make an item.
    case wantsNew(ItemKind)
    /// The person wants to choose what to make.
    case wantsOther
    /// The person has chosen what to make.
    case choseKind(ItemKind)
    /// The person wants to change an item.
    case wantsEdit(ItemKind, ItemID)
    /// A new item was saved.
    case added(ItemKind, ItemID)
    /// The scene has done its work: changes saved, discarded, or the item gone.
    case done
}
