import TenonCore
import TenonUI
import WalletItems
import WalletSync
import WalletVault

/// Shows the conflicting values of one item, and keeps those of one machine.
struct ConflictInteractor: Interactor {
    struct State: Sendable, Equatable {
        var reading: ConflictReading.State
        /// The values that are shown, by the ids of their facts.
        var revealed: Set<String> = []
        /// Why the last choice failed.
        var problem: Explanation?

        /// The conflict of an item; `nil` when there is none, or none was read.
        func conflict(_ item: ItemID) -> SyncConflict? {
            reading.conflicts?.first { $0.item == item }
        }
    }

    enum Action: Sendable {
        case reading(ConflictReading.Action)
        case keep(DeviceID)
        /// Keeps an item that is back, with the values that it has.
        case keepItem
        /// Moves an item that is back to the trash again.
        case deleteItem
        case reveal(String)
        case conceal(String)
        case copy(String)
        case openItem
    }

    enum Mutation: Sendable {
        case reading(ConflictReading.Mutation)
        case setRevealed(String, Bool)
        case fail(Explanation)
    }

    let item: ItemID
    let reading: ConflictReading
    let check: RevealCheck
    let copier: SecretCopier
    let clock: any TimeTelling
    let notices: any NoticePresenting
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State(reading: reading.initialState) }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: reading.outsideActions.map { .reading($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .reading(let action):
            return reading.effect(of: action, state.reading, in: "reading") { .reading($0) }
        case .keep(let device):
            let conflict = state.conflict(item)
            let name = conflict?.machines.first { $0.id == device }?.name
            return .run("keep", policy: .first) { _ in
                try await reading.watch.sync.decide(SyncDecision(item: item, device: device))
                let text = localizer(SyncText.kept, ["device": name ?? "\(device)"])
                notices.notify(Notice(text, tone: .positive))
                navigator.back()
            }
        case .keepItem:
            return .run("keep", policy: .first) { _ in
                try await reading.watch.sync.decide(SyncDecision(item: item, device: nil))
                navigator.back()
            }
        case .deleteItem:
            return .run("keep", policy: .first) { _ in
                try await reading.vault.moveToTrash(item)
                _ = try await reading.watch.sync.synchronize()
                navigator.back()
            }
        case .reveal(let id):
            guard check.isOn() else { return setRevealed(id, true) }
            return .chain("reveal \(id)", policy: .latest) { _ in
                try await check.passes() ? setRevealed(id, true) : .none
            }
        case .conceal(let id):
            return setRevealed(id, false)
        case .copy(let id):
            guard let (part, value) = state.conflict(item)?.value(id) else { return .none }
            return .run("copy") { _ in
                try await copier.copy(value.text, label: localizer.text(of: part.name), of: item)
            }
        case .openItem:
            return .run("navigate", policy: .first) { _ in
                let kind = try await reading.vault.overview(item).kind
                navigator.open(kind.route.location(item))
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .reading(let mutation):
            let old = state.conflict(item)
            reading.reduce(&state.reading, mutation)
            // What is at a place may be another value now, which nobody has asked for.
            if state.conflict(item) != old { state.revealed = [] }
        case .setRevealed(let id, true): state.revealed.insert(id)
        case .setRevealed(let id, false): state.revealed.remove(id)
        case .fail(let problem): state.problem = problem
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func setRevealed(_ id: String, _ isRevealed: Bool) -> Effect<Mutation> {
        .setRevealed(isRevealed, id, clock: clock) { .setRevealed(id, $0) }
    }
}

extension SyncConflict {
    /// The id of the fact for a value.
    static func factID(_ part: Int, _ value: Int) -> String { "\(part).\(value)" }

    /// The value of a fact, with its part.
    func value(_ fact: String) -> (part: Part, value: Value)? {
        for (place, part) in parts.enumerated() {
            for (number, value) in part.values.enumerated()
            where Self.factID(place, number) == fact { return (part, value) }
        }
        return nil
    }
}
