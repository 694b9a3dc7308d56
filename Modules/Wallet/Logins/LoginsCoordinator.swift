import TenonCore
import TenonUI

/// The main flow: the list is at the bottom, everything else is above it.
struct LoginsCoordinator: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        switch event {
        case .start(let target):
            .reset([LoginsRoute.list] + (target.map { $0 == LoginsRoute.list ? [] : [$0] } ?? []))
        case .finished(let outcome, _):
            (outcome as? LoginsOutcome).map(next)
        case .open, .back:
            nil
        }
    }

    private func next(_ outcome: LoginsOutcome) -> NavigationDecision {
        switch outcome {
        case .selected(let id): .show(LoginsRoute.detail(id))
        case .wantsNew: .show(LoginsRoute.new)
        case .wantsEdit(let id): .show(LoginsRoute.edit(id))
        case .added(let id): .replace(LoginsRoute.detail(id))
        case .done: .back
        }
    }
}
