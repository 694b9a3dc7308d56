import TenonCore
import TenonUI
import WalletVault

/// The main flow: the list is at the bottom, everything else is above it.
struct ItemsCoordinator: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        let list = ItemsRoute.list.location()
        return switch event {
        case .start(let target):
            .reset([list] + (target.map { $0 == list ? [] : [$0] } ?? []))
        case .finished(let outcome, _):
            (outcome as? ItemsOutcome).map(next)
        case .open, .back:
            nil
        }
    }

    private func next(_ outcome: ItemsOutcome) -> NavigationDecision {
        switch outcome {
        case .selected(let kind, let id): .show(kind.route.location(id))
        case .selectedTag(let name): .show(ItemsRoute.tag(name))
        case .wantsNew(let kind): .show(ItemsRoute.new(kind).location())
        case .wantsOther: .show(ItemsRoute.newItem.location())
        case .choseKind(let kind): .replace(ItemsRoute.new(kind).location())
        case .wantsEdit(let kind, let id): .show(ItemsRoute.edit(kind).location(id))
        case .added(let kind, let id): .replace(kind.route.location(id))
        case .done: .back
        }
    }
}
