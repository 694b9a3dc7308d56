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
            summary: localizer(RenewalsText.summary),
            phase: .reading(
                state.value.map { $0.expired + $0.upcoming }, problem: state.problem,
                retry: Command.retry.rawValue, loading: localizer(RenewalsText.loading),
                empty: localizer(RenewalsText.empty), localizer),
            blocks: state.value.map(blocks) ?? [],
            actions: state.problem == nil
                ? [] : [Action(Command.retry, title: localizer(UIText.retry), role: .primary)])
    }

    private func blocks(_ calendar: RenewalCalendar) -> [Block] {
        let expired = localizer(RenewalsText.expired)
        return (calendar.upcoming.isEmpty ? [] : [.chart(chart(calendar))])
            + list("expired", expired, calendar.expired, Badge(expired, tone: .critical))
            + list("upcoming", localizer(RenewalsText.upcoming), calendar.upcoming, nil)
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
    ) -> [Block] {
        let open = Action(Command.open, title: localizer(UIText.open), scope: .row, role: .primary)
        let rows = cards.map { card in
            Row(
                id: "\(card.id)", title: card.title,
                subtitle: card.lastFour.isEmpty ? "" : "···· \(card.lastFour)",
                value: card.expiry?.cardText ?? "", badge: badge,
                location: card.kind.route.location(card.id), actions: [open])
        }
        return .list(ListBlock(id: id, title: title, rows: rows))
    }
}
