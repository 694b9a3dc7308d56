import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletSync
import WalletSyncScreens
import WalletVault

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
            one, on all the other machines: the former key opens nothing that is written from then on. \
            Whoever used the machine may know the passphrase, too, so you choose another one, which opens \
            the vault on all machines once they have exchanged; other passphrases, the recovery code and \
            the recovery sheet are void. Without --new-key and --keep-key you are asked.

            Machines that it has let in are named, and you are asked whether they go as well; with --yes \
            they stay, or go by --with-let-in.

            A removal that was interrupted is finished by the same command, even when the machine is no \
            longer listed.

            Examples:
              wallet sync remove phone
              wallet sync remove phone --new-key
              wallet sync remove phone --new-key --new-passphrase-file new.txt
              wallet sync remove 0a1b --keep-key --yes --json
            """))

    @Argument(help: .localized("The machine: its name, or the beginning of its fingerprint."))
    var name: String

    @Flag(help: .localized("Give the vault a new key as well."))
    var newKey = false

    @Flag(help: .localized("Let the vault keep its key."))
    var keepKey = false

    @Option(
        help: .localized("Read the new passphrase from this file, which has one line."),
        completion: .file())
    var newPassphraseFile: String?

    @Flag(help: .localized("Let the vault keep its passphrase when it gets a new key."))
    var keepPassphrase = false

    @Flag(help: .localized("Take out as well the machines that it has let in."))
    var withLetIn = false

    @Flag(help: .localized("Do it without asking."))
    var yes = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if newKey, keepKey {
            throw ValidationError.localized("--new-key and --keep-key cannot be used together.")
        }
        if newPassphraseFile != nil, keepPassphrase {
            throw ValidationError.localized(
                "--new-passphrase-file and --keep-passphrase cannot be used together.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let status = try await session.sync.syncStatus()
        switch try find(in: status) {
        case .present(let device): try await remove(device, status, session)
        case .removed(let former): try await finish(former, status, session)
        }
    }

    private func remove(
        _ device: SyncDevice, _ status: SyncStatus, _ session: CommandSession
    ) async throws {
        let letIn = status.letIn(by: device.id)
        let shown = device.values
        let localizer = session.localizer
        try await session.confirm(
            localizer(SyncText.removeTitle, shown), localizer(SyncText.removeMessage),
            localizer(SyncText.remove), unless: yes)
        let others = try await going(letIn, with: device, status, session)
        let isRekeyed = try await wantsNewKey(shown, session)
        try await remove(device, others, isRekeyed: isRekeyed, isBefore: false, session)
        session.say(localizer(SyncText.removed, shown))
        say(others, of: letIn, device, session)
        if isRekeyed { sayRekeyed(shown, session) }
        session.say(.syncRemovedKeeps, shown, tone: .caution)
    }

    /// Finishes a removal that was interrupted.
    private func finish(
        _ former: RemovedDevice, _ status: SyncStatus, _ session: CommandSession
    ) async throws {
        let letIn = status.letIn(by: former.device.id)
        let shown = former.device.values
        let others = try await going(letIn, with: former.device, status, session)
        let isRekeyed =
            former.hasKey || !others.isEmpty ? try await wantsNewKey(shown, session) : false
        try await remove(former.device, others, isRekeyed: isRekeyed, isBefore: true, session)
        let isLeft = former.isPending || isRekeyed || !others.isEmpty
        session.say(isLeft ? .syncRemovedRest : .syncRemovedBefore, shown)
        say(others, of: letIn, former.device, session)
        if isRekeyed {
            sayRekeyed(shown, session)
        } else if former.hasKey {
            session.say(.syncRemovedKeeps, shown, tone: .caution)
        } else {
            session.say(.syncRemovedLacksKey, shown)
        }
    }

    private func sayRekeyed(_ shown: [String: String], _ session: CommandSession) {
        session.say(session.localizer(SyncText.keyChanged))
        if keepPassphrase { session.say(.syncPassphraseKnown, shown, tone: .caution) }
    }

    /// Of the machines that one has let in, those that are taken out as well: the options say it, or the person
    /// is asked about each.
    private func going(
        _ letIn: [SyncDevice], with device: SyncDevice, _ status: SyncStatus,
        _ session: CommandSession
    ) async throws -> [SyncDevice] {
        // One that somebody else has let in as well may have been there before.
        var going = withLetIn ? letIn.filter { status.isLetIn($0, onlyBy: device.id) } : []
        guard !yes else { return going }
        for other in letIn where !going.contains(other) {
            let values = device.values.merging(["other": other.values["device"] ?? ""]) { $1 }
            let isGoing = await session.container[.confirmations].confirm(
                Confirmation(
                    title: session.localizer(CommandText.syncLetInTitle, values),
                    message: other.admissions.map {
                        $0.text(session.localizer, name: HarmlessText.line)
                    }.joined(separator: "; "),
                    confirmTitle: session.localizer(SyncText.remove), severity: .moderate))
            if isGoing { going.append(other) }
        }
        return going
    }

    /// Says which of the machines that one has let in are out as well, and which stay.
    private func say(
        _ others: [SyncDevice], of letIn: [SyncDevice], _ device: SyncDevice,
        _ session: CommandSession
    ) {
        for other in letIn {
            if others.contains(other) {
                session.say(session.localizer(SyncText.removed, other.values))
            } else {
                let values = device.values.merging(["other": other.values["device"] ?? ""]) { $1 }
                session.say(session.localizer(SyncText.hadLetIn, values), tone: .caution)
            }
        }
    }

    private func remove(
        _ device: SyncDevice, _ others: [SyncDevice], isRekeyed: Bool, isBefore: Bool,
        _ session: CommandSession
    ) async throws {
        let ids = ([device] + others).map(\.id)
        if isRekeyed {
            let change = try await keyChange(device, session)
            try await session.working(.rekeying) {
                try await session.sync.removeDevices(ids, changing: change)
            }
        } else {
            try await session.synchronizing {
                try await session.sync.removeDevices(ids, changing: nil)
            }
        }
        try output.write(
            json: RemovedDocument(
                removed: .init(id: "\(device.id)", name: device.name, before: isBefore),
                others: others.map { .init(id: "\($0.id)", name: $0.name, before: false) }),
            plain: ([device] + others).map { [$0.name, "\($0.id)"] }, text: "")
    }

    /// Asks for what a new key needs: the passphrase, and another one that is not known on the machine.
    private func keyChange(
        _ device: SyncDevice, _ session: CommandSession
    ) async throws -> KeyChange {
        let passphrase = try await session.withPassphrase { passphrase in
            try await session.vault.verify(passphrase: passphrase)
            return passphrase
        }
        guard !keepPassphrase else { return KeyChange(passphrase) }
        if newPassphraseFile == nil {
            session.say(.syncChoosePassphrase, device.values, tone: .neutral)
        }
        let new = try await session.newPassphrase(
            from: newPassphraseFile, orFailWith: .noPassphraseForKey, allowWeak: yes)
        return KeyChange(passphrase, newPassphrase: new)
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
        /// Machines that it had let in, and that are out as well.
        let others: [Machine]
    }
}

extension SyncDevice {
    /// How texts refer to it.
    fileprivate var values: [String: String] {
        ["device": HarmlessText.line("\(name) (\(shortFingerprint))")]
    }
}
