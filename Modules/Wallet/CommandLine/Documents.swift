import Glibc
import TenonCore
import WalletVault

/// One item as JSON; secrets are left out unless they are to be revealed.
struct ItemDocument: Encodable {
    struct FieldDocument: Encodable {
        let label: String
        let value: String?
        let concealed: Bool

        init(_ field: CustomField, isRevealed: Bool) {
            label = field.label
            value = field.isConcealed && !isRevealed ? nil : field.value.reveal()
            concealed = field.isConcealed
        }
    }

    let id: String
    let kind: String
    let location: String
    let title: String
    let userName: String?
    let password: String?
    let hasPassword: Bool?
    let hasOneTimeCode: Bool?
    let oneTimeSecret: String?
    let sites: [String]?
    let holder: String?
    let brand: String?
    let lastFour: String?
    let number: String?
    let expiry: String?
    let securityCode: String?
    let pin: String?
    let issuer: String?
    /// The parts of a record by their names; `null` for a secret that is not revealed.
    let parts: [String: String?]?
    let notes: String
    let tags: [String]
    let favorite: Bool
    let fields: [FieldDocument]
    let attachments: [String]
    let created: String
    let changed: String
    let passwordChanged: String?
    let lastUsed: String?
    let timesUsed: Int

    init(_ item: Item, isRevealed: Bool) {
        func revealed(_ text: SecretText?) -> String? { isRevealed ? text?.reveal() : nil }
        let (login, card) = (item.login, item.card)
        id = item.id.description
        kind = item.kind.rawValue
        location = "\(item.kind.route.location(item.id))"
        title = item.title
        userName = login?.userName
        password = revealed(login?.password)
        hasPassword = login.map { !$0.password.isEmpty }
        hasOneTimeCode = login.map { $0.hasOneTimeCode }
        oneTimeSecret = revealed(login?.oneTimePassword)
        sites = login?.sites
        holder = card?.holder
        brand = card.flatMap { CardNumber($0.number).brand?.name }
        lastFour = card.map { CardNumber($0.number).lastFour }
        number = revealed(card.map { CardNumber($0.number).digits })
        expiry = card?.expiry?.description
        securityCode = revealed(card?.securityCode)
        pin = revealed(card?.pin)
        issuer = card?.issuer
        parts = item.record.map { record in
            let given = record.kind.parts.compactMap { part in
                record[part].map { (part, $0) }
            }.filter { !$0.1.isEmpty }
            return Dictionary(
                uniqueKeysWithValues: given.map { part, text in
                    (part.rawValue, part.isSecret ? revealed(text) : text.reveal())
                })
        }
        notes = item.notes.reveal()
        tags = item.tags
        favorite = item.isFavorite
        fields = item.customFields.map { FieldDocument($0, isRevealed: isRevealed) }
        attachments = item.namedAttachments.map(\.name)
        created = item.created.internetDate
        changed = item.changed.internetDate
        passwordChanged = login.flatMap {
            $0.isPasswordDated && !$0.password.isEmpty ? $0.passwordChanged.internetDate : nil
        }
        lastUsed = item.used?.internetDate
        timesUsed = item.timesUsed
    }
}

extension Login {
    fileprivate var hasOneTimeCode: Bool { oneTimePassword.map { !$0.isEmpty } ?? false }
}

extension Timestamp {
    /// The time in the form of RFC 3339, in UTC to the second.
    var internetDate: String { UTCTime(self).description }
}
