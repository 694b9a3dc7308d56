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
            case .other, .edit, .search, .filter, .window, .reading: nil
            }
        }
    }
}

extension ExportInteractor.Choice {
    /// Reads the form.
    fileprivate init(_ fields: [ExportPresenter.FieldName: FieldValue]) {
        if let format = fields.text(.format) {
            self.format = ExportFormat(rawValue: format) ?? .keePass
        }
        path = fields.text(.path) ?? path
        isReplacing = fields.isOn(.replace) ?? isReplacing
    }
}

extension ExportInteractor.Secrets {
    /// Reads the form.
    fileprivate init(_ fields: [ExportPresenter.FieldName: FieldValue]) {
        self.init(
            passphrase: fields.secret(.passphrase),
            password: fields.secret(.password),
            repetition: fields.secret(.repeat))
    }
}
