package import TenonCore
import TenonUI

/// The locations of this feature.
package enum TransferRoute {
    /// Import from a file.
    package static let `import` = Location(["import"])
    /// Export to a file.
    package static let export = Location(["export"])
}

extension SceneDefinition {
    /// Import logins from a file.
    static func importing(with importer: Importer) throws -> SceneDefinition {
        try SceneDefinition("import") { context in
            InteractiveScene(
                ImportInteractor(
                    importer: importer, persister: context.container[.persister],
                    prompts: context.container[.prompts],
                    progress: context.container[.progress],
                    notices: context.container[.notices], localizer: context.localizer,
                    navigator: context.navigator),
                presenter: ImportPresenter(
                    location: context.location, localizer: context.localizer),
                context: context
            ) { input, state in
                switch input {
                case .act("look", _, let fields, _):
                    if case .describing(let description) = state.stage {
                        .look(description.told(fields))
                    } else if case .file(let file) = fields["file"] {
                        .choose(file)
                    } else {
                        .choose(nil)
                    }
                case .act("columns", _, let fields, _):
                    if case .describing(let description) = state.stage {
                        .readColumns(description.told(fields))
                    } else {
                        nil
                    }
                case .act("describe", _, _, _): .describe
                case .act("start", _, _, _): .start
                case .act("cancel", _, _, _): .cancel
                case .act("retry", _, _, _): .retry
                case .act("another", _, _, _): .another
                case .act("done", _, _, _): .done
                case .back: state.stage.isLeftByBack ? nil : .cancel
                case .act, .edit, .search, .window, .appear: nil
                }
            }
        }
    }
}

extension ImportInteractor.State.Stage {
    /// Whether going back leaves the scene; otherwise it goes back to an earlier step.
    fileprivate var isLeftByBack: Bool {
        switch self {
        case .choosing, .finished, .failed: true
        case .describing, .reading, .looking, .importing: false
        }
    }
}
