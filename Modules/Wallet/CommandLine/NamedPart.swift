import ArgumentParser
import TenonCore
import TenonUI
import WalletVault

/// A part of an item that a command writes or copies.
enum NamedPart: Hashable {
    /// The first site of a login.
    case site
    /// A part of the table.
    case part(ItemPart)

    /// What a person calls the secret for one-time codes; other parts have one name everywhere.
    private static let oneTimeSecretName = "otp-secret"

    /// The part that is copied when none is named.
    static func main(of kind: ItemKind) -> NamedPart { .part(kind.mainPart) }

    /// The parts of a kind in the order in which they are shown, without the site.
    static func all(of kind: ItemKind) -> [NamedPart] {
        (kind.parts + [.notes]).map { .part($0) }
    }

    /// What people call the part in a sentence.
    var name: Sentence {
        switch self {
        case .site: "site"
        case .part(.userName): "user name"
        case .part(.password): "password"
        case .part(.oneTimePassword): "secret for one-time codes"
        case .part(.number): "number"
        case .part(.holder): "name on it"
        case .part(.expiry): "expiry"
        case .part(.securityCode): "security code"
        case .part(.pin): "PIN"
        case .part(.issuer): "bank"
        case .part(.notes): "notes"
        case .part(let part): "\"\(part.name)\""
        }
    }

    /// What people call the part beside its value.
    func label(_ localizer: Localizer) -> String {
        switch self {
        case .site: localizer(CommandText.site)
        case .part(.userName): localizer(CommandText.userName)
        case .part(.password): localizer(CommandText.password)
        case .part(.oneTimePassword): localizer(CommandText.oneTimeCode)
        case .part(let part): localizer.text(of: part.name)
        }
    }

    /// The part of the vault; `nil` for the site, of which a login may have several.
    var part: ItemPart? {
        guard case .part(let part) = self else { return nil }
        return part
    }

    /// Whether it is shown only when the person asks for it.
    var isSecret: Bool { part?.isSecret ?? false }

    /// The text of the part for people; `nil` when the item has none.
    func text(of item: Item) -> SecretText? {
        switch self {
        case .site: item.login?.sites.first.map { SecretText($0) }
        case .part(.number): item.readableText(of: .number).map { CardNumber($0).digits }
        case .part(let part): item.readableText(of: part)
        }
    }
}

extension NamedPart: RawRepresentable, CaseIterable, ExpressibleByArgument {
    static let allCases: [NamedPart] = [.site] + ItemPart.allCases.map { NamedPart.part($0) }

    var rawValue: String {
        switch self {
        case .site: "site"
        case .part(.oneTimePassword): Self.oneTimeSecretName
        case .part(let part): part.rawValue
        }
    }

    init?(rawValue: String) {
        guard let part = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = part
    }
}
