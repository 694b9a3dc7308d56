import TenonCore
import TenonUI
import WalletVault

extension SceneDefinition {
    /// The audit.
    static func audit(vault: any Vault, clock: any TimeTelling) throws -> SceneDefinition {
        try SceneDefinition(
            AuditRoute.audit, presenter: AuditPresenter.init
        ) { context in
            AuditInteractor(
                auditor: Auditor(vault: vault, now: { clock.now() }), vault: vault,
                progress: try context.ports[.progress], localizer: context.localizer,
                navigator: context.navigator)
        } action: { input, state in
            switch input {
            case .act(.start, let act): .start(act.fields)
            case .act(.cancel, _): .cancel
            case .act(.again, _): .again
            case .act(.retry, _): .retry
            case .act(.open, let act): act.target.map { .open($0) }
            case .window(let list, let range):
                AuditProblem(rawValue: list).map { .window($0, range) }
            case .back:
                // Going back from the results leaves the scene; it ends an audit that runs.
                if case .running = state.stage { .cancel } else { nil }
            case .other, .edit, .search, .filter, .reading, .appear, .disappear: nil
            }
        }
    }
}
