import TenonCore
import WalletVault

/// Keeps everything but this feature behind the lock: other locations open after unlocking.
struct AccessPolicy: RoutePolicy {
    let vault: any Vault

    func verdict(on request: RouteRequest) -> RouteVerdict {
        guard !AccessRoute.isBeforeLock(request.location) else { return .allowed }
        return switch vault.status {
        case .missing: .gated(by: AccessRoute.welcome.location())
        case .locked: .gated(by: AccessRoute.unlock(then: request.location))
        case .unlocked: .allowed
        }
    }
}
