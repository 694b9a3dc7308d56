import TenonCore
import TenonUI
import WalletAccess
import WalletSync

/// Follows the machines that keep the vault, takes them out, and gives the vault another key.
struct DevicesInteractor: Interactor {
    struct State: Sendable, Equatable {
        var status: SyncStatus?
        var isWorking = false
        /// The machine that was taken out last, by name, and those that it had let in.
        var removed: String?
        var remaining: [SyncDevice] = []
        /// The machines that were new when this screen was opened.
        var new: Set<DeviceID> = []
        /// Giving the vault another key.
        var key = Attempt()
        /// The passphrase that it opens with afterwards.
        var passphrase = NewPassphrase()
        var isRekeyed = false
        var problem: Explanation?
    }

    enum Action: Sendable {
        case look
        case status(SyncStatus)
        case remove(String)
        case edit(SecretText)
        case changeKey([MachineField: FieldValue])
    }

    enum Mutation: Sendable {
        case setStatus(SyncStatus)
        case begin
        case finish(String, remaining: [SyncDevice])
        case fail(Explanation)
        case setPassphrase(NewPassphrase)
        case key(Attempt.Change)
        case rekeyed
    }

    let watch: SyncWatch
    let confirmations: any ConfirmationPresenting
    let localizer: Localizer

    var initialState: State {
        let status = watch.status
        return State(status: status, new: Set(status?.newcomers.map(\.id) ?? []))
    }

