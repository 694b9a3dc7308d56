import TenonCore
import TenonUI
import WalletAccess
import WalletSync

/// Begins to keep the vault where other machines find it.
struct SetUpInteractor: Interactor {
    struct State: Sendable, Equatable {
        var form = MachineForm(isPlaceOptional: false)
        /// Whether a server has asked for the code of its operator.
        var wantsCode = false
        var attempt = Attempt()
    }

    typealias Action = [MachineField: FieldValue]

    enum Mutation: Sendable {
        case setForm(MachineForm)
        case attempt(Attempt.Change)
        case wantCode(Explanation)
    }

    let sync: any VaultSyncing
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ fields: [MachineField: FieldValue], _ state: State) -> Effect<Mutation> {
        var form = state.form
        form.take(fields)
        guard form.isAcceptable, let address = form.address else { return .just(.setForm(form)) }
        let code = fields.secret(.code)
        return .run("set up", policy: .first) { [form] emit in
            emit(.setForm(form))
            emit(.attempt(.begin))
            try await sync.setUpSync(
                at: address, invitation: code.isEmpty ? nil : code, device: form.name)
            emit(.attempt(.succeed))
            notices.notify(Notice(localizer(SyncText.isSetUp), tone: .positive))
            navigator.back()
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setForm(let form): state.form = form
        case .attempt(let change): state.attempt.take(change)
        case .wantCode(let problem):
            state.wantsCode = true
            state.attempt.take(.fail(problem))
        }
    }

    func mutation(for error: any Error) -> Mutation? {
        let problem = Explanation(error)
        return problem.code == .syncUninvited ? .wantCode(problem) : .attempt(.fail(problem))
    }
}

/// The form by which the first machine begins.
struct SetUpPresenter: Presenter {
    enum Command: String { case setUp }
    typealias FieldName = MachineField

    let localizer: Localizer

    func screen(for state: SetUpInteractor.State) -> Screen {
        let problem = state.attempt.problem.map { Block.text($0.block(localizer)) }
        let code = Field(
            MachineField.code, label: localizer(SyncText.operatorCode),
            help: localizer(SyncText.operatorCodeHelp), kind: .secret(isSet: false),
            autofill: .oneTimeCode)
        let form = FormBlock(
            id: "set-up",
            fields: [state.form.placeField(.placeField, help: .placeHelp, localizer)]
                + (state.wantsCode ? [code] : []) + [state.form.nameField(localizer)],
            actions: [
                state.attempt.action(
                    Command.setUp, SyncText.setUp, working: SyncText.settingUp, localizer)
            ])
        return Screen(
            location: SyncRoute.setUp.location(), title: localizer(SyncText.setUpTitle),
            summary: localizer(SyncText.setUpSummary),
            phase: state.attempt.phase(SyncText.settingUp, localizer),
            blocks: [problem, .form(form)].compactMap(\.self), parent: SyncRoute.sync.location())
    }
}

extension SceneDefinition {
    /// Begin on the first machine.
    static func setUpSync(_ watch: SyncWatch) throws -> SceneDefinition {
        try SceneDefinition(SyncRoute.setUp, presenter: SetUpPresenter.init) { context in
            SetUpInteractor(
                sync: watch.sync, notices: try context.ports[.notices],
                localizer: context.localizer, navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .act(.setUp, let act): act.fields
            case .other, .edit, .search, .filter, .window, .reading, .appear, .disappear, .back: nil
            }
        }
    }
}
