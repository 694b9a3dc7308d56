package import TenonCore

/// A part of an item that is a single text; what is known of each is its ``row`` in the table.
package enum ItemPart: String, Sendable, Codable, CaseIterable {
    case userName = "user-name"
    case password
    case oneTimePassword = "one-time-password"
    case number
    case holder
    case expiry
    case securityCode = "security-code"
    case pin
    case issuer
    case firstName = "first-name"
    case lastName = "last-name"
    case organisation
    case email
    case phone
    case street
    case city
    case postalCode = "postal-code"
    case region
    case country
    case dateOfBirth = "date-of-birth"
    case documentNumber = "document-number"
    case bank
    case iban
    case bic
    case accountNumber = "account-number"
    case networkName = "network-name"
    case security
    case hiddenNetwork = "hidden-network"
    case product
    case version = "product-version"
    case licenceKey = "licence-key"
    case licensedTo = "licensed-to"
    case orderNumber = "order-number"
    case validUntil = "valid-until"
    case privateKey = "private-key"
    case publicKey = "public-key"
    case passphrase = "key-passphrase"
    case notes
}

extension Item {
    /// The text of a part; empty when there is none, `nil` when items of this kind do not have the part.
    ///
    /// A part that the kind does not have cannot be set.
    package subscript(part: ItemPart) -> SecretText? {
        get {
            switch self {
            case _ where part == .notes: head.notes
            case .login(let login): login[part]
            case .card(let card): card[part]
            case .record(let record): record[part]
            case .note: nil
            }
        }
        set {
            let text = newValue ?? SecretText(utf8: [])
            switch self {
            case _ where part == .notes: head.notes = text
            case .login(var login):
                login[part] = text
                self = .login(login)
            case .card(var card):
                card[part] = text
                self = .card(card)
            case .record(var record):
                record[part] = text
                self = .record(record)
            case .note: break
            }
        }
    }
}

extension Item {
    /// The text of a part as people read it; `nil` when there is none.
    package func readableText(of part: ItemPart) -> SecretText? {
        let text =
            part == .expiry ? card?.expiry.map { SecretText($0.cardText) } : self[part]
        guard let text, !text.isEmpty else { return nil }
        return text
    }

    /// Makes an empty item of a kind; `nil` for a kind that this version does not know.
    package init?(_ kind: ItemKind, head: ItemHead) {
        switch kind {
        case .login: self = .login(Login(head: head))
        case .card: self = .card(Card(head: head))
        case .note: self = .note(Note(head: head))
        case .identity, .bank, .wifi, .licence, .sshKey, .other:
            guard let record = Record(kind, head: head) else { return nil }
            self = .record(record)
        }
    }
}

extension Login {
    fileprivate subscript(part: ItemPart) -> SecretText? {
        get {
            switch part {
            case .userName: SecretText(userName)
            case .password: password
            case .oneTimePassword: oneTimePassword ?? SecretText(utf8: [])
            default: nil
            }
        }
        set {
            let text = newValue ?? SecretText(utf8: [])
            switch part {
            case .userName: userName = text.reveal()
            case .password: password = text
            case .oneTimePassword: oneTimePassword = text.isEmpty ? nil : text
            default: break
            }
        }
    }
}

extension Card {
    /// The text of a part; empty when there is none, `nil` when cards do not have the part.
    package subscript(part: ItemPart) -> SecretText? {
        get {
            switch part {
            case .holder: SecretText(holder)
            case .number: number
            case .expiry: SecretText(expiry?.description ?? "")
            case .securityCode: securityCode
            case .pin: pin
            case .issuer: SecretText(issuer)
            default: nil
            }
        }
        set {
            let text = newValue ?? SecretText(utf8: [])
            switch part {
            case .holder: holder = text.reveal()
            case .number: number = text
            case .expiry: expiry = YearMonth(text.reveal())
            case .securityCode: securityCode = text
            case .pin: pin = text
            case .issuer: issuer = text.reveal()
            default: break
            }
        }
    }
}
