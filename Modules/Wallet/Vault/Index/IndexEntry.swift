/// What the index knows of an item at a fixed place; the rest is in the arena.
struct IndexEntry: BitwiseCopyable {
    /// The item's id.
    var high: UInt64
    var low: UInt64
    var revision: Int64
    /// When it was used last, in milliseconds, or `Int64.min`.
    var used: Int64
    /// When it went to the trash, in milliseconds, or `Int64.min`.
    var trashed: Int64
    /// Where the encoded fields of the overview are.
    var record: UInt32
    var recordCount: UInt32
    /// Where the folded text is: title, user name, sites, tags and the last
    /// digits of a card, each followed by a line feed.
    var text: UInt32
    var textCount: UInt32
    var titleCount: UInt32
    /// The position in `ItemKind.allCases`.
    var kind: UInt8
    /// Whether the person marked it as a favourite.
    var isFavorite: Bool
    /// Whether the item still exists.
    var isLive: Bool

    var id: ItemID { ItemID(high: high, low: low) }
}
