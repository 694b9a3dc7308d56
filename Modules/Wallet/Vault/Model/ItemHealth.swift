package import TenonCore

/// What is known of the passwords of a vault's items, and which items are the same, without the passwords.
///
/// Two values are equal when they have the same number, so that comparing takes no time.
package struct ItemHealth: Sendable, Equatable {
    /// What can be wrong with a password; the most urgent first.
    package enum Problem: String, Sendable, CaseIterable {
        /// Another login has the same one.
        case reused
        /// It is easily guessed.
        case weak
        /// The item is there more than once.
        case duplicated
        /// It has not been changed for long.
        case old
    }

    private let number: Int64
    private let items: [Problem: Set<ItemID>]
    /// The items that are the same, in the order of their titles.
    package let duplicates: [DuplicateGroup]
    /// The groups that an item is in.
    private let places: [ItemID: [Int]]

    /// Gathers what is known.
    ///
    /// - Parameters:
    ///   - number: Differs from that of any other value of the same vault.
    ///   - items: The items with each problem of their password.
    ///   - duplicates: The items that are the same.
    package init(
        number: Int64, items: [Problem: Set<ItemID>], duplicates: [DuplicateGroup] = []
    ) {
        self.number = number
        self.duplicates = duplicates
        var places: [ItemID: [Int]] = [:]
        for (place, group) in duplicates.enumerated() {
            for id in group.items { places[id, default: []].append(place) }
        }
        self.places = places
        self.items = items.merging([.duplicated: Set(places.keys)]) { $1 }
    }

    /// The others in the groups that an item is in, each once.
    ///
    /// Two of them need not be the same: an item of two sites is in the groups of both.
    package func duplicates(of id: ItemID) -> [ItemID] {
        var known: Set = [id]
        return (places[id] ?? []).flatMap { duplicates[$0].items }
            .filter { known.insert($0).inserted }
    }

    package static func == (left: ItemHealth, right: ItemHealth) -> Bool {
        left.number == right.number
    }

    /// How many items have a problem.
    package func count(of problem: Problem) -> Int { items[problem]?.count ?? 0 }

    /// Whether an item has a problem.
    package func has(_ problem: Problem, _ id: ItemID) -> Bool {
        items[problem]?.contains(id) == true
    }

    /// The items with at least one of several problems.
    package func items(with problems: Set<Problem>) -> Set<ItemID> {
        problems.reduce(into: []) { $0.formUnion(items[$1] ?? []) }
    }
}

/// Watches over the passwords of the vault, beginning when somebody asks for changes.
package protocol ItemHealthWatching: Sendable {
    /// What is known now; `nil` before everything was looked at, and while the vault is locked.
    var current: ItemHealth? { get }

    /// A value each time that something else is known.
    func changes() -> AsyncStream<Void>
}

extension AnyPort {
    /// Who watches over the passwords, if anything does.
    package static let itemHealth = OptionalPort<any ItemHealthWatching>(
        "itemHealth", providers: ["WalletAudit"])
}
