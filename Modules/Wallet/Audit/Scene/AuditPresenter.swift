import TenonCore
import TenonUI
import WalletVault

/// The screens of the audit.
struct AuditPresenter: Presenter {
    enum Command: String { case start, cancel, again, retry, open }
    enum FieldName: String { case age, breaches }

    /// How many rows of a list are shown at first.
    private static let firstWindow = 0..<20

    private let location = AuditRoute.audit.location()
    let localizer: Localizer

    func screen(for state: AuditInteractor.State) -> Screen {
        switch state.stage {
        case .choosing: choosing(state)
        case .running(let progress): running(progress)
        case .finished(let report): finished(report, state)
        case .failed(let problem): failed(problem)
        }
    }

    private func choosing(_ state: AuditInteractor.State) -> Screen {
        let form = FormBlock(
            id: "options", title: localizer(AuditText.options),
            fields: [
                Field(
                    number: FieldName.age, label: localizer(AuditText.age),
                    help: localizer(AuditText.ageHelp), value: state.draft.age,
                    in: AuditOptions.allowedAges, isRequired: true, localizer),
                Field(
                    text: FieldName.breaches, label: localizer(AuditText.breaches),
                    help: localizer(AuditText.breachesHelp), value: state.draft.breaches,
                    problem: state.problem.map { localizer.text(of: $0.sentence) }),
            ],
            actions: [Action(Command.start, title: localizer(AuditText.start), role: .primary)])
        return Screen(
            location: location, title: localizer(AuditText.title),
            summary: localizer(AuditText.summary), blocks: [.form(form)])
    }

    private func running(_ progress: AuditProgress?) -> Screen {
        let label = localizer(AuditText.running)
        let detail = progress.map { progress in
            localizer(
                UIText.progress,
                [
                    "completed": localizer.number(progress.completed),
                    "total": localizer.number(progress.total),
                ])
        }
        return Screen(
            location: location, title: localizer(AuditText.title),
            blocks: [
                .progress(
                    ProgressBlock(
                        id: "progress", label: label,
                        fraction: progress.map {
                            min(1, Double($0.completed) / Double(max(1, $0.total)))
                        },
                        detail: detail ?? ""))
            ],
            actions: [Action(Command.cancel, title: localizer(UIText.cancel), role: .cancel)])
    }

    private func failed(_ problem: Explanation) -> Screen {
        Screen(
            location: location, title: localizer(AuditText.title),
            phase: .failed(Problem(problem, localizer), retry: Command.retry.rawValue),
            actions: [
                Action(Command.retry, title: localizer(UIText.retry), role: .primary),
                Action(Command.again, title: localizer(AuditText.again)),
            ])
    }

    private func finished(_ report: AuditReport, _ state: AuditInteractor.State) -> Screen {
        var blocks: [Block] = []
        if state.isStale {
            blocks.append(.text(TextBlock(localizer(AuditText.isStale), tone: .caution)))
        }
        if report.items.isEmpty {
            blocks.append(.text(TextBlock(localizer(AuditText.nothing), tone: .positive)))
        } else {
            blocks.append(.chart(chart(report)))
            for problem in report.problems {
                blocks += list(problem, report, state.windows[problem] ?? Self.firstWindow)
            }
        }
        return Screen(
            location: location, title: localizer(AuditText.title),
            summary: localizer(AuditText.checked, count: report.checked), blocks: blocks,
            actions: [
                Action(Command.again, title: localizer(AuditText.again), role: .primary)
            ])
    }

    private func chart(_ report: AuditReport) -> ChartBlock {
        let points = report.problems.map { problem in
            let count = report.counts[problem] ?? 0
            return ChartBlock.Point(
                label: AuditText.title(of: problem, localizer), value: Double(count),
                text: localizer.number(count))
        }
        return ChartBlock(
            id: "problems", title: localizer(AuditText.chart),
            summary: AuditText.conclusion(of: report, localizer), kind: .bars, points: points)
    }

    private func list(
        _ problem: AuditProblem, _ report: AuditReport, _ window: Range<Int>
    ) -> [Block] {
        guard let count = report.counts[problem] else { return [] }
        let shown = window.clamped(to: 0..<count)
        let open = Action(
            Command.open, title: localizer(UIText.open), scope: .row, role: .primary)
        let rows = report.items(with: problem, in: shown).map { item in
            Row(
                id: item.id.description,
                title: item.title.isEmpty ? localizer(AuditText.untitled) : item.title,
                subtitle: item.userName,
                value: AuditText.detail(of: problem, in: item, localizer),
                location: item.kind.route.location(item.id), actions: [open])
        }
        return [
            .list(
                ListBlock(
                    id: problem.rawValue, title: AuditText.title(of: problem, localizer),
                    total: count, offset: shown.lowerBound, rows: rows))
        ]
    }
}