    func transform(actions: Flow<Action>) -> Flow<Action> {
        actions.merge(with: Flow(watch.statuses()).map { .status($0) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        switch action {
        case .look:
            return .run("look") { emit in
                let status = try await watch.look()
                emit(.setStatus(status))
                // Whoever comes while the list is open is new until it is opened again.
                let newcomers = status.newcomers.map(\.id)
                if !newcomers.isEmpty { try await watch.sync.noteSeen(newcomers) }
            }
        case .status(let status): return .just(.setStatus(status))
        case .remove(let id):
            guard let device = state.status?.devices.first(where: { "\($0.id)" == id }) else {
                return .none
            }
            let letIn = state.status?.letIn(by: device.id) ?? []
            return .run("remove", policy: .first) { emit in
                emit(.begin)
                try await watch.sync.removeDevices([device.id], changing: nil)
                emit(.finish(device.shownName(localizer), remaining: letIn))
            }
        case .edit(let new): return .just(.setPassphrase(NewPassphrase(typed: new)))
        case .changeKey(let fields): return changeKey(fields)
        }
    }

    private func changeKey(_ fields: [MachineField: FieldValue]) -> Effect<Mutation> {
        let change = KeyChange(
            fields.secret(.passphrase), newPassphrase: fields.secret(.newPassphrase))
        let new = NewPassphrase(
            change.newPassphrase, repetition: fields.secret(.repetition))
        guard new.isAcceptable else { return .just(.setPassphrase(new)) }
        return .run("key", policy: .first) { emit in
            emit(.setPassphrase(new))
            guard await new.isWanted(confirmations, localizer) else { return }
            emit(.key(.begin))
            do {
                try await watch.sync.changeKey(change)
                emit(.rekeyed)
            } catch {
                emit(.key(.fail(Explanation(error))))
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .setStatus(let status):
            state.status = status
            state.new.formUnion(status.newcomers.map(\.id))
        case .begin:
            (state.isWorking, state.removed, state.problem) = (true, nil, nil)
            state.remaining = []
        case .finish(let name, let remaining):
            (state.isWorking, state.removed, state.remaining) = (false, name, remaining)
        case .fail(let problem): (state.isWorking, state.problem) = (false, problem)
        case .setPassphrase(let passphrase): state.passphrase = passphrase
        case .key(let change):
            state.isRekeyed = false
            state.key.take(change)
        case .rekeyed:
            state.isRekeyed = true
            state.key.take(.succeed)
            state.passphrase = NewPassphrase()
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
            texts += state.remaining.map { device in
                let values = ["device": name, "other": device.shownName(localizer)]
                return TextBlock(localizer(SyncText.hadLetIn, values), tone: .caution)
            }
        }
        if state.isRekeyed {
            texts.append(TextBlock(localizer(SyncText.keyChanged), tone: .positive))
        }
        if state.isWorking { texts.append(TextBlock(localizer(SyncText.removing))) }
        let devices = state.status?.devices
        let former = state.status?.formerMachines ?? []
        return Screen(
            location: SyncRoute.devices.location(), title: localizer(SyncText.devices),
            summary: localizer(SyncText.devicesSummary),
            phase: .reading(
                devices, problem: nil, loading: localizer(SyncText.loading),
                empty: localizer(SyncText.isOff), localizer),
            blocks: texts.compactMap { $0.map { .text($0) } }
                + (devices.map { devices in
                    [
                        .facts(
                            FactsBlock(
                                id: "devices",
                                facts: devices.map { fact($0, state) } + former.map { fact($0) })),
                        .form(key(state)),
                    ]
                } ?? []),
            parent: SyncRoute.sync.location())
    }

    /// A machine with its action beside it: as a row of a list, choosing it would be to take it out.
    private func fact(_ device: SyncDevice, _ state: DevicesInteractor.State) -> Fact {
        let time = device.lastHeard.map { localizer.dateAndTime($0) } ?? localizer(SyncText.never)
        let heard = localizer(SyncText.lastHeard, ["time": time])
        let lines =
            [
                device.shortFingerprint, device.isThis ? localizer(SyncText.thisMachine) : heard,
                state.new.contains(device.id) ? localizer(SyncText.isNew) : nil,
            ].compactMap(\.self) + device.admissions.map { $0.text(localizer) }
        return Fact(
            id: "\(device.id)", label: device.shownName(localizer),
            value: .text(lines.joined(separator: "\n")),
            actions: device.isThis ? [] : [remove(device, state.status)])
    }

    /// A machine that keeps the vault no longer.
    private func fact(_ former: RemovedDevice) -> Fact {
        Fact(
            id: "\(former.device.id)", label: former.device.shownName(localizer),
            value: .text("\(former.device.shortFingerprint)\n\(former.text(localizer))"))
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
            ]
                + state.passphrase.fields(
                    MachineField.newPassphrase, label: SyncText.nextPassphrase,
                    repetition: .repetition, repetitionLabel: .nextRepetition, localizer),
            actions: [change])
    }

    private func remove(_ device: SyncDevice, _ status: SyncStatus?) -> Action {
        let letIn = (status?.letIn(by: device.id) ?? []).map { $0.shownName(localizer) }
        let warning =
            letIn.isEmpty
            ? nil : localizer(SyncText.removeLetIn, ["others": letIn.joined(separator: ", ")])
        let name = ["device": "\(device.shownName(localizer)) (\(device.shortFingerprint))"]
        return Action(
            Command.remove, title: localizer(SyncText.remove), scope: .row, role: .destructive,
            confirmation: Confirmation(
                title: localizer(SyncText.removeTitle, name),
                message: [localizer(SyncText.removeMessage), warning].compactMap(\.self)
                    .joined(separator: " "),
                confirmTitle: localizer(SyncText.remove), severity: .moderate))
    }
}

extension SceneDefinition {
    /// The machines that keep the vault.
    static func syncDevices(_ watch: SyncWatch) throws -> SceneDefinition {
        try SceneDefinition(SyncRoute.devices, presenter: DevicesPresenter.init) { context in
            DevicesInteractor(
                watch: watch, confirmations: try context.ports[.confirmations],
                localizer: context.localizer)
        } action: { input, _ in
            switch input {
            case .appear: .look
            case .act(.remove, let act): act.target.map { .remove($0) }
            case .act(.changeKey, let act): .changeKey(act.fields)
            case .edit(let fields): .edit(fields.secret(.newPassphrase))
            case .other, .search, .filter, .window, .reading, .disappear, .back: nil
            }
        }
    }
}
