import TenonCore
import TenonUI

extension SceneDefinition {
    /// Export to a file.
    static func exporting(with exporter: Exporter) throws -> SceneDefinition {
        try SceneDefinition(
            TransferRoute.export, presenter: ExportPresenter.init
        ) { context in
            ExportInteractor(
                exporter: exporter, task: try context.ports[.exportTask],
                localizer: context.localizer, navigator: context.navigator)
        } action: { input, state in
            switch input {
            case .act(.start, let act):
                .start(
                    ExportInteractor.Choice(act.fields), ExportInteractor.Secrets(act.fields))
            case .act(.cancel, _): .cancel
            case .act(.another, _): .another
            case .act(.done, _): .done
            case .back:
                if case .finished = state.stage { .done } else { nil }
            case .appear: .appear
            case .disappear: .disappear
            case .other, .edit, .search, .window: nil
            }
        }
    }
}

/// The names of the fields of the form.
enum ExportField: String { case format, path, replace, password, `repeat`, passphrase }

extension ExportInteractor.Choice {
    /// Reads the form.
    fileprivate init(_ fields: [String: FieldValue]) {
        if let format = fields.text(ExportField.format) {
            self.format = ExportFormat(rawValue: format) ?? .keePass
        }
        path = fields.text(ExportField.path) ?? path
        isReplacing = fields.isOn(ExportField.replace) ?? isReplacing
    }
}

extension ExportInteractor.Secrets {
    /// Reads the form.
    fileprivate init(_ fields: [String: FieldValue]) {
        self.init(
            passphrase: fields.secret(ExportField.passphrase),
            password: fields.secret(ExportField.password),
            repetition: fields.secret(ExportField.repeat))
    }
}
