import TenonCore
import TenonUI
import WalletItems

/// The secrets that a scene made, each shown for a while and copied on demand; a part of its interactor.
struct SecretFacts: Interactor {
    /// One of them.
    struct Secret: Sendable, Equatable {
        let id: String
        let label: SyncText
        let text: SecretText
    }

    struct State: Sendable, Equatable {
        /// What was made; empty before that.
        fileprivate(set) var secrets: [Secret] = []
        fileprivate(set) var revealed: Set<String> = []
    }

    enum Action: Sendable {
        /// Shows what was made, the first ones at once.
        case show([Secret])
        case setRevealed(String, Bool)
        case copy(String)
        case forget
    }

    enum Mutation: Sendable {
        case set([Secret])
        case setRevealed(String, Bool)
    }

    let copier: SecretCopier
    let clock: any TimeTelling
    let localizer: Localizer

    var initialState: State { State() }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .show(let secrets):
            guard let first = secrets.first else { return .just(.set([])) }
            return .merge(.just(.set(secrets)), reveal(first.id, true))
        case .setRevealed(let id, let isRevealed): return reveal(id, isRevealed)
        case .copy(let id):
            guard let secret = state.secrets.first(where: { $0.id == id }) else { return .none }
            return .run("copy") { _ in
                try await copier.copy(secret.text, label: localizer(secret.label))
            }
        case .forget: return .just(.set([]))
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .set(let secrets): state = State(secrets: secrets)
        case .setRevealed(let id, true): state.revealed.insert(id)
        case .setRevealed(let id, false): state.revealed.remove(id)
        }
    }

    private func reveal(_ id: String, _ isRevealed: Bool) -> Effect<Mutation> {
        .setRevealed(isRevealed, id, clock: clock) { .setRevealed(id, $0) }
    }
}

extension SecretFacts.State {
    /// The commands of a scene that shows them.
    enum Command: String { case reveal, conceal, copy }

    /// The secrets as they are shown.
    func facts(_ localizer: Localizer) -> [Fact] {
        secrets.map { secret in
            Fact(
                id: secret.id, label: localizer(secret.label), secret: secret.text,
                isRevealed: revealed.contains(secret.id), reveal: Command.reveal,
                conceal: Command.conceal,
                actions: [
                    Action(Command.copy, title: localizer(UIText.copy), scope: .row)
                ], localizer)
        }
    }

    /// One of the secrets as a code for a camera, while it is shown; otherwise no block.
    ///
    /// - Parameters:
    ///   - id: The secret.
    ///   - alternative: What the picture is.
    func code(_ id: String, _ alternative: SyncText, _ localizer: Localizer) -> [Block] {
        secrets.filter { $0.id == id && revealed.contains(id) }.map { secret in
            .qrCode(
                QRCodeBlock(
                    id: "\(id)-code", alternative: localizer(alternative),
                    content: .revealed(secret.text.reveal())))
        }
    }
}
