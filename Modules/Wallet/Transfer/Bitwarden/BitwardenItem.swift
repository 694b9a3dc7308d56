import TenonCore
import WalletVault

/// What an item of Bitwarden is to a vault.
///
/// Members that an item has no place for are kept as JSON in hidden fields (`.bitwarden.…`), from
/// which an export makes what they were.
struct BitwardenItem {
    /// What begins the labels of kept members, without the dot.
    static let prefix = "bitwarden."
    /// The member of a login that says since when its password is valid.
    static let passwordDate = "passwordRevisionDate"
    /// The member of a login with its passkeys.
    static let passkeys = "fido2Credentials"

    /// What a kept field is called, without its dot, that is a link to another part of the item.
    static let linked = prefix + "linked"

    /// The name of the kept type of a field.
    ///
    /// - Parameter place: Its place among the fields with the same name.
    static func typeName(of name: String, _ place: Int) -> String {
        "type-of.\(name)" + (place > 0 ? "#\(place + 1)" : "")
    }

    /// What begins the names under which it is kept that a field has no name, before its place among
    /// those with the label ``ItemDraft/unnamed``.
    static let nameless = "nameless."

    /// The kinds that Bitwarden numbers.
    enum Kind: Int {
        case login = 1
        case note = 2
        case card = 3

        /// The member in which the parts of a kind are; `nil` for an unknown kind.
        static func member(_ number: Int) -> String? {
            switch Kind(rawValue: number) {
            case .login: "login"
            case .note: "secureNote"
            case .card: "card"
            case nil: BitwardenKind(number: number)?.member
            }
        }
    }

    /// The names of folders and collections by their ids.
    let groups: [String: String]

    /// Members that become parts of the item.
    private static let known: Set<String> = [
        "folderId", "collectionIds", "type", "name", "notes", "favorite", "fields", "login",
        "card", "secureNote", "creationDate", "revisionDate", "deletedDate",
        "attachments",
    ]

    /// The item that a value is.
    func item(_ value: JSONValue) -> ImportedItem {
        var draft = ItemDraft()
        let type = value["type"]?.integer ?? 0
        draft.title = value["name"]?.text ?? ""
        draft.notes = value["notes"]?.secret ?? draft.notes
        draft.isFavorite = value["favorite"]?.isTrue ?? false
        draft.created = value["creationDate"].flatMap { InternetTime.read($0.text) }
        draft.changed = value["revisionDate"].flatMap { InternetTime.read($0.text) }
        for id in [value["folderId"]].compactMap(\.self) + (value["collectionIds"]?.elements ?? [])
        {
            if let name = groups[id.text] { draft.add(tag: name) }
        }
        let fields = value["fields"]?.elements ?? []
        draft.isOwn = fields.contains { $0["name"]?.text == ".\(ItemDraft.kindLabel)" }
        let kind = BitwardenKind(number: type)
        // What is no part comes first, so that an export finds it before a field of the same name.
        let rest = kind.map { $0.read(value[$0.member] ?? .null, &draft) } ?? .null
        readFields(fields, &draft)
        switch Kind(rawValue: type) {
        case .login: readLogin(value["login"] ?? .null, &draft)
        case .card: readCard(value["card"] ?? .null, &draft)
        case .note:
            draft.kind = .note
            draft.takeRecord()
        case nil:
            if let kind {
                draft.keep(Self.prefix + kind.member, rest)
                if kind.isSpecial { draft.keep(Self.prefix + "type", .number(type)) }
                draft.takeRecord(kind.kind)
            } else {
                readOther(value, type, &draft)
            }
        }
        draft.isWithheld = WithholdingMark.isSet(
            inBitwarden: value["reprompt"]?.secret, archived: value["archivedDate"]?.secret)
        for member in value.members
        where !Self.known.contains(member.name) && member.name != kind?.member {
            // Values that only say "nothing special" are not kept.
            if member.name == "reprompt", member.value == .number(0) { continue }
            draft.keep(Self.prefix + member.name, member.value)
        }
        if let collections = value["collectionIds"] {
            draft.keep(Self.prefix + "collectionIds", collections)
        }
        // What an export of Wallet hides begins with a dot.
        let isOwn = draft.isOwn
        draft.keepUnread(of: value, from: "bitwarden", besides: ["folderId", "attachments"]) {
            let name = $0["name"]?.text ?? ""
            return isOwn && name.hasPrefix(".") || name == ".\(BitwardenWriter.tagsLabel)"
        }
        showStandIns(for: value["login"] ?? .null, &draft)
        let itemKind = draft.kind.hiddenField
        draft.fields.removeAll { $0 == itemKind }
        var imported = draft.imported
        imported.item.customFields = Passkey.withoutMadeElement(imported.item.customFields)
        return imported
    }

    /// Shows the hidden fields that stand for a member which the login has itself, and which became a part.
    private func showStandIns(for login: JSONValue, _ draft: inout ItemDraft) {
        let kept = Set(draft.fields.map(\.label))
        let start = ".\(Self.prefix)login."
        func isStandIn(_ field: CustomField) -> Bool {
            field.label.hasPrefix(start) && !kept.contains(field.label)
                && login[String(field.label.dropFirst(start.count))] != nil
        }
        let standIns = draft.hidden.filter(isStandIn)
        draft.hidden.removeAll(where: isStandIn)
        for field in standIns { draft.add(field.label, field.value, isConcealed: true) }
    }

