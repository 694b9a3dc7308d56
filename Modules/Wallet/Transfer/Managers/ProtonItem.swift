import TenonCore
import WalletVault

/// What an item of Proton Pass is to a vault.
enum ProtonItem {
    private static let secrets: Set<String> = [
        "socialSecurityNumber", "passportNumber", "licenseNumber", "privateKey", "password",
    ]
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
        switch data["type"]?.text {
        case "login": draft.kind = .login
        case "alias": draft.userName = alias
        case "creditCard": draft.kind = .card
        default: draft.kind = .note
        }
        read(data["content"] ?? .null, &draft)
        readFields(data["extraFields"]?.elements ?? [], &draft)
        keepRest(value, &draft)
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

    /// The text file has the content of cards and identities as JSON in the column of the notes.
    static func readContent(inNotesOf draft: inout ItemDraft) {
        guard draft.kind != .login, let content = try? DocumentContent.json(draft.notes),
            case .object = content
        else { return }
        draft.notes = content["note"]?.secret ?? SecretText(utf8: [])
        read(content, &draft)
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
            default: readOther(member, &draft)
            }
        }
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
                readFields(fields, &draft)
            } else {
                readFields([element], &draft)
            }
        }
    }

    private static func readFields(_ fields: [JSONValue], _ draft: inout ItemDraft) {
        for field in fields {
            let name = field["fieldName"]?.text ?? ""
            let data = field["data"] ?? .null
            if let code = data["totpUri"]?.secret, !code.isEmpty {
                draft.take(oneTimeCode: code, label: name.isEmpty ? OneTimeCode.label : name)
            } else {
                let value = data["content"] ?? data["timestamp"] ?? .null
                draft.add(name, value.secret, isConcealed: field["type"]?.text == "hidden")
            }
        }
    }
}
