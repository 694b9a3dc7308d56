import ArgumentParser
import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// The parts that only records have, each under the name that it has everywhere.
struct RecordOptions: ParsableArguments {
    @Option(help: .part(.firstName)) var firstName: String?
    @Option(help: .part(.lastName)) var lastName: String?
    @Option(help: .part(.organisation)) var organisation: String?
    @Option(help: .part(.email)) var email: String?
    @Option(help: .part(.phone)) var phone: String?
    @Option(help: .part(.street)) var street: String?
    @Option(help: .part(.city)) var city: String?
    @Option(help: .part(.postalCode)) var postalCode: String?
    @Option(help: .part(.region)) var region: String?
    @Option(help: .part(.country)) var country: String?
    @Option(help: .part(.dateOfBirth)) var dateOfBirth: CalendarDay?
    @Option(help: .firstLine(.documentNumber), completion: .file())
    var documentNumberFile: String?

    @Option(help: .part(.bank)) var bank: String?
    @Option(help: .firstLine(.iban), completion: .file()) var ibanFile: String?
    @Option(help: .part(.bic)) var bic: String?
    @Option(help: .firstLine(.accountNumber), completion: .file()) var accountNumberFile: String?

    @Option(help: .part(.networkName)) var networkName: String?
    @Option(help: .localized("How the network is protected."))
    var security: WirelessSecurity?
    @Flag(
        inversion: .prefixedNo, help: .localized("Whether the network does not show its name."))
    var hiddenNetwork: Bool?

    @Option(help: .part(.product)) var product: String?
    @Option(help: .part(.version)) var productVersion: String?
    @Option(help: .firstLine(.licenceKey), completion: .file()) var licenceKeyFile: String?
    @Flag(help: .localized("Ask for the licence key on the terminal.")) var askLicenceKey = false
    @Option(help: .part(.licensedTo)) var licensedTo: String?
    @Option(help: .part(.orderNumber)) var orderNumber: String?
    @Option(help: .part(.validUntil)) var validUntil: CalendarDay?

    @Option(help: .contents(.privateKey), completion: .file()) var privateKeyFile: String?
    @Option(help: .contents(.publicKey), completion: .file()) var publicKeyFile: String?
    @Option(help: .firstLine(.passphrase), completion: .file()) var keyPassphraseFile: String?

    func validate() throws {
        if licenceKeyFile != nil, askLicenceKey {
            throw ValidationError.localized(
                "Choose one of --licence-key-file and --ask-licence-key.")
        }
    }

    private var texts: [(part: ItemPart, text: String?)] {
        [
            (.firstName, firstName), (.lastName, lastName), (.organisation, organisation),
            (.email, email), (.phone, phone), (.street, street), (.city, city),
            (.postalCode, postalCode), (.region, region), (.country, country),
            (.dateOfBirth, dateOfBirth?.text), (.bank, bank), (.bic, bic),
            (.networkName, networkName),
            (.security, security?.rawValue),
            (.hiddenNetwork, hiddenNetwork.map { $0 ? PartText.yes : "" }), (.product, product),
            (.version, productVersion), (.licensedTo, licensedTo), (.orderNumber, orderNumber),
            (.validUntil, validUntil?.text),
        ]
    }

    private var paths: [(part: ItemPart, path: String?)] {
        [
            (.documentNumber, documentNumberFile), (.iban, ibanFile),
            (.accountNumber, accountNumberFile), (.licenceKey, licenceKeyFile),
            (.privateKey, privateKeyFile), (.publicKey, publicKeyFile),
            (.passphrase, keyPassphraseFile),
        ]
    }

    /// The files.
    var files: [String] { paths.compactMap(\.path) }

    /// The options that were given.
    var given: [GivenOption] {
        texts.filter { $0.text != nil }.map { GivenOption("--\($0.part.rawValue)", $0.part) }
            + paths.filter { $0.path != nil }
            .map { GivenOption("--\($0.part.rawValue)-file", $0.part) }
            + (askLicenceKey ? [GivenOption("--ask-licence-key", .licenceKey)] : [])
    }

    /// Gives an item what was given.
    func apply(to item: inout Item, _ session: CommandSession) async throws {
        for case (let part, let text?) in texts { item[part] = SecretText(text) }
        for case (let part, let path?) in paths {
            item[part] =
                switch (part, part.row.text) {
                case (.privateKey, _): try SecretFile.privateKey(of: path)
                case (_, .lines): try SecretFile.text(of: path)
                default: try SecretFile.secret(of: path)
                }
        }
        if askLicenceKey {
            let name = session.localizer.text(of: ItemPart.licenceKey.name)
            guard let key = await session.ask(name) else { throw WalletCommandError.noLicenceKey }
            item[.licenceKey] = key
        }
    }
}

/// An option that was given, and the part that an item must have for it.
struct GivenOption {
    let name: String
    let part: ItemPart

    init(_ name: String, _ part: ItemPart) {
        self.name = name
        self.part = part
    }
}

/// A day as it is given to a command: `YYYY-MM-DD`.
struct CalendarDay: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        let numbers = argument.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3, argument.utf8.count == 10 else { return nil }
        let day = UTCTime(year: numbers[0], month: numbers[1], day: numbers[2])
        // A day that does not exist is another one when it comes back.
        guard day == UTCTime(day.timestamp) else { return nil }
        text = argument
    }
}

extension WirelessSecurity: ExpressibleByArgument {}

extension ArgumentHelp {
    /// The name of a part.
    fileprivate static func part(_ part: ItemPart) -> ArgumentHelp { .localized("\(part.name).") }

    /// A part that comes from a line of a file.
    fileprivate static func firstLine(_ part: ItemPart) -> ArgumentHelp {
        .localized("\(part.name), from this file, which has one line; \"-\" is standard input.")
    }

    /// A part that comes from a file.
    fileprivate static func contents(_ part: ItemPart) -> ArgumentHelp {
        .localized("\(part.name), from this file; \"-\" is standard input.")
    }
}
