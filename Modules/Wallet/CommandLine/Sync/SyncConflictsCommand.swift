import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletVault

/// `wallet sync conflicts`.
struct SyncConflictsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: Help.localized("List values that several machines gave at once, and choose one."),
        discussion: Help.localized(
            """
            Of the values of a part, the first one counts now; the others are kept until one is chosen. \
            Secrets are concealed unless --reveal asks for them. With --keep the values of this machine \
            stay, in every part that it has one in.

            Examples:
              wallet sync conflicts
              wallet sync conflicts --reveal
              wallet sync conflicts github --keep desk
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String?

    @Flag(help: .localized("Show secrets."))
    var reveal = false

    @Option(
        help: .localized("Keep the values of this machine: its name, or the beginning of its id."))
    var keep: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if keep != nil, item == nil {
            throw ValidationError.localized("--keep needs the name of an item.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let wasUnlocked = session.vault.status == .unlocked
        let vault = try await session.unlockedVault()
        if let item, let keep {
            let id = try await session.find(item, in: vault)
            let device = try await device(named: keep, of: id, in: session.sync)
            try await session.sync.decide(SyncDecision(item: id, device: device))
            return session.say(.syncDecided)
        }
        if wasUnlocked, reveal { try await session.checkBeforeRevealing() }
        var conflicts = try await session.sync.syncConflicts()
        if let item {
            let id = try await session.find(item, in: vault)
            conflicts = conflicts.filter { $0.item == id }
        }
        try output.write(
            json: ConflictsDocument(conflicts, isRevealed: reveal),
            plain: rows(conflicts, name: { "\($0)" }, time: \.internetDate),
            text: conflicts.isEmpty
                ? session.localizer(CommandText.syncNoConflicts) + "\n"
                : TextTable(
                    rows(
                        conflicts, name: { session.localizer.text(of: $0) },
                        time: { session.localizer.dateAndTime($0) })
                ).text)
    }

    /// The machine that a person names among those that gave the item a value.
    private func device(
        named name: String, of item: ItemID, in sync: any VaultSyncing
    ) async throws -> DeviceID {
        let values = try await sync.syncConflicts().filter { $0.item == item }
            .flatMap(\.parts).flatMap(\.values)
        let named = values.filter { $0.deviceName == name }
        let found = Set(
            (named.isEmpty ? values.filter { "\($0.device)".hasPrefix(name) } : named).map(\.device)
        )
        guard let device = found.first, found.count == 1, !name.isEmpty else {
            throw WalletCommandError.noSuchMachine(name)
        }
        return device
    }

    private func rows(
        _ conflicts: [SyncConflict], name: (Sentence) -> String, time: (Timestamp) -> String
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
            return values.isEmpty ? [[conflict.title, "", "", "", "", ""]] : values
        }
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
