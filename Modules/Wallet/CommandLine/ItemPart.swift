import ArgumentParser
import TenonCore
import WalletVault

/// A part of an item that a command writes or copies.
enum ItemPart: String, ExpressibleByArgument, CaseIterable {
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
    static func main(of kind: ItemKind) -> ItemPart {
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

    /// Whether it is shown only when the person asks for it.
    var isSecret: Bool {
        switch self {
        case .password, .oneTimeSecret, .number, .securityCode, .pin: true
        case .userName, .site, .holder, .expiry, .issuer, .notes: false
        }
    }

    /// The text of the part; `nil` when the item has none.
    func text(of item: Item) -> SecretText? {
        let (login, card) = (item.login, item.card)
        let text: SecretText? =
            switch self {
            case .userName: login.map { SecretText($0.userName) }
            case .password: login?.password
            case .oneTimeSecret: login?.oneTimePassword
            case .site: login?.sites.first.map { SecretText($0) }
            case .number: card.map { CardNumber($0.number).digits }
            case .holder: card.map { SecretText($0.holder) }
            case .expiry: card?.expiry.map { SecretText($0.cardText) }
            case .securityCode: card?.securityCode
            case .pin: card?.pin
            case .issuer: card.map { SecretText($0.issuer) }
            case .notes: item.notes
            }
        guard let text, !text.isEmpty else { return nil }
        return text
    }
}
