import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI

/// `wallet browser`.
struct BrowserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser",
        abstract: Help.localized("Tell the browsers of this machine where Wallet is."),
        discussion: Help.localized(
            """
            The extension KeePassXC-Browser asks Wallet for logins, and asks you once whether it may. \
            For that the browser has to know which program to start.

            Examples:
              wallet browser install
              wallet browser remove
            """),
        subcommands: [BrowserInstallCommand.self, BrowserRemoveCommand.self])

    /// Writes the paths of manifests, or says that there are none.
    fileprivate static func print(
        _ paths: [String], orSay nothing: Sentence, in session: CommandSession
    ) throws {
        try StandardOutput.write(paths.map { HarmlessText.line($0) + "\n" }.joined())
        if paths.isEmpty { session.say(session.localizer.text(of: nothing), tone: .neutral) }
    }
}

/// `wallet browser install`.
struct BrowserInstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: Help.localized(
            "Let the browsers that are there start what their extension needs."),
        discussion: Help.localized(
            """
            Writes a file for each of Firefox, LibreWolf, Tor Browser, Chromium, Chrome, Brave, \
            Vivaldi and Edge that you have, also those of Flatpak, and prints their paths. What \
            else a browser needs is said at the end. A file of another program is never replaced. \
            Run it again when you have another browser, or when Wallet is somewhere else.

            Examples:
              wallet browser install
              wallet browser install --dry-run
            """))

    @Flag(name: [.customShort("n"), .long], help: .localized("Only show what would be done."))
    var dryRun = false

    func run() async throws {
        let session = try CommandSession.current
        let doctor = Doctor(session.container)
        guard let program = doctor.program(named: BrowserHost.name) else {
            throw WalletCommandError.noBrowserProgram
        }
        let setup = BrowserSetup(places: doctor.browsers, program: program)
        try BrowserCommand.print(
            try setup.install(isDry: dryRun),
            orSay: "There is no browser here that Wallet knows.", in: session)
        for advice in Self.advice(for: setup.places) + doctor.pinentryAdvice {
            session.say(session.localizer.text(of: advice), tone: .caution)
        }
    }

    /// What browsers need that no file gives them.
    private static func advice(for places: BrowserPlaces) -> [Sentence] {
        let barriers = places.found.compactMap(\.barrier).flatMap { barrier -> [Sentence] in
            switch barrier {
            case .flatpak(let name):
                (places.mayLeaveSandbox(name) ? [] : [closedSandbox(name)])
                    + (name == BrowserPlaces.torSandbox ? [torBrowser] : [])
            case .torBrowser: [torBrowser]
            }
        }
        return barriers + (places.hasFirefoxSnap ? [firefoxSnap] : [])
            + places.closedSnaps.map(closedSnap)
    }

    private static func closedSandbox(_ name: String) -> Sentence {
        """
        \(name): its sandbox starts no program of yours until you run: flatpak override --user \
        --talk-name=org.freedesktop.Flatpak \(name) (it may then start any of them)
        """
    }

    private static var torBrowser: Sentence {
        "Tor Browser: an extension makes it easier to tell you from others."
    }

    private static var firefoxSnap: Sentence {
        """
        Firefox as a snap: works where the portal of the desktop has WebExtensions, as Ubuntu's has.
        """
    }

    private static func closedSnap(_ name: String) -> Sentence {
        "\(name) as a snap: does not work, as it starts no program outside of its sandbox."
    }
}

/// `wallet browser remove`.
struct BrowserRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: Help.localized("Take away what \"wallet browser install\" has written."),
        discussion: Help.localized(
            """
            Prints the paths. What leads to Wallet in another place stays, unless nothing is there \
            any more. Which browsers you have allowed is in the vault, as logins.

            Examples:
              wallet browser remove
              wallet browser remove --dry-run
            """))

    @Flag(name: [.customShort("n"), .long], help: .localized("Only show what would be done."))
    var dryRun = false

    func run() async throws {
        let session = try CommandSession.current
        let doctor = Doctor(session.container)
        let setup = BrowserSetup(
            places: doctor.browsers, program: doctor.program(named: BrowserHost.name) ?? "")
        try BrowserCommand.print(
            try setup.remove(isDry: dryRun), orSay: "No browser is set up to ask this Wallet.",
            in: session)
    }
}
