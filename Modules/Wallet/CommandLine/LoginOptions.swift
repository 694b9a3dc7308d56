import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonSecurity
import WalletVault

/// The parts of a login as options, for `add` and `edit`.
struct LoginOptions: ParsableArguments {
    @Option(help: .localized("The title."))
    var title: String?

    @Option(help: .localized("An address where it is used; may be given several times."))
    var site: [String] = []

    @Option(help: .localized("The user name."))
    var userName: String?

    @Option(
        help: .localized(
            "Read the password from the first line of this file; \"-\" is standard input."),
        completion: .file())
    var passwordFile: String?

    @Option(help: .localized("Generate a password of so many characters."))
    var generate: Int?

    @Flag(help: .localized("Ask for a password on the terminal."))
    var askPassword = false

    @Option(
        help: .localized("Read notes from this file; \"-\" is standard input."), completion: .file()
    )
    var notesFile: String?

    @Option(help: .localized("A tag; may be given several times."))
    var tag: [String] = []

    func validate() throws {
        if [passwordFile != nil, generate != nil, askPassword].filter({ $0 }).count > 1 {
            throw ValidationError.localized(
                "Choose one of --password-file, --generate and --ask-password.")
        }
        if passwordFile == "-", notesFile == "-" {
            throw ValidationError.localized(
                "Only one of --password-file and --notes-file can be \"-\".")
        }
        if let generate, !PasswordGenerator.allowedLengths.contains(generate) {
            throw ValidationError.localized(
                "--generate takes a number from \(PasswordGenerator.allowedLengths.lowerBound) to \(PasswordGenerator.allowedLengths.upperBound)."
            )
        }
    }

    /// Whether nothing at all was given.
    var isEmpty: Bool {
        title == nil && site.isEmpty && userName == nil && !changesPassword && notesFile == nil
            && tag.isEmpty
    }

    /// Whether a password was given.
    var changesPassword: Bool { passwordFile != nil || generate != nil || askPassword }

    /// The login with what was given.
    ///
    /// - Throws: ``WalletCommandError`` when a file cannot be read or nobody can be asked.
    func apply(to login: Login, _ session: CommandSession) async throws -> Login {
        var changed = login
        if let title { changed.title = title }
        if !site.isEmpty { changed.sites = site }
        if let userName { changed.userName = userName }
        if !tag.isEmpty { changed.tags = tag }
        changed.fillTitle()
        if let password = try await password(session) { changed.password = password }
        if let notesFile { changed.notes = try SecretFile.contents(of: notesFile) }
        return changed
    }

    private func password(_ session: CommandSession) async throws -> SecretText? {
        if let passwordFile { return try SecretFile.firstLine(of: passwordFile) }
        if let generate { return try PasswordGenerator(length: generate).make() }
        guard askPassword else { return nil }
        guard let password = await session.ask(.password) else {
            throw WalletCommandError.noPassword
        }
        return password
    }
}
