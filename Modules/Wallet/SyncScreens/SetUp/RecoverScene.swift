import TenonCore
import TenonUI
import WalletAccess
import WalletSync
import WalletVault

/// Makes this machine one of those that keep the vault, by a recovery sheet.
struct RecoverInteractor: Interactor {
    struct State: Sendable, Equatable {
        var form = MachineForm(isPlaceOptional: true)
        var lacksSheet = false
        /// The passphrase of a vault that is not here yet.
        var new = NewPassphrase()
        var lacksPassphrase = false
        var attempt = Attempt()
    }

    enum Action: Sendable {
        case edit(SecretText)
        case recover([MachineField: FieldValue])
    }

    enum Mutation: Sendable {
        case check(MachineForm, lacksSheet: Bool, lacksPassphrase: Bool)
        case setNew(NewPassphrase)
        case attempt(Attempt.Change)
    }

    let sync: any VaultSyncing
    /// Whether there is no vault yet.
    let isNew: Bool
    let confirmations: any ConfirmationPresenting
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .edit(let passphrase):
            isNew ? .just(.setNew(NewPassphrase(typed: passphrase))) : .none
        case .recover(let fields): recover(fields, state.form)
        }
    }

    private func recover(
        _ fields: [MachineField: FieldValue], _ old: MachineForm
    ) -> Effect<Mutation> {
        var form = old
        form.take(fields)
        let sheet = fields.secret(.sheet)
        let passphrase = fields.secret(.passphrase)
        let new = NewPassphrase(
            passphrase, repetition: fields.secret(.repetition))
        let lacksPassphrase = !isNew && passphrase.isEmpty
        let check = Effect<Mutation>.merge(
            .just(
                .check(form, lacksSheet: sheet.isEmpty, lacksPassphrase: lacksPassphrase)),
            isNew ? .just(.setNew(new)) : .none)
        guard form.isAcceptable, !sheet.isEmpty, !lacksPassphrase, !isNew || new.isAcceptable
        else { return check }
        return .merge(
            check,
            .run("recover", policy: .first) { [form] emit in
                if isNew {
                    guard await new.isWanted(confirmations, localizer) else { return }
                }
                emit(.attempt(.begin))
                try await sync.recoverSync(
                    sheet, folder: form.address, passphrase: passphrase, device: form.name)
                emit(.attempt(.succeed))
                notices.notify(Notice(localizer(SyncText.recovered), tone: .positive))
                navigator.finish(SyncSceneOutcome.joined)
            })
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .check(let form, let lacksSheet, let lacksPassphrase):
            state.form = form
            (state.lacksSheet, state.lacksPassphrase) = (lacksSheet, lacksPassphrase)
        case .setNew(let new): state.new = new
        case .attempt(let change): state.attempt.take(change)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }
}

/// The form for a recovery sheet.
struct RecoverPresenter: Presenter {
    enum Command: String { case recover }
    typealias FieldName = MachineField

    let location: Location
    /// Whether there is no vault yet.
    let isNew: Bool
    let localizer: Localizer

    func screen(for state: RecoverInteractor.State) -> Screen {
        let problem = state.attempt.problem.map { Block.text($0.block(localizer)) }
        let sheet = Field(
            MachineField.sheet, label: localizer(SyncText.sheetText),
            help: localizer(SyncText.sheetTextHelp), kind: .secret(isSet: false), isRequired: true,
            problem: localizer.missing(state.lacksSheet))
        let form = FormBlock(
            id: "recover",
            fields: [sheet] + passphrase(state) + [
                state.form.placeField(.folder, help: .folderHelp, localizer),
                state.form.nameField(localizer),
            ],
            actions: [
                state.attempt.action(
                    Command.recover, SyncText.recover, working: SyncText.recovering, localizer)
            ])
        return Screen(
            location: location, title: localizer(SyncText.recoverTitle),
            summary: localizer(SyncText.recoverSummary),
            phase: state.attempt.phase(SyncText.recovering, localizer),
            blocks: [problem, .form(form)].compactMap(\.self),
            parent: isNew ? AccessRoute.welcome.location() : SyncRoute.sync.location())
    }

    private func passphrase(_ state: RecoverInteractor.State) -> [Field] {
        guard !isNew else {
            return state.new.fields(
                MachineField.passphrase, label: SyncText.newPassphrase, repetition: .repetition,
                repetitionLabel: .repetition, localizer)
        }
        return [.passphrase(problem: localizer.missing(state.lacksPassphrase), localizer)]
    }
}

extension SceneDefinition {
    /// Come back by a recovery sheet.
    ///
    /// - Parameter route: For a vault that is here, or before there is one.
    static func recoverSync(
        _ watch: SyncWatch, at route: Route<Void>
    ) throws -> SceneDefinition {
        let isNew = AccessRoute.isBeforeLock(route.location())
        return try SceneDefinition(route, offersApplicationActions: !isNew) { context in
            InteractiveScene(
                RecoverInteractor(
                    sync: watch.sync, isNew: isNew,
                    confirmations: try context.ports[.confirmations],
                    notices: try context.ports[.notices], localizer: context.localizer,
                    navigator: context.navigator),
                presenter: RecoverPresenter(
                    location: context.location, isNew: isNew, localizer: context.localizer),
                context: context
            ) { input, _ in
                switch input {
                case .act(.recover, let act): .recover(act.fields)
                case .edit(let fields): .edit(fields.secret(.passphrase))
                case .other, .search, .filter, .window, .reading, .appear, .disappear, .back: nil
                }
            }
        }
    }
}
