import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync

/// `wallet sync remove`.
struct SyncRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Help.localized("Take another machine out."),
        discussion: Help.localized(
            """
            What it has handed over stays. What it changes from now on is not taken, and it takes \
            nothing. It keeps what it has. This cannot be undone; the machine can be invited again.

            Whoever holds it also has the key that the vault has now. With --new-key the vault gets another \
            one, on all the other machines: the former key opens nothing that is written from then on. Only \
            the given passphrase goes on to open the vault; other passphrases, the recovery code and the \
            recovery sheet are void. Without --new-key and --keep-key you are asked.

            Examples:
              wallet sync remove phone
              wallet sync remove phone --new-key
              wallet sync remove 0a1b --keep-key --yes --json
            """))

    @Argument(help: .localized("The machine: its name, or the beginning of its fingerprint."))
    var name: String

    @Flag(help: .localized("Give the vault a new key as well."))
    var newKey = false

    @Flag(help: .localized("Let the vault keep its key."))
    var keepKey = false

    @Flag(help: .localized("Do it without asking."))
    var yes = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if newKey, keepKey {
            throw ValidationError.localized("--new-key and --keep-key exclude each other.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let device = try find(in: try await session.sync.syncStatus().devices)
        let shown = ["device": HarmlessText.line("\(device.name) (\(device.shortFingerprint))")]
        try await session.confirm(
            .syncRemoveTitle, .syncRemoveMessage, .syncRemoveConfirm, shown, unless: yes)
        let isRekeyed = try await wantsNewKey(shown, session)
        if isRekeyed {
            try await session.withPassphrase { passphrase in
                try await session.working(.rekeying) {
                    try await session.sync.removeDevice(device.id, passphrase: passphrase)
                }
            }
        } else {
            try await session.working(.synchronizing) {
                try await session.sync.removeDevice(device.id, passphrase: nil)
            }
        }
        try output.write(
            json: RemovedDocument(removed: .init(id: "\(device.id)", name: device.name)),
            plain: [[device.name, "\(device.id)"]], text: "")
        session.say(.syncRemoved, shown)
        if isRekeyed { session.say(.rekeyedHere) }
        session.say(.syncRemovedKeeps, shown, tone: .caution)
    }

    /// Whether the vault gets a new key as well: as the options say, or as a person who is there says.
    private func wantsNewKey(
        _ shown: [String: String], _ session: CommandSession
    ) async throws -> Bool {
        guard !newKey, !keepKey, !yes else { return newKey }
        return await session.container[.confirmations].confirm(
            Confirmation(
                title: session.localizer(CommandText.syncKeyTitle),
                message: session.localizer(CommandText.syncKeyMessage, shown),
                confirmTitle: session.localizer(CommandText.syncKeyConfirm), severity: .moderate))
    }

    /// The machine that a person names.
    private func find(in devices: [SyncDevice]) throws -> SyncDevice {
        let named = devices.filter { $0.name == name }
        let digits = name.filter { $0 != "-" }.lowercased()
        let found =
            named.isEmpty && !digits.isEmpty
            ? devices.filter { "\($0.id)".hasPrefix(digits) } : named
        guard let device = found.first else { throw WalletCommandError.unknownMachine(name) }
        guard found.count == 1 else { throw WalletCommandError.severalMachines(name) }
        guard !device.isThis else { throw WalletCommandError.thisMachine }
        return device
    }

    private struct RemovedDocument: Encodable {
        struct Machine: Encodable {
            let id: String
            let name: String
        }

        let removed: Machine
    }
}
