import TenonCore
import TenonUI

/// Leads from joining to how the vault stands.
struct SyncCoordinator: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        guard case .finished(SyncSceneOutcome.joined, _) = event else { return nil }
        return .restart(SyncRoute.sync.location())
    }
}

/// The outcomes of the scenes of this feature.
enum SyncSceneOutcome: SceneOutcome, Equatable {
    /// The vault is here, unlocked, and kept in step.
    case joined
}
