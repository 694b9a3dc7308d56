import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet open`.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: Help.localized("Start the front end at a location."),
        discussion: Help.localized(
            """
            Locations are what links in lists and JSON output name; "wallet://" may stand before them.

            Examples:
              wallet open logins
              wallet open login:0a1b…:edit
            """))

    @Argument(help: .localized("The location."))
    var location: String

    func run() async throws {
        let session = try CommandSession.current
        let configuration = session.container[.configuration]
            .setting(SessionHost.startSetting, to: location)
        let container = session.container.overriding { $0.provide(.configuration, configuration) }
        let status = try await Environment.$current.withValue(container) {
            try await container[.frontEnd].run(in: container)
        }
        if status != .success { throw ExitCode(status.rawValue) }
    }
}
