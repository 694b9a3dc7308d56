import TenonCore
import TenonUI

/// The screens of an import.
struct ImportPresenter: Presenter {
    enum Command: String { case look, columns, describe, start, cancel, retry, done, another }
    typealias FieldName = ImportField

    /// How many rows of a kind, and how many problems, a screen shows.
    private static let shownRows = 20
    private static let shownProblems = 100
    private static let accepted = [".csv", ".json", ".1pux", ".kdbx", ".kdb", ".xml", ".zip"]

    let location = TransferRoute.import.location()
    let localizer: Localizer

    func screen(for state: ImportInteractor.State) -> Screen {
        switch state.stage {
        case .choosing: choosing(state.problem)
        case .describing(let description): describing(description)
        case .reading(let source, let progress): reading(source, progress)
        case .looking(let preview): looking(preview)
        case .importing(let preview, let progress, let isCancelling):
            importing(preview, progress, isCancelling)
        case .finished(let result): finished(result)
        case .failed(let problem, _): failed(problem)
        }
    }

    private func choosing(_ problem: ImportInteractor.State.Problem?) -> Screen {
        func field(
            _ name: ImportField, _ label: TransferText, _ help: TransferText, _ accepted: [String]
        ) -> Field {
            Field(
                name, label: localizer(label), help: localizer(help),
                kind: .file(name: "", accepts: accepted), isRequired: name == .file,
                problem: problem.flatMap {
                    $0.field == name ? localizer.text(of: $0.explanation.sentence) : nil
                })
        }
        let fields = [
            field(.file, .chooseFile, .chooseFileHelp, Self.accepted),
            field(.keyFile, .chooseKeyFile, .chooseKeyFileHelp, []),
        ]
        let look = Action(Command.look, title: localizer(TransferText.chooseLook), role: .primary)
        return Screen(
            location: location, title: localizer(TransferText.title),
            summary: localizer(TransferText.chooseSummary),
            blocks: [.form(FormBlock(id: "choose", fields: fields, actions: [look]))])
    }

    private func reading(_ source: ImportSource, _ progress: ImportProgress?) -> Screen {
        let label = localizer(TransferText.reading, ["name": source.name])
        return Screen(
            location: location, title: localizer(TransferText.title),
            blocks: [
                .progress(ProgressBlock(id: "progress", label: label, fraction: progress?.fraction))
            ],
            actions: [cancel()])
    }

    private func looking(_ preview: ImportPreview) -> Screen {
        let counts = preview.counts
        let start = Action(
            Command.start, title: localizer(TransferText.previewStart, count: counts.writes),
            role: .primary,
            availability: counts.writes > 0
                ? .enabled : .disabled(reason: localizer(TransferText.previewNothing)))
        var blocks: [Block] = []
        if counts.writes == 0 {
            blocks.append(.text(TextBlock(localizer(TransferText.previewNothing))))
        }
        blocks.append(facts(counts, new: .countNew, changed: .countChanged))
        blocks += problems(preview.problems, preview.format)
        for (kind, caption) in Self.captions {
            blocks += table(kind, caption, preview)
        }
        return Screen(
            location: location,
            title: localizer(TransferText.previewTitle, ["name": preview.name]),
            summary: localizer(
                TransferText.previewSummary, count: counts.rows, ["format": preview.format.name]),
            blocks: blocks,
            actions: [
                start, Action(Command.describe, title: localizer(TransferText.describe)), cancel(),
            ])
    }

    private func importing(
        _ preview: ImportPreview, _ progress: TaskProgress, _ isCancelling: Bool
    ) -> Screen {
        let detail = progress.total.map { total in
            localizer(
                UIText.progress,
                [
                    "completed": localizer.number(progress.completed),
                    "total": localizer.number(total),
                ])
        }
        let block = ProgressBlock(
            id: "progress",
            label: localizer(isCancelling ? TransferText.cancelling : TransferText.importing),
            fraction: progress.fraction, detail: detail ?? "")
        return Screen(
            location: location,
            title: localizer(TransferText.importingTitle, ["name": preview.name]),
            summary: localizer(TransferText.importingHelp), blocks: [.progress(block)],
            actions: isCancelling ? [] : [cancel()])
    }

