import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonSecurity
import TenonUI
import WalletVault

/// `wallet otp`.
struct OtpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "otp", abstract: Help.localized("Print or copy the one-time code of a login."),
        discussion: Help.localized(
            """
            The code goes to standard output, and how long it is valid to standard error. A code by \
            counter is used up by this command: the next call gives the next one.

            Examples:
              wallet otp github
              wallet otp github --copy
            """))

    @Argument(
        help: .localized("The login, named as for \"show\"."), completion: ItemCompletion.kind)
    var login: String

    @Flag(help: .localized("Copy the code instead of printing it."))
    var copy = false

    @Flag(help: .localized("Print JSON, in a stable and versioned form."))
    var json = false

    func validate() throws {
        if copy && json { throw ValidationError.localized("Choose one of --copy and --json.") }
    }

    func run() async throws {
        let session = try CommandSession.current
        let vault = try await session.unlockedVault()
        let found = try await vault.login(try await session.find(login, in: vault))
        guard let secret = found.oneTimePassword, !secret.isEmpty else {
            throw WalletCommandError.nothingToCopy("one-time password")
        }
        let password = try OneTimePassword(reading: secret)
        if case .counter = password.factor {
            // Stored first: a code that was given out is never given out again.
            guard let next = password.next else {
                throw WalletCommandError.nothingToCopy("one-time password")
            }
            var changed = found
            changed.oneTimePassword = next.address()
            try await vault.save(changed)
        }
        try await vault.markUsed(found.id)
        try await give(
            password.code(at: session.container[.clock].now()), password, of: found, session)
    }

    private func give(
        _ code: OneTimePassword.Code, _ password: OneTimePassword, of login: Login,
        _ session: CommandSession
    ) async throws {
        if json {
            try Output.json(CodeDocument(code, password))
        } else if copy {
            try await session.copy(code.text, of: login.title)
        } else {
            try StandardOutput.write(code.text.reveal() + "\n")
            if let secondsLeft = code.secondsLeft {
                session.say(.otpValid, count: secondsLeft, tone: .neutral)
            }
        }
    }
}

/// A one-time code as JSON.
private struct CodeDocument: Encodable {
    let code: String
    let secondsLeft: Int?
    let period: Int?
    let counter: UInt64?

    init(_ code: OneTimePassword.Code, _ password: OneTimePassword) {
        self.code = code.text.reveal()
        secondsLeft = code.secondsLeft
        period = code.period
        if case .counter(let number) = password.factor { counter = number } else { counter = nil }
    }
}
