import TenonCore
import TenonUI
import WalletAccess
import WalletSync

/// Follows the machines that keep the vault, takes them out, and gives the vault another key.
struct DevicesInteractor: Interactor {
    struct State: Sendable, Equatable {
        var status: SyncStatus?
        var isWorking = false
        /// The machine that was taken out last, by name.
        var removed: String?
        /// Giving the vault another key.
        var key = Attempt()
        var isRekeyed = false
        var problem: Explanation?
    }

    enum Action: Sendable {
        case look
        case status(SyncStatus)
        case remove(String)
        case changeKey(SecretText)
    }

    enum Mutation: Sendable {
        case setStatus(SyncStatus)
        case begin
        case finish(String)
        case fail(Explanation)
        case key(Attempt.Change)
        case rekeyed
    }

    let watch: SyncWatch
    let localizer: Localizer

    var initialState: State { State(status: watch.status) }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(watch.statuses()).map { .status($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .look:
            guard state.status == nil else { return .none }
            return .run("look") { $0(.setStatus(try await watch.sync.syncStatus())) }
        case .status(let status): return .just(.setStatus(status))
        case .remove(let id):
            guard let device = state.status?.devices.first(where: { "\($0.id)" == id }) else {
                return .none
            }
            return .run("remove", policy: .first) { emit in
                emit(.begin)
                try await watch.sync.removeDevice(device.id, passphrase: nil)
                emit(.finish(device.shownName(localizer)))
            }
        case .changeKey(let passphrase):
            return .run("key", policy: .first) { emit in
                emit(.key(.begin))
                do {
                    try await watch.sync.changeKey(passphrase: passphrase)
                    emit(.rekeyed)
                } catch {
                    emit(.key(.fail(Explanation(error))))
                }
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setStatus(let status): state.status = status
        case .begin: (state.isWorking, state.removed, state.problem) = (true, nil, nil)
        case .finish(let name): (state.isWorking, state.removed) = (false, name)
        case .fail(let problem): (state.isWorking, state.problem) = (false, problem)
        case .key(let change):
            state.isRekeyed = false
            state.key.take(change)
        case .rekeyed:
            state.isRekeyed = true
            state.key.take(.succeed)
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }
}

/// The list of the machines.
struct DevicesPresenter: Presenter {
    enum Command: String { case remove, changeKey }
    typealias FieldName = MachineField

    let localizer: Localizer

    func screen(for state: DevicesInteractor.State) -> Screen {
        var texts = [state.problem.map { $0.block(localizer) }]
        if let name = state.removed {
            texts += [
                TextBlock(localizer(SyncText.removed, ["device": name]), tone: .positive),
                TextBlock(localizer(SyncText.removedKeeps), tone: .caution),
            ]
        }
        if state.isRekeyed {
            texts.append(TextBlock(localizer(SyncText.keyChanged), tone: .positive))
        }
        if state.isWorking { texts.append(TextBlock(localizer(SyncText.removing))) }
        let devices = state.status?.devices
        return Screen(
            location: SyncRoute.devices.location(), title: localizer(SyncText.devices),
            summary: localizer(SyncText.devicesSummary),
            phase: .reading(
                devices, problem: nil, loading: localizer(SyncText.loading),
                empty: localizer(SyncText.isOff), localizer),
            blocks: texts.compactMap { $0.map { .text($0) } }
                + (devices.map { devices in
                    [
                        .facts(FactsBlock(id: "devices", facts: devices.map(fact))),
                        .form(key(state)),
                    ]
                } ?? []),
            parent: SyncRoute.sync.location())
    }

    /// A machine with its action beside it: as a row of a list, choosing it would be to take it out.
    private func fact(_ device: SyncDevice) -> Fact {
        let time = device.lastHeard.map { localizer.dateAndTime($0) } ?? localizer(SyncText.never)
        let heard = localizer(SyncText.lastHeard, ["time": time])
        let lines = [
            device.shortFingerprint, device.isThis ? localizer(SyncText.thisMachine) : heard,
        ]
        return Fact(
            id: "\(device.id)", label: device.shownName(localizer),
            value: .text(lines.joined(separator: "\n")),
            actions: device.isThis ? [] : [remove(device)])
    }

    /// What gives the vault another key, where it is kept.
    private func key(_ state: DevicesInteractor.State) -> FormBlock {
        var change = state.key.action(
            Command.changeKey, SyncText.changeKey, working: SyncText.changingKey, localizer)
        change.confirmation = Confirmation(
            title: localizer(SyncText.keyTitle), message: localizer(SyncText.keyMessage),
            confirmTitle: localizer(SyncText.changeKey), severity: .moderate)
        return FormBlock(
            id: "key-form", title: localizer(SyncText.newKey),
            fields: [
                .passphrase(
                    help: localizer(SyncText.keyHelp),
                    problem: state.key.problem.map { $0.text(localizer) }, localizer)
            ], actions: [change])
    }

    private func remove(_ device: SyncDevice) -> Action {
        let name = ["device": "\(device.shownName(localizer)) (\(device.shortFingerprint))"]
        return Action(
            Command.remove, title: localizer(SyncText.remove), scope: .row, role: .destructive,
            confirmation: Confirmation(
                title: localizer(SyncText.removeTitle, name),
                message: localizer(SyncText.removeMessage),
                confirmTitle: localizer(SyncText.remove), severity: .moderate))
    }
}

extension SceneDefinition {
    /// The machines that keep the vault.
    static func syncDevices(_ watch: SyncWatch) throws -> SceneDefinition {
        try SceneDefinition(SyncRoute.devices, presenter: DevicesPresenter.init) { context in
            DevicesInteractor(watch: watch, localizer: context.localizer)
        } action: { input, _ in
            switch input {
            case .appear: .look
            case .act(.remove, let act): act.target.map { .remove($0) }
            case .act(.changeKey, let act):
                .changeKey(act.fields.secret(.passphrase))
            case .other, .edit, .search, .filter, .window, .reading, .disappear, .back: nil
            }
        }
    }
}
