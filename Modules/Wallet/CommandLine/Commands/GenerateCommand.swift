import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonSecurity
import TenonUI
import WalletGenerator

/// `wallet generate`.
struct GenerateCommand: AsyncParsableCommand {
    enum Capitals: String, ExpressibleByArgument, CaseIterable {
        case none
        case first
        case all
    }

    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: Help.localized("Make a password at random."),
        discussion: Help.localized(
            """
            Nothing is stored, and the vault is not needed. The password goes to standard output, \
            and how hard it is to guess to standard error.

            Examples:
              wallet generate
              wallet generate --length 32 --without symbols
              wallet generate --words 6 --capitals first --digit
            """))

    private static let allowedNumbers = 1...1000

    @Option(
        help: .localized(
            "The number of characters; \(PasswordGenerator().length) unless given."))
    var length: Int?

    @Option(help: .localized("A kind of characters to leave out; may be given several times."))
    var without: [PasswordRecipe.CharacterKind] = []

    @Flag(help: .localized("Leave out characters that look alike, such as O and 0."))
    var noLookAlikes = false

    @Option(help: .localized("Make it of this many words instead of characters."))
    var words: Int?

    @Option(help: .localized("What stands between words; a hyphen unless given."))
    var separator: String?

    @Option(help: .localized("Which letters of words are capitals."))
    var capitals: Capitals?

    @Flag(help: .localized("Add a digit to one of the words."))
    var digit = false

    @Option(help: .localized("Make this many passwords, one per line."))
    var number = 1

    @Flag(help: .localized("Print JSON, in a stable and versioned form."))
    var json = false

    func validate() throws {
        if words == nil, separator != nil || capitals != nil || digit {
            throw ValidationError.localized(
                "--separator, --capitals and --digit need --words.")
        }
        if words != nil, length != nil || !without.isEmpty || noLookAlikes {
            throw ValidationError.localized(
                "--words cannot be combined with --length, --without or --no-look-alikes.")
        }
        if !Self.allowedNumbers.contains(number) {
            throw ValidationError.localized("--number takes a number from 1 to 1000.")
        }
    }

    func run() async throws {
        let session = try CommandSession.current
        let passwords = try (0..<number).map { _ in try recipe.make() }
        let bits = passwords.first?.bits ?? 0
        if json {
            return try Output.json(
                GeneratedDocument(bits: bits, passwords: passwords.map { $0.text.reveal() }))
        }
        try StandardOutput.write(passwords.map { $0.text.reveal() + "\n" }.joined())
        session.say(GeneratorText.strength(ofBits: bits, session.localizer), tone: .neutral)
    }

    private var recipe: PasswordRecipe {
        guard let words else {
            return PasswordRecipe(
                characters: PasswordGenerator(
                    length: length ?? PasswordGenerator().length,
                    classes: without.reduce(.all) { $0.subtracting($1.classes) },
                    avoidsLookAlikes: noLookAlikes))
        }
        return PasswordRecipe(
            kind: .words,
            words: WordGenerator(
                count: words, separator: separator ?? WordGenerator().separator,
                capitals: capitals.flatMap { WordGenerator.Capitals(rawValue: $0.rawValue) }
                    ?? .none,
                addsDigit: digit))
    }
}

extension PasswordRecipe.CharacterKind: ExpressibleByArgument {}

/// Passwords as JSON.
private struct GeneratedDocument: Encodable {
    let bits: Double
    let passwords: [String]
}
