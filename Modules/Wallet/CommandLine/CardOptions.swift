import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// The parts of a card, two of which bank accounts have as well.
struct CardOptions: ParsableArguments {
    @Option(
        help: .localized(
            "Read the number from this file, which has one line; \"-\" is standard input."),
        completion: .file())
    var numberFile: String?

    @Flag(help: .localized("Ask for the number on the terminal."))
    var askNumber = false

    @Option(help: .localized("The name on the card, or the holder of the account."))
    var holder: String?

    @Option(help: .localized("The last month in which it is valid, such as 04/28."))
    var expiry: YearMonth?

    @Option(
        name: .customLong("security-code-file"),
        help: .localized("Read the security code from this file, which has one line."),
        completion: .file())
    var codeFile: String?

    @Option(
        help: .localized("Read the PIN from this file, which has one line."), completion: .file())
    var pinFile: String?

    @Option(help: .localized("The bank."))
    var issuer: String?

    func validate() throws {
        if numberFile != nil, askNumber {
            throw ValidationError.localized("Choose one of --number-file and --ask-number.")
        }
    }

    /// The options that were given.
    var given: [GivenOption] {
        [
            (GivenOption("--number-file", .number), numberFile != nil),
            (GivenOption("--ask-number", .number), askNumber),
            (GivenOption("--holder", .holder), holder != nil),
            (GivenOption("--expiry", .expiry), expiry != nil),
            (GivenOption("--security-code-file", .securityCode), codeFile != nil),
            (GivenOption("--pin-file", .pin), pinFile != nil),
            (GivenOption("--issuer", .issuer), issuer != nil),
        ].filter(\.1).map(\.0)
    }

    /// Gives an item what bank accounts have as well.
    func applyShared(to item: inout Item) throws {
        if let holder { item[.holder] = SecretText(holder) }
        if let pinFile { item[.pin] = try SecretFile.secret(of: pinFile) }
    }

    func apply(to card: inout Card, _ session: CommandSession) async throws {
        if let expiry { card.expiry = expiry }
        if let issuer { card.issuer = issuer }
        if let numberFile {
            card.number = try SecretFile.secret(of: numberFile)
        } else if askNumber {
            guard let number = await session.ask(.number) else {
                throw WalletCommandError.noNumber
            }
            card.number = number
        }
        if let codeFile { card.securityCode = try SecretFile.secret(of: codeFile) }
        if CardNumber(card.number).doubt != nil {
            session.say(.numberDoubt, tone: .caution)
        }
        if !CardSecurityCode(card.securityCode).isPlausible {
            session.say(.securityCodeDoubt, tone: .caution)
        }
    }
}

extension YearMonth: ExpressibleByArgument {
    /// Reads a month as it stands on cards.
    public init?(argument: String) { self.init(argument) }
}
