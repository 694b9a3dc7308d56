import TenonCore
import WalletVault

/// Which items a list has.
enum ItemListScope: Sendable, Equatable {
    /// All of them.
    case all
    /// Those of a kind.
    case kind(ItemKind)
    /// The favourites.
    case favorites
    /// Those with a tag.
    case tag(String)

    /// Where the list is.
    var location: Location {
        switch self {
        case .all: ItemsRoute.list.location()
        case .kind(let kind): ItemsRoute.list(of: kind).location()
        case .favorites: ItemsRoute.favorites.location()
        case .tag(let name): ItemsRoute.tag(name)
        }
    }

    /// The list to which going back leads.
    var parent: Location? {
        switch self {
        case .all: nil
        case .kind, .favorites: ItemsRoute.list.location()
        case .tag: ItemsRoute.tags.location()
        }
    }

    /// The query for its items.
    func query(sort: ItemSort) -> ItemQuery {
        var query = ItemQuery(sort: sort)
        switch self {
        case .all: break
        case .kind(let kind): query.kinds = [kind]
        case .favorites: query.isFavorite = true
        case .tag(let name): query.tag = name
        }
        return query
    }
}
