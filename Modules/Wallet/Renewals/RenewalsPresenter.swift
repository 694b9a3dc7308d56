import TenonCore
import TenonUI
import WalletVault

/// The screen of the expiring cards.
struct RenewalsPresenter: Presenter {
    enum Command: String { case retry, open }

    let localizer: Localizer

    func screen(for state: RenewalsInteractor.State) -> Screen {
        Screen(
            location: RenewalsRoute.renewals.location(), title: localizer(RenewalsText.title),
            summary: localizer(RenewalsText.summary), phase: phase(state),
            blocks: state.calendar.map(blocks) ?? [],
            actions: state.problem == nil
                ? [] : [Action(Command.retry, title: localizer(UIText.retry), role: .primary)])
    }

    private func phase(_ state: RenewalsInteractor.State) -> Phase {
        if let problem = state.problem {
            return .failed(Problem(problem, localizer), retry: Command.retry.rawValue)
        }
        guard let calendar = state.calendar else {
            return .loading(message: localizer(RenewalsText.loading))
        }
        let isEmpty = calendar.expired.isEmpty && calendar.upcoming.isEmpty
        return isEmpty ? .empty(message: localizer(RenewalsText.empty), action: nil) : .ready
    }

    private func blocks(_ calendar: RenewalCalendar) -> [Block] {
        var blocks: [Block] = []
        if !calendar.upcoming.isEmpty { blocks.append(.chart(chart(calendar))) }
        let expired = localizer(RenewalsText.expired)
        if !calendar.expired.isEmpty {
            blocks.append(
                list("expired", expired, calendar.expired, Badge(expired, tone: .critical)))
        }
        if !calendar.upcoming.isEmpty {
            blocks.append(
                list("upcoming", localizer(RenewalsText.upcoming), calendar.upcoming, nil))
        }
        return blocks
    }

    private func chart(_ calendar: RenewalCalendar) -> ChartBlock {
        ChartBlock(
            id: "months", title: localizer(RenewalsText.chart),
            summary: localizer(
                RenewalsText.conclusion, count: calendar.upcoming.count,
                ["month": calendar.upcoming.first?.expiry?.cardText ?? ""]),
            kind: .bars,
            points: calendar.months.map { month, count in
                ChartBlock.Point(
                    label: month.cardText, value: Double(count), text: localizer.number(count))
            })
    }

    private func list(
        _ id: String, _ title: String, _ cards: [ItemOverview], _ badge: Badge?
    ) -> Block {
        let rows = cards.map { card in
            Row(
                id: "\(card.id)", title: card.title,
                subtitle: card.lastFour.isEmpty ? "" : "···· \(card.lastFour)",
                value: card.expiry?.cardText ?? "", badge: badge,
                actions: [
                    Action(
                        Command.open, title: localizer(UIText.open), scope: .row,
                        role: .primary)
                ])
        }
        return .list(ListBlock(id: id, title: title, rows: rows))
    }
}
