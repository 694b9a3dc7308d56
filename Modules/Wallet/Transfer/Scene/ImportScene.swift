package import TenonCore
import TenonUI

/// The locations of this feature.
package enum TransferRoute {
    /// Import from a file.
    package static let `import` = Route("import")
    /// Export to a file.
    static let export = Route("export")
}

/// What the scene comes to.
enum ImportOutcome: SceneOutcome, Equatable {
    /// The person has seen the result.
    case done
}

extension SceneDefinition {
    /// Import logins from a file.
    static func importing(with importer: Importer) throws -> SceneDefinition {
        try SceneDefinition(
            TransferRoute.import, presenter: ImportPresenter.init
        ) { context in
            ImportInteractor(
                importer: importer, persister: try context.ports[.persister],
                prompts: try context.ports[.prompts],
                progress: try context.ports[.progress],
                task: try context.ports[.importTask], localizer: context.localizer,
                navigator: context.navigator)
        } action: { input, state in
            switch input {
            case .act(.look, let act):
                if case .describing(let description) = state.stage {
                    .look(description.told(act.fields))
                } else {
                    .choose(act.fields.file(.file), keyFile: act.fields.file(.keyFile))
                }
            case .act(.columns, let act):
                if case .describing(let description) = state.stage {
                    .readColumns(description.told(act.fields))
                } else {
                    nil
                }
            case .act(.describe, _): .describe
            case .act(.start, _): .start
            case .act(.cancel, _): .cancel
            case .act(.retry, _): .retry
            case .act(.another, _): .another
            case .act(.done, _): .done
            case .back: state.stage.back
            case .appear: .appear
            case .disappear: .disappear
            case .other, .edit, .search, .filter, .window, .reading: nil
            }
        }
    }
}

extension ImportInteractor.State.Stage {
    /// What going back does; `nil` leaves the scene, and an import that is running goes on.
    fileprivate var back: ImportInteractor.Action? {
        switch self {
        case .choosing, .importing: nil
        case .finished: .done
        case .describing, .reading, .looking, .failed: .cancel
        }
    }
}
