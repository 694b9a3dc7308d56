import TenonCore
import WalletVault

/// A category of 1Password whose items are records here, with the fields in which their parts are.
///
/// Categories and fields are those that Bitwarden's `onepassword-1pux-importer.ts` and its test data have,
/// and those of the templates in robertknight/1pass.
struct OnePasswordCategory {
    /// A field of a section.
    struct Field {
        /// What 1Password calls it in `id`.
        let id: String
        /// What 1Password calls it for people.
        let title: String
        /// The name of the value.
        let value: String
        /// The part that it is.
        let part: ItemPart
    }

    /// What 1Password calls it in `categoryUuid`.
    let number: String
    /// What its items are here.
    let kind: ItemKind
    /// The fields that are single parts.
    let fields: [Field]

    /// The field of a key.
    static let key = "private_key"
    /// The value that is both halves of a key.
    static let keyValue = "sshKey"
    /// The field, and the value, with an address.
    static let address = "address"
    /// The member of a value that is an e-mail address.
    private static let emailAddress = "email_address"
    /// The parts of an address by their members.
    static let addressParts: [(member: String, part: ItemPart)] = [
        ("street", .street), ("city", .city), ("country", .country), ("zip", .postalCode),
        ("state", .region),
    ]

    private static let birthday = Field(
        id: "birthdate", title: "birth date", value: "date", part: .dateOfBirth)

    private static let identity = OnePasswordCategory(
        number: "004", kind: .identity,
        fields: [
            Field(id: "firstname", title: "first name", value: "string", part: .firstName),
            Field(id: "lastname", title: "last name", value: "string", part: .lastName),
            birthday,
            Field(id: "company", title: "company", value: "string", part: .organisation),
            Field(id: "defphone", title: "default phone", value: "phone", part: .phone),
            Field(id: "email", title: "email", value: "string", part: .email),
        ])
    private static let licence = OnePasswordCategory(
        number: "100", kind: .licence,
        fields: [
            Field(id: "product_version", title: "version", value: "string", part: .version),
            Field(id: "reg_code", title: "license key", value: "string", part: .licenceKey),
            Field(id: "reg_name", title: "licensed to", value: "string", part: .licensedTo),
            Field(id: "reg_email", title: "registered email", value: "email", part: .email),
            Field(id: "order_number", title: "order number", value: "string", part: .orderNumber),
        ])
    private static let bankAccount = OnePasswordCategory(
        number: "101", kind: .bank,
        fields: [
            Field(id: "bankName", title: "bank name", value: "string", part: .bank),
            Field(id: "owner", title: "name on account", value: "string", part: .holder),
            Field(id: "accountNo", title: "account number", value: "string", part: .accountNumber),
            Field(id: "swift", title: "SWIFT", value: "string", part: .bic),
            Field(id: "iban", title: "IBAN", value: "string", part: .iban),
            Field(id: "telephonePin", title: "PIN", value: "concealed", part: .pin),
        ])
    private static let driversLicence = OnePasswordCategory(
        number: "103", kind: .identity, fields: [birthday])
    private static let passport = OnePasswordCategory(
        number: "106", kind: .identity,
        fields: [
            Field(id: "number", title: "number", value: "string", part: .documentNumber), birthday,
        ])
    private static let router = OnePasswordCategory(
        number: "109", kind: .wifi,
        fields: [
            Field(
                id: "network_name", title: "network name", value: "string", part: .networkName),
            Field(
                id: "wireless_security", title: "wireless security", value: "menu",
                part: .security),
            Field(
                id: "wireless_password", title: "wireless network password", value: "concealed",
                part: .password),
        ])
    private static let sshKey = OnePasswordCategory(number: "114", kind: .sshKey, fields: [])

    /// The first one of a kind is what items that do not come from 1Password are.
    private static let all = [
        identity, licence, bankAccount, driversLicence, passport, router, sshKey,
    ]

    /// The category with a number; `nil` when its items are no records here.
    init?(number: String) {
        guard let known = Self.all.first(where: { $0.number == number }) else { return nil }
        self = known
    }

    /// The category of an item in an export; `nil` when 1Password has none for it.
    ///
    /// - Parameter kept: The one that it had in 1Password.
    init?(of item: Item, kept: String?) {
        let candidates = Self.all.filter { $0.kind == item.kind }
        guard let category = candidates.first(where: { $0.number == kept }) ?? candidates.first,
            category.kind != .sshKey || Self.keyType(of: item) != nil
        else { return nil }
        self = category
    }

    private init(number: String, kind: ItemKind, fields: [Field]) {
        self.number = number
        self.kind = kind
        self.fields = fields
    }

    private var hasAddress: Bool { number == Self.identity.number }

    /// What 1Password calls the algorithm of a key that it has a place for: both halves of Ed25519 or
    /// RSA.
    private static func keyType(of item: Item) -> String? {
        let words = (item[.publicKey]?.reveal() ?? "").split(separator: " ")
        let types = ["ssh-ed25519": "ed25519", "ssh-rsa": "rsa"]
        guard item[.privateKey]?.isEmpty == false, let type = words.first,
            item[.publicKey].flatMap(KeyFingerprint.text) != nil
        else { return nil }
        return types[String(type)]
    }
}

