import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonSecurity
import WalletVault

/// The parts of a login, whose password networks have as well.
struct LoginOptions: ParsableArguments {
    @Option(help: .localized("An address where it is used; may be given several times."))
    var site: [String] = []

    @Option(help: .localized("The user name."))
    var userName: String?

    @Option(
        help: .localized(
            "Read the password from this file, which has one line; \"-\" is standard input."),
        completion: .file())
    var passwordFile: String?

    @Option(help: .localized("Generate a password with this many characters."))
    var generate: Int?

    @Flag(help: .localized("Ask for a password on the terminal."))
    var askPassword = false

    @Option(
        help: .localized(
            "Read the secret for one-time codes, or its otpauth address, from this file, which has one line; \"-\" is standard input."
        ), completion: .file())
    var otpFile: String?

    @Flag(
        help: .localized(
            "Forget what another program has said about where and until when it is filled in, and the tag no-fill."
        ))
    var noFillRules = false

    func validate() throws {
        if [passwordFile != nil, generate != nil, askPassword].filter({ $0 }).count > 1 {
            throw ValidationError.localized(
                "Choose one of --password-file, --generate and --ask-password.")
        }
        if let generate, !PasswordGenerator.allowedLengths.contains(generate) {
            throw ValidationError.localized(
                "--generate takes a number from \(PasswordGenerator.allowedLengths.lowerBound) to \(PasswordGenerator.allowedLengths.upperBound)."
            )
        }
    }

    /// The options that were given.
    var given: [GivenOption] {
        [
            // What has sites has a user name as well.
            (GivenOption("--site", .userName), !site.isEmpty),
            (GivenOption("--user-name", .userName), userName != nil),
            (GivenOption("--password-file", .password), passwordFile != nil),
            (GivenOption("--generate", .password), generate != nil),
            (GivenOption("--ask-password", .password), askPassword),
            (GivenOption("--otp-file", .oneTimePassword), otpFile != nil),
            (GivenOption("--no-fill-rules", .oneTimePassword), noFillRules),
        ].filter(\.1).map(\.0)
    }

    /// Whether a password was given.
    var changesPassword: Bool { passwordFile != nil || generate != nil || askPassword }

    func apply(to login: inout Login) throws {
        if !site.isEmpty { login.sites = site }
        if let otpFile {
            let secret = try SecretFile.secret(of: otpFile)
            // A secret that cannot be read would never make a code.
            _ = try OneTimePassword(reading: secret)
            login.oneTimePassword = secret
        }
        if let userName { login.userName = userName }
        if noFillRules {
            login.dropFillRules()
            login.tags.removeAll { $0 == FillTag.none }
        }
    }

    /// The password that was given, for a login or a network; `nil` when none was.
    func password(_ session: CommandSession) async throws -> SecretText? {
        if let passwordFile { return try SecretFile.secret(of: passwordFile) }
        if let generate { return try PasswordGenerator(length: generate).make() }
        guard askPassword else { return nil }
        guard let password = await session.ask(.password) else {
            throw WalletCommandError.noPassword
        }
        return password
    }
}
