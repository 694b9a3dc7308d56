import TenonCore
import TenonUI
import WalletSync

/// The screen of how the vault stands with other machines.
struct SyncPresenter: Presenter {
    enum Command: String {
        case exchange, leave, removeVault, setUp, join, recover, devices, conflicts, invite, sheet
    }

    let localizer: Localizer
    /// Tells the time.
    let now: @Sendable () -> Timestamp

    func screen(for state: SyncInteractor.State) -> Screen {
        var screen = Screen(
            location: SyncRoute.sync.location(), title: localizer(SyncText.title),
            summary: localizer(SyncText.help))
        switch state.status?.phase {
        case nil, .locked?:
            screen.phase = .loading(message: localizer(SyncText.loading))
        case .off?:
            screen.summary = localizer(SyncText.offSummary)
            screen.blocks =
                problem(state) + [.text(TextBlock(localizer(SyncText.offAdvice)))]
            screen.actions = offActions
        case .inStep?, .behind?, .working?, .waiting?, .offline?, .dismissed?, .leaving?,
            .attention?:
            guard let status = state.status else { break }
            screen.blocks =
                standing(status, state) + outcome(state.outcome)
                + [facts(status), .text(TextBlock(localizer(SyncText.fingerprintHelp)))]
            screen.actions = actions(status, isWorking: state.isWorking)
        }
        return screen
    }

    // MARK: - Blocks

    private func standing(_ status: SyncStatus, _ state: SyncInteractor.State) -> [Block] {
        guard !state.isWorking, status.phase != .working else {
            return [.progress(status.progressBlock(localizer))]
        }
        let known = status.problem.map { problem in
            let words = Sentence(joining: [problem, status.remedy ?? ""]).onScreens(localizer)
            return Block.text(TextBlock(localizer.text(of: words), tone: .critical))
        }
        let machines =
            status.newcomers.compactMap { $0.newcomerText(localizer) }
            + status.clocks.map { $0.text(localizer) }
        return [.text(status.text(localizer, now: now()))]
            + ([status.passphraseChange?.changeText(localizer)].compactMap(\.self)
            + status.missing.map { $0.text(localizer) } + machines)
            .map { .text(TextBlock($0, tone: .caution)) }
            + (state.problem == nil ? [known].compactMap(\.self) : problem(state))
    }

    private func problem(_ state: SyncInteractor.State) -> [Block] {
        state.problem.map { [.text($0.block(localizer))] } ?? []
    }

    /// What the exchange that was asked for came to.
    private func outcome(_ outcome: SyncOutcome?) -> [Block] {
        guard let outcome else { return [] }
        let summary = localizer(
            SyncText.synchronized, count: outcome.itemCount,
            ["sent": localizer.number(outcome.sent)])
        let problems = outcome.problems.map { finding in
            let words = Sentence(joining: [finding.message, finding.remedy]).onScreens(localizer)
            return TextBlock(
                "\(finding.subject): \(localizer.text(of: words))", tone: .critical)
        }
        return ([TextBlock(summary)] + outcome.results(localizer) + problems).map { .text($0) }
    }

    private func facts(_ status: SyncStatus) -> Block {
        func fact(_ id: String, _ label: SyncText, _ value: String?) -> Fact? {
            value.flatMap {
                $0.isEmpty ? nil : Fact(id: id, label: localizer(label), value: .text($0))
            }
        }
        return .facts(
            FactsBlock(
                id: "state",
                facts: [
                    fact("place", .place, status.place),
                    fact("machine", .machine, status.devices.first(where: \.isThis)?.name),
                    fact(
                        "unsent", .unsent,
                        status.unsent == 0 ? nil : localizer.number(status.unsent)),
                    fact("fingerprint", .fingerprint, status.fingerprint),
                ].compactMap(\.self)))
    }

    // MARK: - Actions

    private var offActions: [Action] {
        [
            Action(Command.setUp, title: localizer(SyncText.setUpAction), role: .primary),
            Action(Command.join, title: localizer(SyncText.joinAction)),
            Action(Command.recover, title: localizer(SyncText.recoverAction)),
        ]
    }

    private func actions(_ status: SyncStatus, isWorking: Bool) -> [Action] {
        if status.phase == .dismissed {
            return [
                Action(Command.join, title: localizer(SyncText.joinAction), role: .primary),
                leave(status),
            ]
        }
        let ending = [leave(status)] + (status.isLast ? [removeVault(status)] : [])
        guard status.phase != .leaving else { return ending }
        let hasConflicts = status.conflictCount > 0
        var actions = [
            Action(
                Command.exchange, title: localizer(SyncText.now), help: localizer(SyncText.nowHelp),
                role: hasConflicts ? .normal : .primary,
                availability: isWorking
                    ? .disabled(reason: localizer(SyncText.isWorking)) : .enabled),
            Action(Command.devices, title: localizer(SyncText.devices)),
        ]
        if hasConflicts {
            let title = localizer(SyncText.badgeConflicts, count: status.conflictCount)
            actions.insert(Action(Command.conflicts, title: title, role: .primary), at: 0)
        }
        if status.isIn {
            actions += [
                Action(Command.invite, title: localizer(SyncText.invite)),
                Action(Command.sheet, title: localizer(SyncText.sheet)),
            ]
        }
        return actions + ending
    }

    private func leave(_ status: SyncStatus) -> Action {
        Action(
            Command.leave, title: localizer(SyncText.leave), role: .destructive,
            confirmation: Confirmation(
                title: localizer(SyncText.leaveTitle), message: status.leaveMessage(localizer),
                confirmTitle: localizer(SyncText.leave), severity: .moderate))
    }

    /// Takes away what the last machine alone keeps, and leaves.
    private func removeVault(_ status: SyncStatus) -> Action {
        Action(
            Command.removeVault, title: localizer(SyncText.removeVault), role: .destructive,
            confirmation: Confirmation(
                title: localizer(SyncText.removeVaultTitle, ["place": status.place ?? ""]),
                message: localizer(SyncText.removeVaultMessage),
                confirmTitle: localizer(SyncText.removeVaultConfirm), severity: .moderate))
    }
}