    private func readLogin(_ login: JSONValue, _ draft: inout ItemDraft) {
        draft.userName = login["username"]?.text ?? ""
        draft.password = login["password"]?.secret ?? draft.password
        if let code = login["totp"]?.secret { draft.take(oneTimeCode: code) }
        // The date of the item is not a date of its password: a new title changes it as well.
        let changed = login[Self.passwordDate].flatMap { InternetTime.read($0.text) }
        draft.passwordChanged = changed ?? Timestamp(milliseconds: 0)
        let addresses = login["uris"]?.elements ?? []
        for address in addresses where Self.isSite(address) {
            draft.add(site: address["uri"]?.text ?? "")
        }
        if addresses.contains(where: { !Self.isSite($0) && $0["uri"]?.text.isEmpty == false }) {
            draft.remarks.append(.addressWithheld)
        }
        if addresses.contains(where: { $0["match"] != nil }) {
            draft.keep(Self.prefix + "login.uris", .array(addresses))
        }
        var known = ["username", "password", "totp", "uris"]
        if changed != nil { known.append(Self.passwordDate) }
        keep(login, "login.", without: known, &draft)
    }

    /// Whether an item has a mark by which an import keeps it from programs, and no mark against that.
    static func isWithheld(_ item: Item) -> Bool {
        let labels = item.customFields.map(\.label)
        return [".\(prefix)reprompt", ".\(prefix)archivedDate"].contains(where: labels.contains)
            && !labels.contains(HiddenLabel.fillTag)
    }

    /// Whether an address of a login is a place to log in: 0 to 3 say how it is compared, 4 is a pattern, 5
    /// means never (`uri-match-strategy.ts` of Bitwarden's clients), and nobody knows what else says.
    static func isSite(_ address: JSONValue) -> Bool {
        guard let match = address["match"] else { return true }
        return (0...3).contains { match == .number($0) }
    }

    private func readCard(_ card: JSONValue, _ draft: inout ItemDraft) {
        draft.kind = .card
        draft.card.holder = card["cardholderName"]?.text ?? ""
        draft.card.number = card["number"]?.secret ?? draft.card.number
        draft.card.securityCode = card["code"]?.secret ?? draft.card.securityCode
        let month = card["expMonth"]?.secret.reveal() ?? ""
        let year = card["expYear"]?.secret.reveal() ?? ""
        draft.card.expiry = YearMonth("\(month)/\(year)")
        for part in [CardField.pin, .issuer] {
            guard let index = draft.fields.firstIndex(where: { $0.label == part.rawValue }) else {
                continue
            }
            draft.card[part.part] = draft.fields.remove(at: index).value
        }
        var known = ["cardholderName", "number", "code"]
        if draft.card.expiry != nil { known += ["expMonth", "expYear"] }
        keep(card, "card.", without: known, &draft)
    }

    /// Items of kinds that are not known here become notes whose fields say what is in them.
    private func readOther(_ value: JSONValue, _ type: Int, _ draft: inout ItemDraft) {
        draft.kind = .note
        draft.keep(Self.prefix + "type", .number(type))
        // As a whole they come with the members that are not known here.
        let members = value.members.filter { !Self.known.contains($0.name) }
        for part in members.flatMap(\.value.members) where !part.value.isVoid {
            draft.add(
                part.name, part.value.secret, isConcealed: BitwardenKind.isSecret(part.name))
        }
    }

    /// Fields: 0 is a text, 1 a secret, 2 yes or no, 3 a link to another part of the item.
    private func readFields(_ fields: [JSONValue], _ draft: inout ItemDraft) {
        for field in fields {
            let type = field["type"]?.integer ?? 0
            if type == 3 {
                draft.keep(Self.linked, field)
            } else {
                let count = draft.fields.count
                let name = field["name"]?.text ?? ""
                let value = field["value"]?.secret ?? SecretText(utf8: [])
                // What Wallet itself has exported begins with a dot.
                if name == "." + BitwardenWriter.tagsLabel {
                    let tags = (try? JSONReader.read(value))?.elements ?? []
                    for tag in tags { draft.add(tag: tag.text) }
                } else if name.hasPrefix(".") {
                    draft.take(hidden: name, value, isConcealed: type == 1)
                } else {
                    draft.add(name, value, isConcealed: type == 1)
                }
                guard draft.fields.count > count, let added = draft.fields.last, !added.isHidden
                else { continue }
                let place = draft.fields.count { $0.label == added.label } - 1
                if type > 1 {
                    draft.keep(Self.prefix + Self.typeName(of: added.label, place), .number(type))
                }
                if name.isEmpty {
                    // In a list, since nothing alone is not kept.
                    let written = JSONValue.array([field["name"] ?? .null])
                    draft.keep("\(Self.prefix)\(Self.nameless)\(place)", written)
                }
            }
        }
    }

    private func keep(
        _ value: JSONValue, _ part: String, without known: [String], _ draft: inout ItemDraft
    ) {
        for member in value.members where !known.contains(member.name) {
            draft.keep(Self.prefix + part + member.name, member.value)
        }
    }
}
