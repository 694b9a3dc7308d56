import TenonCore
import TenonUI
import WalletItems
import WalletSync
import WalletVault

/// The screen of the values of one item: each part with all of its values, and a key for each machine.
struct ConflictPresenter: Presenter {
    enum Command: RawRepresentable, Sendable {
        case reveal, conceal, copy, keepItem, deleteItem, openItem, retry
        /// Keeps the values of a machine.
        case keep(DeviceID)

        private static let keeping = "keep."

        init?(rawValue: String) {
            switch rawValue {
            case "reveal": self = .reveal
            case "conceal": self = .conceal
            case "copy": self = .copy
            case "keepItem": self = .keepItem
            case "deleteItem": self = .deleteItem
            case "openItem": self = .openItem
            case "retry": self = .retry
            default:
                guard rawValue.hasPrefix(Self.keeping),
                    let device = DeviceID(String(rawValue.dropFirst(Self.keeping.count)))
                else { return nil }
                self = .keep(device)
            }
        }

        var rawValue: String {
            switch self {
            case .reveal: "reveal"
            case .conceal: "conceal"
            case .copy: "copy"
            case .keepItem: "keepItem"
            case .deleteItem: "deleteItem"
            case .openItem: "openItem"
            case .retry: "retry"
            case .keep(let device): "\(Self.keeping)\(device)"
            }
        }
    }

    let item: ItemID
    let localizer: Localizer

    func screen(for state: ConflictInteractor.State) -> Screen {
        let conflict = state.conflict(item)
        let problem = state.problem.map { Block.text($0.block(localizer)) }
        return Screen(
            location: SyncRoute.conflict.location(item),
            title: conflict?.shownTitle(localizer) ?? localizer(SyncText.conflicts),
            summary: conflict?.parts.isEmpty == true ? "" : localizer(SyncText.conflictSummary),
            phase: .reading(
                state.reading.conflicts.map { _ in [conflict].compactMap(\.self) },
                problem: state.reading.problem?.onScreens(localizer),
                retry: Command.retry.rawValue,
                loading: localizer(SyncText.loading), empty: localizer(SyncText.noConflicts),
                localizer),
            blocks: [problem].compactMap(\.self) + (conflict.map { blocks($0, state) } ?? []),
            actions: conflict.map(actions) ?? (state.reading.problem == nil ? [] : [retry]),
            parent: SyncRoute.conflicts.location())
    }

    private func blocks(_ conflict: SyncConflict, _ state: ConflictInteractor.State) -> [Block] {
        let back = TextBlock(localizer(SyncText.isBack), tone: .caution)
        return (conflict.isBack ? [.text(back)] : [])
            + conflict.parts.enumerated().map { place, part in
                .facts(
                    FactsBlock(
                        id: "part.\(place)", title: localizer.text(of: part.name),
                        facts: part.values.enumerated().map { number, value in
                            fact(SyncConflict.factID(place, number), part, value, state)
                        }))
            }
    }

    private func fact(
        _ id: String, _ part: SyncConflict.Part, _ value: SyncConflict.Value,
        _ state: ConflictInteractor.State
    ) -> Fact {
        let label = localizer(
            SyncText.version,
            ["device": value.deviceName, "time": localizer.dateAndTime(value.time)])
        let copy = Action(Command.copy, title: localizer(UIText.copy), scope: .row)
        guard !value.text.isEmpty else {
            return Fact(id: id, label: label, value: .text(localizer(SyncText.empty)))
        }
        guard part.isConcealed else {
            return Fact(id: id, label: label, value: .text(value.text.reveal()), actions: [copy])
        }
        return Fact(
            id: id, label: label, secret: value.text, isRevealed: state.revealed.contains(id),
            reveal: Command.reveal, conceal: Command.conceal, actions: [copy], localizer)
    }

    private var retry: Action {
        Action(Command.retry, title: localizer(UIText.retry), role: .primary)
    }

    private func actions(_ conflict: SyncConflict) -> [Action] {
        let machines = conflict.machines
        let delete = Action(
            Command.deleteItem, title: localizer(SyncText.deleteItem), role: .destructive)
        let rest =
            [Action(Command.openItem, title: localizer(SyncText.openItem))]
            + (conflict.isBack ? [delete] : [])
        guard !machines.isEmpty else {
            let keep = Action(
                Command.keepItem, title: localizer(SyncText.keepItem), role: .primary)
            return [keep] + rest
        }
        return machines.map { machine in
            Action(
                Command.keep(machine.id),
                title: localizer(SyncText.keep, ["device": machine.name]),
                role: machine.id == machines.first?.id ? .primary : .normal)
        } + rest
    }
}

extension SceneDefinition {
    /// The conflict of one item.
    static func syncConflict(
        _ watch: SyncWatch, _ vault: any Vault, _ clipboard: any ClipboardWriting,
        _ clock: any TimeTelling
    ) throws -> SceneDefinition {
        try SceneDefinition(
            SyncRoute.conflict, presenter: { ConflictPresenter(item: $1, localizer: $0) }
        ) { context, item in
            ConflictInteractor(
                item: item, reading: ConflictReading(watch: watch, vault: vault),
                check: try RevealCheck(of: vault, in: context),
                copier: try SecretCopier(of: vault, to: clipboard, in: context), clock: clock,
                notices: try context.ports[.notices], localizer: context.localizer,
                navigator: context.navigator)
        } action: { input, _ in
            switch input {
            case .appear, .act(.retry, _): .reading(.refresh)
            case .act(.keep(let device), _): .keep(device)
            case .act(.reveal, let act): act.target.map { .reveal($0) }
            case .act(.conceal, let act): act.target.map { .conceal($0) }
            case .act(.copy, let act): act.target.map { .copy($0) }
            case .act(.keepItem, _): .keepItem
            case .act(.deleteItem, _): .deleteItem
            case .act(.openItem, _): .openItem
            case .other, .edit, .search, .filter, .window, .reading, .disappear, .back: nil
            }
        }
    }
}
