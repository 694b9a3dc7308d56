import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletSyncScreens
import WalletVault

/// `wallet sync conflicts`.
struct SyncConflictsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: Help.localized("List and resolve conflicting values."),
        discussion: Help.localized(
            """
            Of the values of a part, the first one counts now; the others are kept until one is chosen. \
            Secrets are concealed unless --reveal asks for them. With --keep the values of this machine \
            stay, in every part that it has one in.

            An item that was deleted on one machine while another one changed it is back. With --keep-item \
            it stays, with --delete it goes to the trash again, on all machines.

            Examples:
              wallet sync conflicts
              wallet sync conflicts --reveal
              wallet sync conflicts github --keep desk
              wallet sync conflicts github --delete
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String?

    @Flag(help: .localized("Show secrets."))
    var reveal = false

    @Option(
        help: .localized("Keep the values of this machine: its name, or the beginning of its id."))
    var keep: String?

    @Flag(help: .localized("Keep an item that is back, with the values that count now."))
    var keepItem = false

    @Flag(help: .localized("Move an item that is back to the trash again."))
    var delete = false

    @OptionGroup var output: OutputOptions

    /// What happens to an item.
    private enum Choice {
        /// The values of a machine stay.
        case machine(String)
        /// The item that is back stays.
        case item
        case deletion
    }

    private var choices: [Choice] {
        (keep.map { [.machine($0)] } ?? []) + (keepItem ? [.item] : [])
            + (delete ? [.deletion] : [])
    }

    func validate() throws {
        if choices.count > 1 {
            throw ValidationError.localized(
                "--keep, --keep-item and --delete cannot be used together.")
        }
        if !choices.isEmpty, item == nil {
            throw ValidationError.localized(
                "--keep, --keep-item and --delete need the name of an item.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let wasUnlocked = session.vault.status == .unlocked
        let vault = try await session.unlockedVault()
        if wasUnlocked, reveal, choices.isEmpty { try await session.checkBeforeRevealing() }
        var conflicts = try await session.sync.syncConflicts()
        if let item {
            let id = try await session.find(item, in: vault)
            conflicts = conflicts.filter { $0.item == id }
        }
        if let choice = choices.first {
            guard let conflict = conflicts.first else { throw SyncError.noConflict }
            return try await decide(choice, conflict, session)
        }
        try output.write(
            json: ConflictsDocument(conflicts, isRevealed: reveal),
            plain: rows(conflicts, back: "back", name: { "\($0)" }, time: \.internetDate),
            text: conflicts.isEmpty
                ? session.localizer(SyncText.noConflicts) + "\n"
                : TextTable(
                    rows(
                        conflicts, back: session.localizer(CommandText.syncBack),
                        name: { session.localizer.text(of: $0) },
                        time: { session.localizer.dateAndTime($0) })
                ).text)
    }

    private func decide(
        _ choice: Choice, _ conflict: SyncConflict, _ session: CommandSession
    ) async throws {
        let title = ["title": HarmlessText.line(conflict.title)]
        switch choice {
        case .machine(let name):
            let value = try value(of: name, in: conflict)
            try await session.sync.decide(
                SyncDecision(item: conflict.item, device: value.device))
            try write(DecisionDocument.Decision(conflict, .kept, by: value))
            session.say(.syncDecided)
        case .item:
            guard conflict.isBack else { throw WalletCommandError.notBack(conflict.title) }
            try await session.sync.decide(SyncDecision(item: conflict.item, device: nil))
            try write(DecisionDocument.Decision(conflict, .kept))
            session.say(.syncItemKept, title)
        case .deletion:
            guard conflict.isBack else { throw WalletCommandError.notBack(conflict.title) }
            try await session.vault.moveToTrash(conflict.item)
            _ = try await session.sync.synchronize()
            try write(DecisionDocument.Decision(conflict, .deleted))
            session.say(.removed, title)
        }
    }

    private func write(_ decision: DecisionDocument.Decision) throws {
        try output.write(
            json: DecisionDocument(decision: decision),
            plain: [[decision.title, decision.outcome.rawValue, decision.device ?? ""]], text: "")
    }

    /// A value of the machine that a person names, among those that set one of the item.
    private func value(of name: String, in conflict: SyncConflict) throws -> SyncConflict.Value {
        let values = conflict.parts.flatMap(\.values)
        guard !values.isEmpty else { throw WalletCommandError.onlyBack(conflict.title) }
        let named = values.filter { $0.deviceName == name }
        let found = named.isEmpty ? values.filter { "\($0.device)".hasPrefix(name) } : named
        guard let value = found.first, !name.isEmpty, Set(found.map(\.device)).count == 1 else {
            throw WalletCommandError.noSuchMachine(name)
        }
        return value
    }

    private func rows(
        _ conflicts: [SyncConflict], back: String, name: (Sentence) -> String,
        time: (Timestamp) -> String
    ) -> [[String]] {
        conflicts.flatMap { conflict in
            let values = conflict.parts.flatMap { part in
                part.values.map { value in
                    [
                        conflict.title, name(part.name),
                        part.isConcealed && !reveal ? value.text.description : value.text.reveal(),
                        value.deviceName, String("\(value.device)".prefix(8)), time(value.time),
                    ]
                }
            }
            return (conflict.isBack ? [[conflict.title, back, "", "", "", ""]] : []) + values
        }
    }

    private struct DecisionDocument: Encodable {
        enum Outcome: String, Encodable {
            case kept, deleted
        }

        struct Decision: Encodable {
            let item: String
            let title: String
            let outcome: Outcome
            /// The machine whose values stay, if one was chosen.
            let device: String?
            let deviceID: String?

            init(_ conflict: SyncConflict, _ outcome: Outcome, by value: SyncConflict.Value? = nil)
            {
                (item, title, self.outcome) = ("\(conflict.item)", conflict.title, outcome)
                device = value?.deviceName
                deviceID = value.map { "\($0.device)" }
            }
        }

        let decision: Decision
    }

    private struct ConflictsDocument: Encodable {
        struct Conflict: Encodable {
            let item: String
            let title: String
            let back: Bool
            let parts: [Part]
        }

        struct Part: Encodable {
            let name: String
            let values: [Value]
        }

        struct Value: Encodable {
            let value: String?
            let device: String
            let deviceID: String
            let time: String
        }

        let conflicts: [Conflict]

        init(_ conflicts: [SyncConflict], isRevealed: Bool) {
            self.conflicts = conflicts.map { conflict in
                Conflict(
                    item: "\(conflict.item)", title: conflict.title, back: conflict.isBack,
                    parts: conflict.parts.map { part in
                        Part(
                            name: "\(part.name)",
                            values: part.values.map { value in
                                Value(
                                    value: part.isConcealed && !isRevealed
                                        ? nil : value.text.reveal(),
                                    device: value.deviceName, deviceID: "\(value.device)",
                                    time: value.time.internetDate)
                            })
                    })
            }
        }
    }
}
