package import TenonCore
import TenonUI
package import WalletVault

/// The locations of items.
package enum ItemsRoute {
    /// The route of the items with a tag.
    static let tagRoute = Route("tag").argument("name", as: RouteText.self)

    /// All items.
    package static let list = Route("items").location()
    /// The favourites.
    package static let favorites = Route("favorites").location()
    /// All tags.
    package static let tags = Route("tags").location()
    /// The items in the trash.
    package static let trash = Route("trash").location()

    /// All items of a kind, such as `logins`.
    package static func list(of kind: ItemKind) -> Location {
        Route("\(kind.rawValue)s").location()
    }

    /// The items with a tag; the tags, for one that no location can hold.
    package static func tag(_ name: String) -> Location {
        RouteText(routeText: name).map { tagRoute.location($0) } ?? tags
    }

    /// A form for a new item, such as `login:new`.
    package static func new(_ kind: ItemKind) -> Location {
        Route(kind.rawValue).constant("new").location()
    }

    /// One item, such as `login:{id}`.
    package static func detail(_ kind: ItemKind, _ id: ItemID) -> Location {
        detailRoute(kind).location(id)
    }

    /// The form to change an item, such as `login:{id}:edit`.
    package static func edit(_ kind: ItemKind, _ id: ItemID) -> Location {
        editRoute(kind).location(id)
    }

    static func detailRoute(_ kind: ItemKind) -> Route<ItemID> {
        Route(kind.rawValue).argument("id", as: ItemID.self)
    }

    static func editRoute(_ kind: ItemKind) -> Route<ItemID> {
        detailRoute(kind).constant("edit")
    }
}

extension ItemID: RouteArgument {
    package var routeText: String { description }

    package init?(routeText: String) { self.init(routeText) }
}

extension ItemID {
    /// The item that a row stands for.
    init?(target: String?) {
        guard let target, let id = ItemID(target) else { return nil }
        self = id
    }
}

/// The outcomes of the scenes of items.
enum ItemsOutcome: SceneOutcome, Equatable {
    /// An item was chosen.
    case selected(ItemKind, ItemID)
    /// A tag was chosen.
    case selectedTag(String)
    /// The person wants to make an item.
    case wantsNew(ItemKind)
    /// The person wants to change an item.
    case wantsEdit(ItemKind, ItemID)
    /// A new item was saved.
    case added(ItemKind, ItemID)
    /// The scene has done its work: changes saved, discarded, or the item gone.
    case done
}
