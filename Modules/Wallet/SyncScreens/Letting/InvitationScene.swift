import TenonCore
import TenonUI
import WalletItems
import WalletSync
import WalletVault

/// Makes a code that lets another machine in, and says when one has come in.
struct InvitationInteractor: Interactor {
    struct State: Sendable, Equatable {
        var code = SecretFacts.State()
        /// Until when the code is good.
        var expiry: Timestamp?
        /// Whether a code was there, and is no longer good.
        var isExpired = false
        /// The machines that were in when the code was made.
        var known: Set<DeviceID> = []
        /// Those that have come in since, by name.
        var newcomers: [String] = []
        var isWorking = false
        var problem: Explanation?
    }

    enum Action: Sendable {
        case status(SyncStatus)
        case make
        case code(SecretFacts.Action)
    }

    enum Mutation: Sendable {
        case setStatus(SyncStatus)
        case begin
        case made(until: Timestamp, known: Set<DeviceID>)
        case code(SecretFacts.Mutation)
        case expire
        case fail(Explanation)
    }

    let watch: SyncWatch
    let code: SecretFacts
    let clock: any TimeTelling

    var initialState: State { State() }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(watch.statuses()).map { .status($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .status(let status): .just(.setStatus(status))
        case .code(let action): show(action, state)
        case .make:
            .chain("make", policy: .first) { emit in
                emit(.begin)
                let life = VaultSync.invitationLife
                // Read before the code is made, so that the time shown is never later than the real one.
                let expiry = Timestamp(milliseconds: clock.now().milliseconds + life)
                let made = try await watch.sync.inviteDevice()
                let devices = try await watch.sync.syncStatus().devices
                emit(.made(until: expiry, known: Set(devices.map(\.id))))
                return .merge(
                    show(.show([.init(id: "code", label: .inviteCode, text: made)]), state),
                    .run("expire", policy: .latest, isBackground: true) { emit in
                        try await clock.sleep(for: .milliseconds(life))
                        emit(.expire)
                    })
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setStatus(let status):
            guard !state.known.isEmpty else { return }
            let new = status.devices.filter { !state.known.contains($0.id) && !$0.isSheet }
            guard !new.isEmpty else { return }
            state.newcomers = new.map(\.name)
            // It lets one machine in.
            state.code = SecretFacts.State()
            state.expiry = nil
        case .begin:
            state = State(isWorking: true)
        case .made(let expiry, let known):
            (state.expiry, state.known, state.isWorking) = (expiry, known, false)
        case .code(let mutation):
            code.reduce(&state.code, mutation)
        case .expire:
            guard state.expiry != nil else { return }
            (state.code, state.expiry, state.isExpired) = (SecretFacts.State(), nil, true)
        case .fail(let problem):
            (state.isWorking, state.problem) = (false, problem)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func show(_ action: SecretFacts.Action, _ state: State) -> Effect<Mutation> {
        code.effect(of: action, state.code, in: "code") { .code($0) }
    }
}

/// The screen of an invitation.
struct InvitationPresenter: Presenter {
    enum Command: String { case make, reveal, conceal, copy }

    let localizer: Localizer

    func screen(for state: InvitationInteractor.State) -> Screen {
        let texts =
            [
                state.problem.map { $0.block(localizer) },
                state.isExpired ? TextBlock(localizer(SyncText.expired), tone: .caution) : nil,
            ].compactMap(\.self)
            + state.newcomers.map {
                TextBlock(localizer(SyncText.isIn, ["device": $0]), tone: .positive)
            }
        return Screen(
            location: SyncRoute.invitation.location(), title: localizer(SyncText.invite),
            summary: localizer(SyncText.inviteSummary),
            phase: state.isWorking ? .loading(message: localizer(SyncText.makingCode)) : .ready,
            blocks: texts.map { .text($0) } + facts(state),
            actions: [
                Action(
                    Command.make, title: localizer(SyncText.makeCode),
                    role: state.expiry == nil ? .primary : .normal,
                    availability: state.isWorking
                        ? .disabled(reason: localizer(SyncText.makingCode)) : .enabled)
            ], parent: SyncRoute.sync.location())
    }

    private func facts(_ state: InvitationInteractor.State) -> [Block] {
        guard let expiry = state.expiry else { return [] }
        let until = Fact(
            id: "until", label: localizer(SyncText.goodUntil),
            value: .text(localizer.dateAndTime(expiry)))
        return [
            .facts(FactsBlock(id: "invitation", facts: state.code.facts(localizer) + [until]))
        ] + state.code.code("code", .inviteAlternative, localizer) + [
            .text(TextBlock(localizer(SyncText.inviteUse)))
        ]
    }
}

extension SceneDefinition {
    /// An invitation.
    static func syncInvitation(
        _ watch: SyncWatch, _ vault: any Vault, _ clipboard: any ClipboardWriting,
        _ clock: any TimeTelling
    ) throws -> SceneDefinition {
        try SceneDefinition(
            SyncRoute.invitation, presenter: InvitationPresenter.init
        ) { context in
            InvitationInteractor(
                watch: watch,
                code: SecretFacts(
                    copier: try SecretCopier(of: vault, to: clipboard, in: context), clock: clock,
                    localizer: context.localizer), clock: clock)
        } action: { input, _ in
            switch input {
            case .act(.make, _): .make
            case .act(.reveal, let act): act.target.map { .code(.setRevealed($0, true)) }
            case .act(.conceal, let act): act.target.map { .code(.setRevealed($0, false)) }
            case .act(.copy, let act): act.target.map { .code(.copy($0)) }
            case .other, .edit, .search, .filter, .window, .reading, .appear, .disappear, .back: nil
            }
        }
    }
}
