import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// `wallet vault slots`.
struct VaultSlotsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "slots",
        abstract: Help.localized("List, add and remove the passphrases that open the vault."),
        discussion: Help.localized(
            """
            Examples:
              wallet vault slots list
              wallet vault slots add --name Office
              wallet vault slots remove Office
            """),
        subcommands: [
            SlotsListCommand.self, SlotsAddCommand.self, SlotsRemoveCommand.self,
        ])
}

/// `wallet vault slots list`.
struct SlotsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Help.localized("List all that opens the vault."),
        discussion: Help.localized(
            """
            With --plain each line has id, kind, name, date and cost.

            Examples:
              wallet vault slots list
              wallet vault slots list --json
            """))

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        let slots = try await session.withOwnVault { vault, _ in try await vault.slots() }
        let records = slots.map {
            [
                "\($0.id)", $0.kind.rawValue, $0.name, $0.created.internetDate,
                $0.cost.map { "\($0.memory)/\($0.iterations)/\($0.parallelism)" } ?? "",
            ]
        }
        let rows = slots.map { slot in
            [
                "\(slot.id)".prefix(8).description, slot.kindText(session.localizer), slot.name,
                session.localizer.date(slot.created),
                slot.cost.map { cost in
                    session.localizer(
                        CommandText.slotCost,
                        [
                            "memory": session.localizer.number(cost.memory / 1024),
                            "passes": "\(cost.iterations)", "lanes": "\(cost.parallelism)",
                        ])
                } ?? "",
            ]
        }
        try output.write(
            json: SlotsDocument(slots: slots.map(SlotsDocument.Slot.init)), plain: records,
            text: TextTable(rows).text)
    }
}

/// `wallet vault slots add`.
struct SlotsAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: Help.localized("Add a further passphrase."),
        discussion: Help.localized(
            """
            The command asks for a current passphrase first, then for the new one.

            Examples:
              wallet vault slots add --name Office
              wallet vault slots add --name Server --new-passphrase-file new.txt
            """))

    @Option(help: .localized("A name for it, which no other may have."))
    var name = ""

    @OptionGroup var newPassphrase: NewPassphraseOptions

    func run() async throws {
        let session = try CommandSession.current
        try await session.withOwnVault { vault, _ in
            let new = try await newPassphrase.ask(session)
            try await vault.addPassphrase(new, name: name)
        }
        session.say(.slotAdded)
    }
}

/// `wallet vault slots remove`.
struct SlotsRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: Help.localized("Remove a passphrase or the recovery code."),
        discussion: Help.localized(
            """
            The last passphrase cannot be removed. Copies of the vault that were made before \
            still open with it.

            Examples:
              wallet vault slots remove Office --dry-run
              wallet vault slots remove 0a1b2c3d
            """))

    @Argument(help: .localized("Its name, or the beginning of its id."))
    var slot: String

    @OptionGroup var caution: CautionOptions

    func run() async throws {
        let session = try CommandSession.current
        try await session.withOwnVault { vault, _ in
            let found = try find(in: try await vault.slots())
            let what = found.text(session.localizer)
            guard !caution.dryRun else {
                return session.say(.wouldRemoveSlot, ["slot": what], tone: .neutral)
            }
            try await session.confirm(
                .removeSlotTitle, .removeSlotMessage, .removeSlotConfirm, ["slot": what],
                unless: caution.yes)
            try await vault.removeSlot(found.id)
            session.say(.slotRemoved, ["slot": what])
        }
    }

    private func find(in slots: [VaultSlot]) throws -> VaultSlot {
        let named = slots.filter { $0.name == slot }
        let found =
            named.isEmpty && !slot.isEmpty
            ? slots.filter { "\($0.id)".hasPrefix(slot) } : named
        guard let first = found.first, found.count == 1 else {
            throw WalletCommandError.noSuchSlot(slot)
        }
        return first
    }
}

/// The ways into a vault as JSON.
private struct SlotsDocument: Encodable {
    struct Slot: Encodable {
        let id: String
        let kind: VaultSlot.Kind
        let name: String
        let created: String
        let memory: Int?
        let iterations: Int?
        let parallelism: Int?

        init(_ slot: VaultSlot) {
            id = "\(slot.id)"
            kind = slot.kind
            name = slot.name
            created = slot.created.internetDate
            memory = slot.cost?.memory
            iterations = slot.cost?.iterations
            parallelism = slot.cost?.parallelism
        }
    }

    let slots: [Slot]
}

extension VaultSlot {
    /// The slot in one line: what it is, its name, the beginning of its id.
    func text(_ localizer: Localizer) -> String {
        [kindText(localizer), name, "\(id)".prefix(8).description]
            .filter { !$0.isEmpty }.map(HarmlessText.line).joined(separator: " ")
    }

    /// What opens the vault, in words.
    fileprivate func kindText(_ localizer: Localizer) -> String {
        switch kind {
        case .passphrase: localizer(CommandText.slotPassphrase)
        case .recoveryCode: localizer(CommandText.slotRecoveryCode)
        case .unknown: localizer(CommandText.slotUnknown)
        }
    }
}
