import ArgumentParser
import TenonCore
import WalletVault

/// A part of an item that a command writes or copies.
enum NamedPart: String, ExpressibleByArgument, CaseIterable {
    case userName = "user-name"
    case password
    case oneTimeSecret = "otp-secret"
    case site
    case number
    case holder
    case expiry
    case securityCode = "security-code"
    case pin
    case issuer
    case notes

    /// The part that is copied when none is named.
    static func main(of kind: ItemKind) -> NamedPart {
        switch kind {
        case .card: .number
        case .note: .notes
        case .login, .other: .password
        }
    }

    /// What people call the part in a sentence.
    var name: Sentence {
        switch self {
        case .userName: "user name"
        case .password: "password"
        case .oneTimeSecret: "secret for one-time codes"
        case .site: "site"
        case .number: "number"
        case .holder: "name on it"
        case .expiry: "expiry"
        case .securityCode: "security code"
        case .pin: "PIN"
        case .issuer: "bank"
        case .notes: "notes"
        }
    }

    /// What people call the part beside its value.
    var label: CommandText {
        switch self {
        case .userName: .userName
        case .password: .password
        case .oneTimeSecret: .oneTimeCode
        case .site: .site
        case .number: .number
        case .holder: .holder
        case .expiry: .expiry
        case .securityCode: .securityCode
        case .pin: .pin
        case .issuer: .issuer
        case .notes: .notes
        }
    }

    /// The part of the vault; `nil` for the site, of which a login may have several.
    var part: ItemPart? {
        self == .oneTimeSecret ? .oneTimePassword : ItemPart(rawValue: rawValue)
    }

    /// Whether it is shown only when the person asks for it.
    var isSecret: Bool { part?.isSecret ?? false }

    /// The text of the part for people; `nil` when the item has none.
    func text(of item: Item) -> SecretText? {
        switch self {
        case .site: item.login?.sites.first.map { SecretText($0) }
        case .number: item.readableText(of: .number).map { CardNumber($0).digits }
        default: part.flatMap { item.readableText(of: $0) }
        }
    }
}
