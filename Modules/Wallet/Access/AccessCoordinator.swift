import TenonCore
import TenonUI
import WalletVault

/// The flow before the vault is open; ``AccessPolicy`` keeps everything else hidden.
struct AccessCoordinator: Coordinator {
    let vault: any Vault
    /// Further ways to a vault where there is none.
    let links: [FeatureLink]

    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        switch event {
        case .start(let target): gate(target)
        case .open(let location):
            AccessRoute.isBeforeLock(location) ? revisit(location) : nil
        case .finished(let outcome, _):
            (outcome as? AccessOutcome).map(next)
        case .back: nil
        }
    }

    /// Every time the vault is locked, by any program, the session begins again.
    func events() -> AsyncStream<NavigationEvent> {
        // Listens from now on, not only from when the task has its turn.
        let statuses = vault.statuses()
        return AsyncStream { continuation in
            let task = Task {
                var previous: VaultStatus?
                for await status in statuses {
                    if previous == .unlocked, status != .unlocked {
                        continuation.yield(.start(nil))
                    }
                    previous = status
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func gate(_ wanted: Location?) -> NavigationDecision? {
        let target = wanted.flatMap { AccessRoute.isBeforeLock($0) ? nil : $0 }
        return switch vault.status {
        case .missing: welcome(wanted)
        case .locked: .reset([AccessRoute.unlock(then: target)])
        case .unlocked: nil
        }
    }

    /// The first screen, and the further ways to a vault.
    private var first: [Location] { [AccessRoute.welcome.location()] + links.map(\.location) }

    /// The first screen, and on it a further way to a vault, if that is wanted.
    private func welcome(_ wanted: Location?) -> NavigationDecision {
        let ways = links.map(\.location).filter { $0 == wanted }
        return .reset([AccessRoute.welcome.location()] + ways)
    }

    /// A link to a screen of this feature leads to the one that fits the state of the vault.
    private func revisit(_ location: Location) -> NavigationDecision? {
        switch vault.status {
        case .missing:
            // Made anew, they would lose what is being typed there.
            first.contains(location) ? nil : welcome(location)
        case .locked:
            location.segments.first == AccessRoute.unlock().segments.first
                ? nil : .reset([AccessRoute.unlock()])
        case .unlocked:
            location == AccessRoute.recoveryCode.location()
                ? .stay : .restart(AccessRoute.target(of: location))
        }
    }

    private func next(_ outcome: AccessOutcome) -> NavigationDecision {
        switch outcome {
        case .created: .reset([AccessRoute.recoveryCode.location()])
        case .unlocked(let target): .restart(target)
        case .finishedWelcome: .restart(nil)
        case .wantsRecoveryCode(let target):
            .show(AccessRoute.unlockWithRecoveryCode(then: target))
        }
    }
}
