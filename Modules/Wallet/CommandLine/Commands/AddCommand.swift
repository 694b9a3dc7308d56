import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// `wallet add`.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: Help.localized("Add a login."),
        discussion: Help.localized(
            """
            Prints the location of the new login. Without a password option the password is asked \
            for on the terminal.

            Examples:
              wallet add --site https://example.com --user-name ada
              wallet add --title Router --password-file password.txt
              wallet add --site example.org --user-name ada --generate 24
            """))

    @OptionGroup var options: LoginOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if options.title ?? "" == "", options.site.isEmpty {
            throw ValidationError.localized("Give --title or --site.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        var given = options
        if !given.changesPassword { given.askPassword = true }
        let login = try await given.apply(to: Login(title: ""), session)
        try await vault.add(login)
        if output.json {
            try Output.json(LoginDocument(try await vault.login(login.id), isRevealed: false))
        } else {
            try StandardOutput.write("login:\(login.id)\n")
        }
        session.say(session.localizer(CommandText.added, ["title": SafeText.line(login.title)]))
    }
}
