import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet remove`.
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: Help.localized("Move an item to the trash, where it stays for 30 days."),
        discussion: Help.localized(
            """
            Examples:
              wallet remove github
              wallet remove login:0a1b… --yes
              wallet remove github --dry-run
            """))

    @Argument(
        help: .localized("The item, named as for \"show\"."), completion: ItemCompletion.kind)
    var item: String

    @OptionGroup var caution: CautionOptions

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let found = try await vault.overview(try await session.find(item, in: vault))
        let title = HarmlessText.line(found.title)
        guard !caution.dryRun else {
            return session.say(.wouldRemove, ["title": title], tone: .neutral)
        }
        try await session.confirm(
            .removeTitle, .removeMessage, .remove, ["title": title], unless: caution.yes)
        try await vault.moveToTrash(found.id)
        session.say(.removed, ["title": title])
    }
}

/// `wallet restore`.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: Help.localized("Take an item out of the trash."),
        discussion: Help.localized(
            """
            Examples:
              wallet list --trash
              wallet restore github
            """))

    @Argument(help: .localized("The item, named as for \"show\"."))
    var item: String

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let id = try await session.find(item, in: vault, isTrashed: true)
        try await vault.restore(id)
        let title = HarmlessText.line(try await vault.overview(id).title)
        session.say(.restored, ["title": title])
    }
}
