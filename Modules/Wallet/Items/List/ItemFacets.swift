import TenonCore
import TenonUI
import WalletVault

/// What lists can be narrowed to: kinds, favourites, tags and what is wrong with passwords, with how
/// many items each has.
struct ItemFacets: Sendable, Equatable {
    /// How many tags are offered, those that most items have.
    private static let mostTags = 12

    let counts: VaultCounts
    let tags: [String: Int]
    let health: ItemHealth?

    /// The filters of a list, with what its query asks for.
    func filters(
        _ scope: ItemListScope, _ query: ItemQuery, _ problems: Set<ItemHealth.Problem>,
        _ kinds: ItemKinds, _ localizer: Localizer
    ) -> [Filter] {
        let health = health(problems, localizer)
        let kind = kind(query, kinds, localizer)
        let favorite = favorite(query, localizer)
        let tag = tag(query, localizer)
        let filters =
            switch scope {
            case .all: [kind, favorite, health, tag]
            case .kind(.login): [favorite, health, tag]
            case .kind: [favorite, tag]
            case .favorites: [kind, health, tag]
            case .tag: [kind, favorite, health]
            }
        return filters.filter { !$0.options.isEmpty }
    }

    private typealias Name = ItemListPresenter.FilterName

    private func health(_ chosen: Set<ItemHealth.Problem>, _ localizer: Localizer) -> Filter {
        let offered = ItemHealth.Problem.allCases.filter { problem in
            (health?.count(of: problem) ?? 0) > 0 || chosen.contains(problem)
        }
        return Filter(
            Name.health, title: localizer(ItemsText.filterHealth),
            options: offered.map { problem in
                Filter.Option(
                    id: problem.rawValue, title: localizer(ItemsText.title(of: problem)),
                    count: health?.count(of: problem))
            },
            chosen: offered.filter(chosen.contains).map(\.rawValue), takesSeveral: true)
    }

    private func kind(
        _ query: ItemQuery, _ kinds: ItemKinds, _ localizer: Localizer
    ) -> Filter {
        let present = kinds.all.filter { counts.byKind[$0.kind, default: 0] > 0 }
        return Filter(
            Name.kind, title: localizer(ItemsText.filterKind),
            // One kind of all items narrows nothing.
            options: present.count == 1
                ? []
                : present.map { kind in
                    Filter.Option(
                        id: kind.kind.rawValue, title: kind.names(localizer).many,
                        count: counts.byKind[kind.kind])
                }, chosen: query.kinds.map(\.rawValue).sorted(), takesSeveral: true)
    }

    private func favorite(_ query: ItemQuery, _ localizer: Localizer) -> Filter {
        let isOffered = counts.favorites > 0 || query.isFavorite
        return Filter(
            Name.favorite, title: localizer(ItemsText.filterMark),
            options: isOffered
                ? [
                    Filter.Option(
                        id: "yes", title: localizer(ItemsText.favorites), count: counts.favorites)
                ] : [], chosen: query.isFavorite ? ["yes"] : [])
    }

    private func tag(_ query: ItemQuery, _ localizer: Localizer) -> Filter {
        let most = tags.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .prefix(Self.mostTags).map(\.key)
        let names = Set(most + [query.tag].compactMap(\.self)).sorted()
        return Filter(
            Name.tag, title: localizer(ItemsText.tags),
            options: names.map { Filter.Option(id: $0, title: $0, count: tags[$0]) },
            chosen: [query.tag].compactMap(\.self))
    }
}