    private func finished(_ result: ImportResult) -> Screen {
        let counts = result.counts
        let reminder = counts.problems == 0 ? TransferText.resultDelete : .resultDeleteLater
        let advice = TextBlock(localizer(reminder, ["name": result.name]), tone: .caution)
        return Screen(
            location: location, title: localizer(TransferText.resultTitle),
            summary: localizer(TransferText.resultSummary, count: counts.writes),
            // An encrypted file may stay.
            blocks: (result.isEncrypted ? [] : [.text(advice)]) + [
                facts(counts, new: .countImported, changed: .countUpdated)
            ] + problems(result.problems, result.format),
            actions: [
                Action(Command.done, title: localizer(TransferText.done), role: .primary),
                Action(Command.another, title: localizer(TransferText.another)),
            ])
    }

    private func failed(_ problem: Explanation) -> Screen {
        Screen(
            location: location, title: localizer(TransferText.title),
            phase: .failed(Problem(problem, localizer), retry: Command.retry.rawValue),
            actions: [
                Action(Command.retry, title: localizer(UIText.retry), role: .primary),
                Action(Command.another, title: localizer(TransferText.another)),
            ])
    }

    // MARK: - Parts

    private func cancel() -> Action {
        Action(Command.cancel, title: localizer(UIText.cancel), role: .cancel)
    }

    /// The counts that are not zero; that of new items always.
    private func facts(
        _ counts: ImportCounts, new: TransferText, changed: TransferText
    ) -> Block {
        let all: [(id: String, label: TransferText, count: Int)] = [
            ("new", new, counts.new), ("changed", changed, counts.changed),
            ("kept", .countKept, counts.kept), ("completed", .countCompleted, counts.completed),
            ("present", .countPresent, counts.present),
            ("outdated", .countOutdated, counts.outdated),
            ("repeated", .countRepeated, counts.repeated),
            ("problems", .countProblems, counts.problems),
            ("files", .countFiles, counts.files),
        ]
        return .facts(
            FactsBlock(
                id: "counts", title: localizer(TransferText.counts),
                facts: all.filter { $0.id == "new" || $0.count > 0 }.map { id, label, count in
                    Fact(id: id, label: localizer(label), value: .text(localizer.number(count)))
                }))
    }

    private static let captions: [(ImportKind, TransferText)] = [
        (.changed, .sampleChanged), (.kept, .sampleKept), (.completed, .sampleCompleted),
        (.outdated, .sampleOutdated), (.new, .sampleNew),
    ]

    private func table(
        _ kind: ImportKind, _ caption: TransferText, _ preview: ImportPreview
    ) -> [Block] {
        let samples = preview.samples.filter { $0.kind == kind }.prefix(Self.shownRows)
        guard !samples.isEmpty else { return [] }
        let table = TableBlock(
            id: "sample-\(kind.rawValue)",
            caption: self.caption(caption, shown: samples.count, of: preview.counts[kind]),
            columns: [
                TableBlock.Column(localizer(TransferText.columnTitle)),
                TableBlock.Column(localizer(TransferText.columnUserName)),
                TableBlock.Column(localizer(TransferText.columnSite)),
                number(preview.format),
            ],
            rows: samples.map { sample in
                [sample.title, sample.userName, sample.site, localizer.number(sample.line)]
            })
        return [.table(table)]
    }

    /// Where a row is: its line, or its number in a file without lines.
    private func number(_ format: ImportFormat) -> TableBlock.Column {
        TableBlock.Column(
            localizer(format.hasLines ? TransferText.columnLine : .columnNumber), isNumeric: true)
    }

    private func problems(_ problems: [RowProblem], _ format: ImportFormat) -> [Block] {
        table(problems.filter(\.isLeftOut), "problems", .problems, format)
            + table(problems.filter { !$0.isLeftOut }, "remarks", .remarks, format)
    }

    private func table(
        _ problems: [RowProblem], _ id: String, _ text: TransferText, _ format: ImportFormat
    ) -> [Block] {
        guard !problems.isEmpty else { return [] }
        let shown = problems.prefix(Self.shownProblems)
        let table = TableBlock(
            id: id, caption: caption(text, shown: shown.count, of: problems.count),
            columns: [
                number(format), TableBlock.Column(localizer(TransferText.columnTitle)),
                TableBlock.Column(localizer(TransferText.columnReason)),
            ],
            rows: shown.map { problem in
                [localizer.number(problem.line), problem.title, problem.reason.text(localizer)]
            })
        return [.table(table)]
    }

    private func caption(_ text: TransferText, shown: Int, of count: Int) -> String {
        guard shown < count else { return localizer(text) }
        return localizer(
            TransferText.first, ["caption": localizer(text), "count": localizer.number(shown)])
    }
}

extension ImportProgress {
    /// The part that is done, from 0 to 1.
    fileprivate var fraction: Double { min(1, Double(completed) / Double(max(1, total))) }
}
