package import TenonCore

/// What lists, searches and matching need to know of an item; it holds no secret value.
package struct ItemOverview: Sendable, Equatable, Identifiable {
    /// The name of the item.
    package let id: ItemID
    /// What the item is.
    package let kind: ItemKind
    /// The title, as it was entered.
    package let title: String
    /// Addresses or hosts, as they were entered.
    package let sites: [String]
    /// The user name of a login, or the part that a record is listed with; empty when there is none.
    package let userName: String
    /// The tags, as they were entered.
    package let tags: [String]
    /// Whether the person marked it as a favourite.
    package let isFavorite: Bool
    /// Whether the details hold a one-time-password secret.
    package let hasOneTimePassword: Bool
    /// The last four digits of a card, empty for others.
    package let lastFour: String
    /// The brand of a card, when its number tells.
    package let brand: CardBrand?
    /// The last month in which a card is valid.
    package let expiry: YearMonth?
    /// When the item was made.
    package let created: Timestamp
    /// When something other than its use changed last.
    package let changed: Timestamp
    /// When the password changed last.
    package let passwordChanged: Timestamp
    /// When the item was used last, if ever.
    package let used: Timestamp?
    /// How often the item was used.
    package let timesUsed: Int
    /// When the item went to the trash, if it is there.
    package let trashed: Timestamp?
    /// The parts that the item is known not to have, of those that lists copy; empty where an earlier version
    /// has written it.
    package let missing: Set<ItemPart>

    /// Whether the item is in the trash.
    package var isTrashed: Bool { trashed != nil }
}

extension ItemOverview {
    /// Whether this item comes before another one that fits as well.
    ///
    /// The one that was used last comes first; then the one that was changed last, and the one that
    /// was made last. The id decides in the end, so that the order is the same every time.
    func isPreferred(to other: ItemOverview) -> Bool {
        guard dates == other.dates else { return dates > other.dates }
        return id < other.id
    }

    /// What was never used counts as used before everything else.
    private var dates: (used: Int64, changed: Int64, created: Int64) {
        (used?.milliseconds ?? .min, changed.milliseconds, created.milliseconds)
    }
}
