import TenonCore
import WalletVault

/// A kind of Bitwarden whose items are records here, with the members in which their parts are.
///
/// Numbers and members are those of `cipher-type.ts`, `models/export` and `models/view` in Bitwarden's
/// clients.
struct BitwardenKind {
    /// A member, and the part that it is, if the kind has one for it.
    typealias Row = (member: String, part: ItemPart?)

    /// What Bitwarden calls it in `type`.
    let number: Int
    /// The member of an item with the parts.
    let member: String
    /// What its items are here.
    let kind: ItemKind
    /// The members of that member, in the order in which Bitwarden writes them.
    let rows: [Row]

    /// The member of a key that follows from its public key.
    static let fingerprint = "keyFingerprint"

    private static let identity = BitwardenKind(
        number: 4, member: "identity", kind: .identity,
        rows: [
            ("title", nil), ("firstName", .firstName), ("middleName", nil),
            ("lastName", .lastName), ("address1", .street), ("address2", nil), ("address3", nil),
            ("city", .city), ("state", .region), ("postalCode", .postalCode),
            ("country", .country), ("company", .organisation), ("email", .email),
            ("phone", .phone), ("ssn", nil), ("username", nil),
            ("passportNumber", .documentNumber), ("licenseNumber", nil),
        ])
    private static let sshKey = BitwardenKind(
        number: 5, member: "sshKey", kind: .sshKey,
        rows: [("privateKey", .privateKey), ("publicKey", .publicKey), (fingerprint, nil)])
    private static let bankAccount = BitwardenKind(
        number: 6, member: "bankAccount", kind: .bank,
        rows: [
            ("bankName", .bank), ("nameOnAccount", .holder), ("accountType", nil),
            ("accountNumber", .accountNumber), ("routingNumber", nil), ("branchNumber", nil),
            ("pin", .pin), ("swiftCode", .bic), ("iban", .iban), ("bankContactPhone", nil),
        ])
    private static let driversLicense = BitwardenKind(
        number: 7, member: "driversLicense", kind: .identity,
        rows: [
            ("firstName", .firstName), ("middleName", nil), ("lastName", .lastName),
            ("dateOfBirth", .dateOfBirth), ("licenseNumber", nil), ("issuingCountry", nil),
            ("issuingState", nil), ("issueDate", nil), ("expirationDate", nil),
            ("issuingAuthority", nil), ("licenseClass", nil),
        ])
    private static let passport = BitwardenKind(
        number: 8, member: "passport", kind: .identity,
        rows: [
            ("surname", .lastName), ("givenName", .firstName), ("dateOfBirth", .dateOfBirth),
            ("sex", nil), ("birthPlace", nil), ("nationality", nil), ("issuingCountry", nil),
            ("passportNumber", .documentNumber), ("passportType", nil),
            ("nationalIdentificationNumber", nil), ("issuingAuthority", nil), ("issueDate", nil),
            ("expirationDate", nil),
        ])
    /// The first one of a kind is what items that do not come from Bitwarden are.
    private static let all = [identity, sshKey, bankAccount, driversLicense, passport]

    /// The members that Bitwarden conceals, and that are no parts.
    private static let secrets: Set<String> = [
        "ssn", "licenseNumber", "nationalIdentificationNumber", "passportNumber", "privateKey",
        "accountNumber", "pin", "iban",
    ]

    /// The kind with a number; `nil` when its items are no records here.
    init?(number: Int) {
        guard let known = Self.all.first(where: { $0.number == number }) else { return nil }
        self = known
    }

    /// The kind that an item is in an export; `nil` when Bitwarden has none for it.
    ///
    /// Bitwarden refuses a whole file with a key of which it does not get both halves and the
    /// fingerprint.
    init?(of item: Item) {
        let number = item.customFields.first { $0.label == ".\(BitwardenItem.prefix)type" }
            .flatMap { try? JSONReader.read($0.value) }?.integer
        let candidates = Self.all.filter { $0.kind == item.kind }
        guard let kind = candidates.first(where: { $0.number == number }) ?? candidates.first,
            kind.kind != .sshKey || Self.isWholeKey(item)
        else { return nil }
        self = kind
    }

    private init(number: Int, member: String, kind: ItemKind, rows: [Row]) {
        self.number = number
        self.member = member
        self.kind = kind
        self.rows = rows
    }

    /// Whether another kind of Bitwarden is what items of this one are otherwise.
    var isSpecial: Bool { Self.all.first { $0.kind == kind }?.number != number }

    /// The parts that have a member.
    var parts: Set<ItemPart> { Set(rows.compactMap(\.part)) }

    /// Whether a member is concealed.
    static func isSecret(_ member: String) -> Bool { secrets.contains(member) }

    private static func isWholeKey(_ item: Item) -> Bool {
        guard item[.privateKey]?.isEmpty == false, let key = item[.publicKey], !key.isEmpty else {
            return false
        }
        return KeyFingerprint.text(of: key) != nil
            || item.customFields.contains { $0.label == fingerprint && !$0.value.isEmpty }
    }
}

extension BitwardenKind {
    /// Takes the parts of an item out of its member; what is no part becomes a field with its name.
    ///
    /// - Returns: The members that became fields, without their texts, and those that are no text; the
    ///   whole value when it has no members.
    func read(_ value: JSONValue, _ draft: inout ItemDraft) -> JSONValue {
        guard case .object = value else { return value }
        var rest: [JSONValue.Member] = []
        for member in value.members where !member.value.isVoid {
            let text = member.value.secret
            if let part = rows.first(where: { $0.member == member.name })?.part,
                draft.parts[part] == nil, !text.isEmpty
            {
                draft.parts[part] = text
            } else if text.isEmpty {
                rest.append(member)
            } else if member.name != Self.fingerprint {
                draft.add(member.name, text, isConcealed: Self.isSecret(member.name))
                rest.append(JSONValue.Member(member.name, .null))
            } else if draft.parts[.publicKey].flatMap(KeyFingerprint.text) != text.reveal() {
                draft.add(member.name, text)
            }
        }
        return .object(rest)
    }
}
