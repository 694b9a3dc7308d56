import TenonCore
import TenonUI

extension SceneDefinition {
    /// Export to a file.
    static func exporting(with exporter: Exporter) throws -> SceneDefinition {
        try SceneDefinition("export") { context in
            InteractiveScene(
                ExportInteractor(
                    exporter: exporter, progress: context.container[.progress],
                    notices: context.container[.notices], localizer: context.localizer,
                    navigator: context.navigator),
                presenter: ExportPresenter(
                    location: context.location, localizer: context.localizer),
                context: context
            ) { input, state in
                switch input {
                case .act("start", _, let fields, _):
                    .start(
                        ExportInteractor.Choice(fields), ExportInteractor.Secrets(fields))
                case .act("cancel", _, _, _): .cancel
                case .act("another", _, _, _): .another
                case .act("done", _, _, _): .done
                case .back:
                    if case .writing = state.stage { .cancel } else { nil }
                case .appear: .appear
                case .act, .edit, .search, .window: nil
                }
            }
        }
    }
}

extension ExportInteractor.Choice {
    /// Reads the form.
    fileprivate init(_ fields: [String: FieldValue]) {
        if case .text(let format) = fields["format"] {
            self.format = ExportFormat(rawValue: format) ?? .keePass
        }
        if case .text(let path) = fields["path"] { self.path = path }
        if case .toggle(let isReplacing) = fields["replace"] { self.isReplacing = isReplacing }
    }
}

extension ExportInteractor.Secrets {
    /// Reads the form.
    fileprivate init(_ fields: [String: FieldValue]) {
        if case .secret(let text) = fields["passphrase"] { passphrase = text }
        if case .secret(let text) = fields["password"] { password = text }
        if case .secret(let text) = fields["repeat"] { repetition = text }
    }
}
