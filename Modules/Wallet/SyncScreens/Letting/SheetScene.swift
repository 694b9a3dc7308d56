import TenonCore
import TenonUI
import WalletAccess
import WalletItems
import WalletSync
import WalletVault

/// Asks for the passphrase, and then makes a recovery sheet.
struct SheetInteractor: Interactor {
    struct State: Sendable, Equatable {
        var attempt = Attempt()
        /// Where the data is kept, and which vault it is, once a sheet was made.
        var head: Head?
        var secrets = SecretFacts.State()
    }

    struct Head: Sendable, Equatable {
        let address: String
        let vault: ItemID
    }

    enum Action: Sendable {
        case make(SecretText)
        case secrets(SecretFacts.Action)
        case finish
    }

    enum Mutation: Sendable {
        case attempt(Attempt.Change)
        case made(Head)
        case secrets(SecretFacts.Mutation)
    }

    let watch: SyncWatch
    let vault: any Vault
    let secrets: SecretFacts
    let navigator: Navigator

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .secrets(let action): show(action, state)
        case .finish: .run("finish", policy: .first) { _ in navigator.back() }
        case .make(let passphrase):
            .chain("make", policy: .first) { emit in
                emit(.attempt(.begin))
                try await vault.verify(passphrase: passphrase)
                let sheet = try await watch.sync.makeRecoverySheet()
                emit(.made(Head(address: sheet.address, vault: sheet.vault)))
                return show(
                    .show([
                        .init(id: "code", label: .sheetCode, text: sheet.code),
                        .init(id: "text", label: .sheetAll, text: sheet.text),
                    ]), state)
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .attempt(let change): state.attempt.take(change)
        case .made(let head):
            state.head = head
            state.attempt.take(.succeed)
        case .secrets(let mutation): secrets.reduce(&state.secrets, mutation)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .attempt(.fail(Explanation(error))) }

    private func show(_ action: SecretFacts.Action, _ state: State) -> Effect<Mutation> {
        secrets.effect(of: action, state.secrets, in: "sheet") { .secrets($0) }
    }
}

/// The screen of a recovery sheet.
struct SheetPresenter: Presenter {
    enum Command: String { case make, finish, reveal, conceal, copy }
    typealias FieldName = MachineField

    let localizer: Localizer

    func screen(for state: SheetInteractor.State) -> Screen {
        var screen = Screen(
            location: SyncRoute.sheet.location(), title: localizer(SyncText.sheet),
            summary: localizer(SyncText.sheetSummary),
            phase: state.attempt.phase(SyncText.makingSheet, localizer),
            parent: SyncRoute.sync.location())
        guard let head = state.head else {
            screen.blocks = [.form(form(state))]
            return screen
        }
        let facts = [
            Fact(id: "place", label: localizer(SyncText.place), value: .text(head.address)),
            Fact(
                id: "vault", label: localizer(SyncText.sheetVault), value: .text("\(head.vault)")),
        ]
        screen.blocks = [
            .text(TextBlock(localizer(SyncText.sheetAdvice), tone: .caution)),
            .facts(FactsBlock(id: "sheet", facts: facts + state.secrets.facts(localizer))),
        ]
        screen.blocks += state.secrets.code("text", .sheetAlternative, localizer)
        screen.actions = [
            Action(Command.finish, title: localizer(SyncText.sheetWritten), role: .primary)
        ]
        return screen
    }

    private func form(_ state: SheetInteractor.State) -> FormBlock {
        var make = state.attempt.action(
            Command.make, SyncText.makeSheet, working: SyncText.makingSheet, localizer)
        make.confirmation = Confirmation(
            title: localizer(SyncText.sheetTitle), message: localizer(SyncText.sheetMessage),
            confirmTitle: localizer(SyncText.makeSheet))
        return FormBlock(
            id: "sheet-form",
            fields: [
                .passphrase(
                    problem: state.attempt.problem.map { $0.text(localizer) }, localizer)
            ], actions: [make])
    }
}

extension SceneDefinition {
    /// A recovery sheet.
    static func syncSheet(
        _ watch: SyncWatch, _ vault: any Vault, _ clipboard: any ClipboardWriting,
        _ clock: any TimeTelling
    ) throws -> SceneDefinition {
        try SceneDefinition(SyncRoute.sheet, presenter: SheetPresenter.init) { context in
            SheetInteractor(
                watch: watch, vault: vault,
                secrets: SecretFacts(
                    copier: try SecretCopier(of: vault, to: clipboard, in: context), clock: clock,
                    localizer: context.localizer), navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .act(.make, let act): .make(act.fields.secret(.passphrase))
            case .act(.finish, _): .finish
            case .act(.reveal, let act): act.target.map { .secrets(.setRevealed($0, true)) }
            case .act(.conceal, let act): act.target.map { .secrets(.setRevealed($0, false)) }
            case .act(.copy, let act): act.target.map { .secrets(.copy($0)) }
            case .other, .edit, .search, .filter, .window, .reading, .appear, .disappear, .back: nil
            }
        }
    }
}