extension OnePasswordCategory {
    /// Takes a field of a section that is a part of an item, or several.
    ///
    /// - Parameter label: What a further field is called that a part of the value becomes.
    /// - Returns: Whether it was one.
    func read(
        _ id: String, _ value: JSONValue.Member, label: String, _ draft: inout ItemDraft
    ) -> Bool {
        switch value.name {
        case Self.keyValue where kind == .sshKey:
            return readKey(value.value, label: label, &draft)
        case Self.address where id == Self.address && hasAddress && !value.value.members.isEmpty:
            readAddress(value.value, label: label, &draft)
            return true
        default: break
        }
        guard let field = fields.first(where: { $0.id == id }), draft.parts[field.part] == nil,
            let text = Self.text(of: value, field)
        else { return false }
        draft.parts[field.part] = text
        for member in value.value.members where member.name != Self.emailAddress {
            Self.add(member, label, &draft)
        }
        return true
    }

    /// The text of a part; `nil` for a value that is no such text.
    private static func text(of value: JSONValue.Member, _ field: Field) -> SecretText? {
        if case .choice(let choices) = field.part.row.text {
            let word = value.value.text.lowercased()
            let choice = choices.first { $0.text.lowercased() == word }
            if let choice { return SecretText(choice.text) }
        }
        let text = value.value[emailAddress]?.secret ?? OnePasswordItem.text(value)
        if case .object = value.value, value.value[emailAddress] == nil || value.name != "email" {
            return nil
        }
        // Wallet conceals these itself; others stay concealed only as fields.
        return value.name == "concealed" && !field.part.isSecret || text.isEmpty ? nil : text
    }

    private func readAddress(
        _ address: JSONValue, label: String, _ draft: inout ItemDraft
    ) {
        for member in address.members {
            let part = Self.addressParts.first { $0.member == member.name }?.part
            if let part, draft.parts[part] == nil, !member.value.secret.isEmpty {
                draft.parts[part] = member.value.secret
            } else {
                Self.add(member, label, &draft)
            }
        }
    }

    /// Adds a member that is no part as a field; one without a text as its JSON, concealed.
    private static func add(
        _ member: JSONValue.Member, _ label: String, isConcealed: Bool = false,
        _ draft: inout ItemDraft
    ) {
        guard !member.value.isVoid else { return }
        draft.add(
            "\(label): \(member.name)", member.value.legible,
            isConcealed: isConcealed || !member.value.isText)
    }

    /// Takes both halves of a key; the form of the private one outside of its metadata varies.
    private func readKey(_ key: JSONValue, label: String, _ draft: inout ItemDraft) -> Bool {
        let about = key["metadata"] ?? key
        guard draft.parts[.privateKey] == nil,
            let secret = [about["privateKey"], key["privateKey"]].compactMap({ $0?.secret })
                .first(where: { !$0.isEmpty })
        else { return false }
        draft.parts[.privateKey] = secret
        draft.parts[.publicKey] = about["publicKey"]?.secret
        let print = draft.parts[.publicKey].flatMap(KeyFingerprint.text)
        let metadata = key["metadata"]?.members ?? []
        for member in key.members.filter({ $0.name != "metadata" || metadata.isEmpty }) + metadata {
            let text = member.value.secret
            switch member.name {
            case "publicKey" where !text.isEmpty && text == draft.parts[.publicKey]: continue
            case "privateKey" where text == secret: continue
            // What follows from the public key.
            case "fingerprint" where print != nil && print == text.reveal(): continue
            case "keyType" where print != nil: continue
            default: break
            }
            Self.add(member, label, isConcealed: member.name == "privateKey", &draft)
        }
        return true
    }
}

extension OnePasswordCategory {
    /// The fields of a section that are parts of an item.
    func written(_ item: Item) -> [JSONValue] {
        var written = fields.compactMap { field -> JSONValue? in
            let text = item[field.part].flatMap { $0.isEmpty ? nil : $0 }
            return text.flatMap { Self.value($0, field.value) }.map {
                OnePasswordWriter.field(field.id, field.title, [field.value: $0])
            }
        }
        if hasAddress {
            let parts = Self.addressParts.map { member, part in
                JSONValue.Member(member, .string(item[part] ?? SecretText(utf8: [])))
            }
            if parts.contains(where: { !$0.value.isVoid }) {
                written.append(
                    OnePasswordWriter.field(
                        Self.address, "address", [Self.address: .object(parts)]))
            }
        }
        if kind == .sshKey {
            written.append(
                OnePasswordWriter.field(
                    Self.key, "private key", [Self.keyValue: Self.key(item)]))
        }
        return written
    }

    /// The parts of an item that are in ``written(_:)``.
    func parts(of item: Item) -> Set<ItemPart> {
        var parts = Set(
            fields.filter { field in
                item[field.part].map { Self.value($0, field.value) != nil } ?? false
            }.map(\.part))
        if hasAddress { parts.formUnion(Self.addressParts.map(\.part)) }
        if kind == .sshKey { parts.formUnion([.privateKey, .publicKey]) }
        return parts
    }

    /// A text as a value; `nil` when a value of that name is something else.
    private static func value(_ text: SecretText, _ name: String) -> JSONValue? {
        switch name {
        case "date":
            // Noon is on the same day in most places.
            let day = text.reveal()
            guard let time = InternetTime.read("\(day)T12:00:00Z"),
                InternetTime.write(time).prefix(10) == day
            else { return nil }
            return OnePasswordWriter.seconds(time)
        case "email": return ["email_address": .string(text), "provider": .null]
        default: return .string(text)
        }
    }

    private static func key(_ item: Item) -> JSONValue {
        let (secret, open) = (
            item[.privateKey] ?? SecretText(utf8: []), item[.publicKey] ?? SecretText(utf8: [])
        )
        return [
            "privateKey": .string(secret),
            "metadata": [
                "privateKey": .string(secret), "publicKey": .string(open),
                "fingerprint": .string(KeyFingerprint.text(of: open) ?? ""),
                "keyType": .string(keyType(of: item) ?? ""),
            ],
        ]
    }
}
