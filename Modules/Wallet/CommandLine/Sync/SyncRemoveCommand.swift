import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletSyncScreens

/// `wallet sync remove`.
struct SyncRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Help.localized("Take another machine out."),
        discussion: Help.localized(
            """
            Changes that it has handed over stay. From now on the others accept none of its changes, and \
            it gets none of theirs. It keeps what it has. This cannot be undone; the machine can be \
            invited again.

            Whoever holds it also has the present key of the vault. With --new-key the vault gets a new \
            one, on all the other machines: the former key opens nothing that is written from then on. Only \
            the given passphrase still opens the vault; other passphrases, the recovery code and the \
            recovery sheet are void. Without --new-key and --keep-key you are asked.

            A removal that was interrupted is finished by the same command, even when the machine is no \
            longer listed.

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
            throw ValidationError.localized("--new-key and --keep-key cannot be used together.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        switch try find(in: try await session.sync.syncStatus()) {
        case .present(let device): try await remove(device, session)
        case .removed(let former): try await finish(former, session)
        }
    }

    private func remove(_ device: SyncDevice, _ session: CommandSession) async throws {
        let shown = device.values
        let localizer = session.localizer
        try await session.confirm(
            localizer(SyncText.removeTitle, shown), localizer(SyncText.removeMessage),
            localizer(SyncText.remove), unless: yes)
        let isRekeyed = try await wantsNewKey(shown, session)
        try await remove(device, isRekeyed: isRekeyed, isBefore: false, session)
        session.say(localizer(SyncText.removed, shown))
        if isRekeyed { session.say(localizer(SyncText.keyChanged)) }
        session.say(.syncRemovedKeeps, shown, tone: .caution)
    }

    /// Finishes a removal that was interrupted.
    private func finish(_ former: RemovedDevice, _ session: CommandSession) async throws {
        let shown = former.device.values
        let isRekeyed = former.hasKey ? try await wantsNewKey(shown, session) : false
        try await remove(former.device, isRekeyed: isRekeyed, isBefore: true, session)
        let isLeft = former.isPending || isRekeyed
        session.say(isLeft ? .syncRemovedRest : .syncRemovedBefore, shown)
        if isRekeyed {
            session.say(session.localizer(SyncText.keyChanged))
        } else if former.hasKey {
            session.say(.syncRemovedKeeps, shown, tone: .caution)
        } else {
            session.say(.syncRemovedLacksKey, shown)
        }
    }

    private func remove(
        _ device: SyncDevice, isRekeyed: Bool, isBefore: Bool, _ session: CommandSession
    ) async throws {
        if isRekeyed {
            try await session.withPassphrase { passphrase in
                try await session.working(.rekeying) {
                    try await session.sync.removeDevice(device.id, passphrase: passphrase)
                }
            }
        } else {
            try await session.synchronizing {
                try await session.sync.removeDevice(device.id, passphrase: nil)
            }
        }
        try output.write(
            json: RemovedDocument(
                removed: .init(id: "\(device.id)", name: device.name, before: isBefore)),
            plain: [[device.name, "\(device.id)"]], text: "")
    }

    /// Whether the vault gets a new key as well: the options say it, or the person is asked.
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

    /// A machine that a person names.
    private enum Found {
        case present(SyncDevice)
        /// One that was taken out before.
        case removed(RemovedDevice)
    }

    /// The machine that a person names: of those that keep the vault, or else the last one that was taken out.
    private func find(in status: SyncStatus) throws -> Found {
        let found = named(status.devices)
        guard found.count < 2 else { throw WalletCommandError.severalMachines(name) }
        let former = named(status.removed.map(\.device)).first
        guard let device = found.first ?? former else {
            throw WalletCommandError.unknownMachine(name)
        }
        guard !device.isThis else { throw WalletCommandError.thisMachine }
        return status.removed.first { $0.device.id == device.id }.map { .removed($0) }
            ?? .present(device)
    }

    private func named(_ devices: [SyncDevice]) -> [SyncDevice] {
        let named = devices.filter { $0.name == name }
        let digits = name.filter { $0 != "-" }.lowercased()
        return named.isEmpty && !digits.isEmpty
            ? devices.filter { "\($0.id)".hasPrefix(digits) } : named
    }

    private struct RemovedDocument: Encodable {
        struct Machine: Encodable {
            let id: String
            let name: String
            /// Whether it was out before.
            let before: Bool
        }

        let removed: Machine
    }
}

extension SyncDevice {
    /// How texts refer to it.
    fileprivate var values: [String: String] {
        ["device": HarmlessText.line("\(name) (\(shortFingerprint))")]
    }
}
