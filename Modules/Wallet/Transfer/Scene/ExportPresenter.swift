import TenonCore
import TenonUI

/// The screens of an export.
struct ExportPresenter: Presenter {
    enum Command: String { case start, cancel, done, another }
    enum FieldName: String { case format, path, replace, password, `repeat`, passphrase }

    private let location = TransferRoute.export.location()
    let localizer: Localizer

    func screen(for state: ExportInteractor.State) -> Screen {
        switch state.stage {
        case .filling: filling(state)
        case .writing(let progress, let isCancelling): writing(progress, isCancelling)
        case .finished(let result): finished(result)
        }
    }

    private func filling(_ state: ExportInteractor.State) -> Screen {
        let start = Action(
            Command.start, title: localizer(TransferText.exportStart), role: .primary)
        return Screen(
            location: location, title: localizer(TransferText.exportTitle),
            summary: localizer(TransferText.exportSummary),
            blocks: omissions(state) + [
                .form(FormBlock(id: "export", fields: fields(state), actions: [start]))
            ])
    }

    /// What the file that was written does not hold.
    private func omissions(_ omissions: ExportOmissions) -> [Block] {
        let texts = omissions.texts(localizer)
        let refusal = caution(omissions.refusal(localizer))
        guard !texts.isEmpty else { return refusal }
        return refusal + [
            .text(
                TextBlock(
                    localizer(TransferText.omitted) + ": " + texts.joined(separator: "; ")))
        ]
    }

    /// Says for which items Bitwarden refuses the file.
    private func caution(_ refusal: String?) -> [Block] {
        refusal.map { [.text(TextBlock($0, tone: .caution))] } ?? []
    }

    /// What each format does not hold of the vault, before one is chosen.
    private func omissions(_ state: ExportInteractor.State) -> [Block] {
        guard let omissions = state.omissions else { return [] }
        let facts = ExportFormat.allCases.map { format in
            let texts = omissions[format]?.texts(localizer) ?? []
            return Fact(
                id: format.rawValue, label: format.name,
                value: .text(
                    texts.isEmpty
                        ? localizer(TransferText.omitsNothing) : texts.joined(separator: "; ")))
        }
        // Of the format that was chosen more may be known by now.
        let formats = [state.choice.format] + ExportFormat.allCases
        let refusal = formats.lazy.compactMap { omissions[$0]?.refusal(localizer) }.first
        return caution(refusal) + [
            .facts(
                FactsBlock(id: "omissions", title: localizer(TransferText.omitted), facts: facts))
        ]
    }

    private func fields(_ state: ExportInteractor.State) -> [Field] {
        let options = ExportFormat.allCases.map { Field.Option(id: $0.rawValue, title: $0.name) }
        return [
            Field(
                FieldName.format, label: localizer(TransferText.exportFormat),
                help: localizer(TransferText.exportFormatHelp),
                kind: .choice(state.choice.format.rawValue, options: options), isRequired: true,
                problem: problem(.format, state)),
            Field(
                text: FieldName.path, label: localizer(TransferText.exportPath),
                help: localizer(TransferText.exportPathHelp), value: state.choice.path,
                isRequired: true, problem: problem(.path, state)),
            Field(
                FieldName.replace, label: localizer(TransferText.exportReplace),
                kind: .toggle(state.choice.isReplacing)),
            Field(
                FieldName.password, label: localizer(TransferText.exportPassword),
                help: localizer(TransferText.exportPasswordHelp), kind: .secret(isSet: false),
                problem: problem(.password, state), autofill: .newPassword),
            Field(
                FieldName.`repeat`, label: localizer(TransferText.exportRepeat),
                kind: .secret(isSet: false), problem: problem(.repetition, state),
                autofill: .newPassword),
            Field(
                FieldName.passphrase, label: localizer(TransferText.exportPassphrase),
                help: localizer(TransferText.exportPassphraseHelp), kind: .secret(isSet: false),
                isRequired: true, problem: problem(.passphrase, state),
                autofill: .currentPassword),
        ]
    }

    private func problem(
        _ place: ExportInteractor.State.Place, _ state: ExportInteractor.State
    ) -> String? {
        guard let mistake = state.mistake, mistake.place == place else { return nil }
        return mistake.explanation.map { localizer.text(of: $0.sentence) }
            ?? localizer(
                place == .format
                    ? TransferText.exportFormatProblem : .exportRepeatProblem)
    }

    private func writing(_ progress: TaskProgress, _ isCancelling: Bool) -> Screen {
        let label = localizer(
            isCancelling ? TransferText.cancelling : TransferText.exportWorking)
        let cancel = Action(Command.cancel, title: localizer(UIText.cancel), role: .cancel)
        return Screen(
            location: location, title: localizer(TransferText.exportWorking),
            summary: localizer(TransferText.exportWorkingHelp),
            blocks: [
                .progress(ProgressBlock(id: "progress", label: label, fraction: progress.fraction))
            ],
            actions: isCancelling ? [] : [cancel])
    }

    private func finished(_ result: ExportResult) -> Screen {
        let warning = TextBlock(localizer(TransferText.exportClear), tone: .caution)
        return Screen(
            location: location, title: localizer(TransferText.exportDone),
            summary: localizer(
                TransferText.exportDoneSummary, count: result.count,
                ["path": result.path ?? ""]),
            blocks: (result.format.isClear ? [.text(warning)] : []) + omissions(result.omissions),
            actions: [
                Action(Command.done, title: localizer(TransferText.done), role: .primary),
                Action(Command.another, title: localizer(TransferText.exportAnother)),
            ])
    }
}
