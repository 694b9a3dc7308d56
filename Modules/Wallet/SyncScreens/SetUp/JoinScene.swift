import TenonCore
import TenonUI
import WalletAccess
import WalletSync
import WalletVault

/// Makes this machine one of those that keep the vault, by the code of an invitation.
struct JoinInteractor: Interactor {
    struct State: Sendable, Equatable {
        var form = MachineForm(isPlaceOptional: true)
        /// Whether the code, or the passphrase, was left out.
        var lacksCode = false
        var lacksPassphrase = false
        var attempt = Attempt()

        var isAcceptable: Bool { form.isAcceptable && !lacksCode && !lacksPassphrase }
    }

    typealias Action = [MachineField: FieldValue]

    enum Mutation: Sendable {
        case check(MachineForm, lacksCode: Bool, lacksPassphrase: Bool)
        case attempt(Attempt.Change)
    }

    let sync: any VaultSyncing
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ fields: [MachineField: FieldValue], _ state: State) -> Effect<Mutation> {
        var checked = state
        checked.form.take(fields)
        let code = fields.secret(.code)
        let passphrase = fields.secret(.passphrase)
        (checked.lacksCode, checked.lacksPassphrase) = (code.isEmpty, passphrase.isEmpty)
        let check = Mutation.check(
            checked.form, lacksCode: checked.lacksCode, lacksPassphrase: checked.lacksPassphrase)
        guard checked.isAcceptable else { return .just(check) }
        return .run("join", policy: .first) { [form = checked.form] emit in
            emit(check)
            emit(.attempt(.begin))
            try await sync.joinSync(
                code, folder: form.address, passphrase: passphrase, device: form.name)
            emit(.attempt(.succeed))
            notices.notify(Notice(localizer(SyncText.joined), tone: .positive))
            navigator.finish(SyncSceneOutcome.joined)
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .check(let form, let lacksCode, let lacksPassphrase):
            state.form = form
            (state.lacksCode, state.lacksPassphrase) = (lacksCode, lacksPassphrase)
        case .attempt(let change): state.attempt.take(change)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }
}

/// The form for the code of an invitation.
struct JoinPresenter: Presenter {
    enum Command: String { case join }
    typealias FieldName = MachineField

    let location: Location
    let parent: Location
    let localizer: Localizer

    func screen(for state: JoinInteractor.State) -> Screen {
        let problem = state.attempt.problem.map { Block.text($0.block(localizer)) }
        let form = FormBlock(
            id: "join",
            fields: [
                Field(
                    MachineField.code, label: localizer(SyncText.code),
                    help: localizer(SyncText.codeHelp), kind: .secret(isSet: false),
                    isRequired: true, problem: localizer.missing(state.lacksCode),
                    autofill: .oneTimeCode),
                .passphrase(problem: localizer.missing(state.lacksPassphrase), localizer),
                state.form.placeField(.folder, help: .folderHelp, localizer),
                state.form.nameField(localizer),
            ],
            actions: [
                state.attempt.action(
                    Command.join, SyncText.join, working: SyncText.joining, localizer)
            ])
        return Screen(
            location: location, title: localizer(SyncText.joinTitle),
            summary: localizer(SyncText.joinSummary),
            phase: state.attempt.phase(SyncText.joining, localizer),
            blocks: [problem, .form(form)].compactMap(\.self), parent: parent)
    }
}

extension SceneDefinition {
    /// Join other machines by a code.
    ///
    /// - Parameter route: For a vault that is here, or before there is one.
    static func joinSync(
        _ watch: SyncWatch, at route: Route<Void>
    ) throws -> SceneDefinition {
        let isBehindLock = !AccessRoute.isBeforeLock(route.location())
        return try SceneDefinition(route, offersApplicationActions: isBehindLock) { context in
            InteractiveScene(
                JoinInteractor(
                    sync: watch.sync, notices: try context.ports[.notices],
                    localizer: context.localizer, navigator: context.navigator),
                presenter: JoinPresenter(
                    location: context.location,
                    parent: isBehindLock
                        ? SyncRoute.sync.location() : AccessRoute.welcome.location(),
                    localizer: context.localizer), context: context
            ) { input, _ in
                switch input {
                case .act(.join, let act): act.fields
                case .other, .edit, .search, .filter, .window, .reading, .appear, .disappear, .back:
                    nil
                }
            }
        }
    }
}
