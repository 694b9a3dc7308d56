/// The order of a list of items.
package enum ItemSort: Sendable, Codable, CaseIterable {
    /// By title, without regard to case and diacritics.
    case title
    /// The most recently used first; those never used follow, by title.
    case recentlyUsed
}

/// Which items to list, in which order, and which part of the list to return.
package struct ItemQuery: Sendable, Equatable {
    /// Words that must all occur in title, user name, sites, tags or the last digits of a card; empty
    /// for all items.
    package var text: String
    /// The kinds to list; empty for all.
    package var kinds: Set<ItemKind>
    /// Whether to list favourites only.
    package var isFavorite: Bool
    /// The tag to list, exactly as it was entered; `nil` for all.
    package var tag: String?
    /// The items to list, of those that the rest of the query finds; `nil` for all.
    package var only: Set<ItemID>?
    /// The order.
    package var sort: ItemSort
    /// Whether to list the trash instead of the items in use.
    package var isTrashed: Bool
    /// The rows to return, counted from 0 in the whole result; what lies outside is left out.
    package var window: Range<Int>

    /// Makes a query; by default for everything that is not in the trash, from A to Z.
    package init(
        text: String = "", kinds: Set<ItemKind> = [], isFavorite: Bool = false,
        tag: String? = nil, only: Set<ItemID>? = nil, sort: ItemSort = .title,
        isTrashed: Bool = false, window: Range<Int> = 0..<50
    ) {
        self.text = text
        self.kinds = kinds
        self.isFavorite = isFavorite
        self.tag = tag
        self.only = only
        self.sort = sort
        self.isTrashed = isTrashed
        self.window = window
    }
}

/// A window of a list of items.
package struct ItemPage: Sendable, Equatable {
    /// How many items the whole result has.
    package let total: Int
    /// The position of the first returned item in the whole result.
    package let offset: Int
    /// The items of the window.
    package let items: [ItemOverview]

    /// Makes a page.
    package init(total: Int, offset: Int, items: [ItemOverview]) {
        self.total = total
        self.offset = offset
        self.items = items
    }
}
