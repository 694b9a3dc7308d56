import ArgumentParser
import TenonCommandLine
import TenonCore
import WalletSync

/// `wallet sync remove`.
struct SyncRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Help.localized("Take another machine out."),
        discussion: Help.localized(
            """
            What it has handed over stays. What it changes from now on is not taken, and it takes \
            nothing. It keeps what it has, and the key of the vault: whoever holds it can still open what \
            is kept for the machines, where that can be read. This cannot be undone; the machine can be invited again.

            Examples:
              wallet sync remove phone
              wallet sync remove 0a1b --yes --json
            """))

    @Argument(help: .localized("The machine: its name, or the beginning of its fingerprint."))
    var name: String

    @Flag(help: .localized("Do it without asking."))
    var yes = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try CommandSession.current
        _ = try await session.unlockedVault()
        let device = try find(in: try await session.sync.syncStatus().devices)
        let shown = ["device": HarmlessText.line("\(device.name) (\(device.shortFingerprint))")]
        try await session.confirm(
            .syncRemoveTitle, .syncRemoveMessage, .syncRemoveConfirm, shown, unless: yes)
        try await session.working(.synchronizing) {
            try await session.sync.removeDevice(device.id)
        }
        try output.write(
            json: RemovedDocument(removed: .init(id: "\(device.id)", name: device.name)),
            plain: [[device.name, "\(device.id)"]], text: "")
        session.say(.syncRemoved, shown)
        session.say(.syncRemovedKeeps, shown, tone: .caution)
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
