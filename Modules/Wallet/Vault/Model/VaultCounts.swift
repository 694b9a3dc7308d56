/// How many items a vault has, by what lists tell apart.
package struct VaultCounts: Sendable, Equatable {
    /// Those in use, by kind; kinds without any are left out.
    package var byKind: [ItemKind: Int]
    /// The favourites in use.
    package var favorites: Int
    /// Those in the trash.
    package var trashed: Int

    /// All in use.
    package var all: Int { byKind.values.reduce(0, +) }

    /// Makes counts.
    package init(byKind: [ItemKind: Int] = [:], favorites: Int = 0, trashed: Int = 0) {
        self.byKind = byKind
        self.favorites = favorites
        self.trashed = trashed
    }
}
