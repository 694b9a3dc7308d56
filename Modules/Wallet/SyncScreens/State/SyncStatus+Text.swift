import TenonCore
import TenonUI
import WalletSync

extension SyncStatus {
    /// What the frame says; `nil` when nothing is set up, or nothing can be known.
    func badge(_ localizer: Localizer) -> Badge? {
        switch phase {
        case .off, .locked: nil
        case .inStep: Badge(localizer(SyncText.badgeInStep), tone: .positive)
        case .working: Badge(work(localizer))
        case .waiting: Badge(localizer(SyncText.badgeWaiting), tone: .caution)
        case .offline:
            Badge(
                localizer(SyncText.badgeOffline, ["time": lastExchangeText(localizer)]),
                tone: .caution)
        case .dismissed: Badge(localizer(SyncText.badgeDismissed), tone: .critical)
        case .attention:
            conflictCount > 0 && problem == nil
                ? Badge(
                    localizer(SyncText.badgeConflicts, count: conflictCount), tone: .caution)
                : Badge(localizer(SyncText.badgeAttention), tone: .critical)
        }
    }

    /// The state in a sentence.
    func text(_ localizer: Localizer) -> TextBlock {
        switch phase {
        case .off: TextBlock(localizer(SyncText.isOff))
        case .locked: TextBlock(localizer(SyncText.isLocked))
        case .inStep: TextBlock(localizer(SyncText.isInStep), tone: .positive)
        case .working: TextBlock(localizer(SyncText.isWorking))
        case .waiting: TextBlock(localizer(SyncText.isWaiting), tone: .caution)
        case .offline:
            TextBlock(
                localizer(SyncText.isOffline, ["time": lastExchangeText(localizer)]),
                tone: .caution)
        case .dismissed: TextBlock(localizer(SyncText.isDismissed), tone: .critical)
        case .attention: TextBlock(localizer(SyncText.isAttention), tone: .caution)
        }
    }

    /// When an exchange was last completed.
    func lastExchangeText(_ localizer: Localizer) -> String {
        lastExchange.map { localizer.dateAndTime($0) } ?? localizer(SyncText.never)
    }

    /// The exchange that is under way.
    func progressBlock(_ localizer: Localizer) -> ProgressBlock {
        ProgressBlock(
            id: "exchange", label: localizer(SyncText.isWorking),
            fraction: shownProgress.map { Double($0.completed) / Double($0.total) },
            detail: shownProgress.map { localizer(UIText.progress, $0.counts(localizer)) } ?? "")
    }

    private func work(_ localizer: Localizer) -> String {
        shownProgress.map { localizer(SyncText.badgeProgress, $0.counts(localizer)) }
            ?? localizer(SyncText.badgeWorking)
    }

    /// How far it is, where there is more than one step.
    private var shownProgress: Progress? {
        progress.flatMap { $0.total > 1 && $0.completed <= $0.total ? $0 : nil }
    }
}

extension SyncStatus.Progress {
    fileprivate func counts(_ localizer: Localizer) -> [String: String] {
        ["completed": localizer.number(completed), "total": localizer.number(total)]
    }
}

extension SyncDevice {
    /// The name for people, also of a recovery sheet.
    func shownName(_ localizer: Localizer) -> String {
        isSheet ? localizer(SyncText.sheetMachine) : name
    }
}
