import TenonCore
import WalletVault

/// What an item of Proton Pass is to a vault.
enum ProtonItem {
    private static let secrets: Set<String> = [
        "socialSecurityNumber", "passportNumber", "licenseNumber", "privateKey", "password",
    ]
    /// The kinds whose content has a part for each member (`types/protobuf/item-v1.ts` of ProtonMail's
    /// WebClients).
    private static let kinds: [String: ItemKind] = [
        "login": .login, "alias": .login, "creditCard": .card, "identity": .identity, "wifi": .wifi,
        "sshKey": .sshKey,
    ]
    /// The parts that members of a content are.
    private static let parts: [String: ItemPart] = [
        "firstName": .firstName, "lastName": .lastName, "organization": .organisation,
        "email": .email, "phoneNumber": .phone, "streetAddress": .street, "city": .city,
        "zipOrPostalCode": .postalCode, "stateOrProvince": .region, "countryOrRegion": .country,
        "birthdate": .dateOfBirth, "passportNumber": .documentNumber, "ssid": .networkName,
        "privateKey": .privateKey, "publicKey": .publicKey,
    ]
    /// What the further fields of an identity are below in Proton Pass, by the members that they are in.
    private static let headings = [
        "extraPersonalDetails": "Personal details", "extraAddressDetails": "Address",
        "extraContactDetails": "Contact", "extraWorkDetails": "Work",
    ]
    /// How a network is protected, by the numbers of Proton.
    private static let securities = [1: "WPA", 2: "WPA2", 3: "WPA3", 4: "WEP"]
    /// Members that become parts of the item, or say nothing about it.
    private static let known: Set<String> = [
        "itemId", "shareId", "data", "aliasEmail", "contentFormatVersion", "createTime",
        "modifyTime", "pinned", "files", "type", "metadata", "content", "extraFields", "name",
        "note",
    ]

    /// The item that a value is.
    static func item(_ value: JSONValue, vault: String) -> ImportedItem {
        var draft = ItemDraft()
        let data = value["data"] ?? .null
        draft.title = data["metadata"]?["name"]?.text ?? ""
        draft.notes = data["metadata"]?["note"]?.secret ?? draft.notes
        draft.isFavorite = value["pinned"]?.isTrue ?? false
        draft.created = value["createTime"]?.integer.flatMap { InternetTime.read(seconds: $0) }
        draft.changed = value["modifyTime"]?.integer.flatMap { InternetTime.read(seconds: $0) }
        draft.add(tag: vault)
        if let id = value["itemId"]?.secret { draft.keep("proton.itemId", id) }
        let alias = value["aliasEmail"]?.text ?? ""
        draft.kind = data["type"].flatMap { kinds[$0.text] } ?? .note
        if data["type"]?.text == "alias" { draft.userName = alias }
        read(data["content"] ?? .null, &draft)
        readFields(data["extraFields"]?.elements ?? [], &draft)
        keepRest(value, &draft)
        draft.keepUnread(of: value, from: "proton", besides: ["shareId", "type", "files"])
        return draft.imported
    }

    /// Keeps the members that are not known here, such as a mark that the item is archived; a state of
    /// 1 says that there is nothing special about it.
    private static func keepRest(_ value: JSONValue, _ draft: inout ItemDraft) {
        let data = value["data"] ?? .null
        for (part, name) in [
            (value, ""), (data, "data."), (data["metadata"] ?? .null, "metadata."),
        ] {
            for member in part.members where !known.contains(member.name) {
                if member.name == "state", member.value == .number(1) { continue }
                draft.keep("proton.\(name)\(member.name)", member.value)
            }
        }
    }

    /// The text file has the content of all but logins and notes as JSON in the column of the notes.
    ///
    /// A note is what the person has written, also where that is JSON.
    static func readContent(inNotesOf draft: inout ItemDraft, type: String) {
        draft.kind = kinds[type] ?? draft.kind
        guard type != "note", draft.kind != .login,
            let content = try? DocumentContent.json(draft.notes),
            case .object = content
        else { return }
        draft.notes = content["note"]?.secret ?? SecretText(utf8: [])
        read(content, &draft)
        draft.keepUnread(of: content, from: "proton", besides: [])
    }

    private static func read(_ content: JSONValue, _ draft: inout ItemDraft) {
        // Before the address for mail, which is a user name only when there is no other.
        draft.userName = content["itemUsername"]?.text ?? draft.userName
        for member in content.members where !member.value.isVoid {
            let value = member.value.secret
            switch member.name {
            case "itemUsername", "note", "cardType": break
            case "itemEmail":
                if draft.userName.isEmpty {
                    draft.userName = member.value.text
                } else if draft.userName != member.value.text {
                    draft.add("email", value)
                }
            case "password": draft.password = value
            case "urls": for url in member.value.elements { draft.add(site: url.text) }
            case "totpUri": draft.take(oneTimeCode: value)
            case "cardholderName": draft.card.holder = member.value.text
            case "number" where draft.kind == .card: draft.card.number = value
            case "verificationNumber": draft.card.securityCode = value
            case "pin" where draft.kind == .card: draft.card.pin = value
            case "expirationDate" where YearMonth(member.value.text) != nil:
                draft.card.expiry = YearMonth(member.value.text)
            case "security" where draft.kind == .wifi:
                let number = member.value.integer ?? 0
                draft.parts[.security] = SecretText(
                    securities[number] ?? (number == 0 ? "" : "\(number)"))
            default:
                guard let part = part(member.name, of: draft.kind) else {
                    readOther(member, &draft)
                    continue
                }
                draft.parts[part] = value
            }
        }
    }

    /// The part that a member is for items of a kind; `nil` for none.
    private static func part(_ name: String, of kind: ItemKind) -> ItemPart? {
        parts[name].flatMap { kind.isRecord && kind.parts.contains($0) ? $0 : nil }
    }

    /// Lists are further fields, or sections with such; passkeys are kept for an export.
    private static func readOther(_ member: JSONValue.Member, _ draft: inout ItemDraft) {
        guard case .array(let elements) = member.value else {
            guard case .object = member.value else {
                let isSecret = secrets.contains(member.name)
                return draft.add(member.name, member.value.secret, isConcealed: isSecret)
            }
            return draft.keep("proton.\(member.name)", member.value)
        }
        guard member.name != "passkeys" else { return draft.keep("proton.passkeys", member.value) }
        for element in elements {
            if let fields = element["sectionFields"]?.elements {
                readFields(fields, below: element["sectionName"]?.text ?? "", &draft)
            } else {
                readFields([element], below: headings[member.name] ?? "", &draft)
            }
        }
    }

    /// Takes further fields; the heading that they are below tells those of one name apart.
    private static func readFields(
        _ fields: [JSONValue], below heading: String = "", _ draft: inout ItemDraft
    ) {
        for field in fields {
            let name = [heading, field["fieldName"]?.text ?? ""].filter { !$0.isEmpty }
                .joined(separator: ": ")
            let data = field["data"] ?? .null
            if let code = data["totpUri"]?.secret, !code.isEmpty {
                draft.take(oneTimeCode: code, label: name.isEmpty ? OneTimeCode.label : name)
            } else {
                let value = (data["content"] ?? data["timestamp"] ?? .null).secret
                // A heading alone is no field.
                guard name != heading || !value.isEmpty else { continue }
                draft.add(name, value, isConcealed: field["type"]?.text == "hidden")
            }
        }
    }
}
