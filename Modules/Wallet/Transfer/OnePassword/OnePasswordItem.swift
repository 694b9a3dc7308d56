import TenonCore
import TenonMemory
import WalletVault

/// What an item of 1Password is to a vault; any part of it may be missing.
struct OnePasswordItem {
    private static let prefix = "1password."
    /// The categories of cards and notes.
    static let (card, note) = ("002", "003")
    private static let knownParts: Set<String> = ["details", "overview"]
    private static let knownDetails: Set<String> = [
        "loginFields", "notesPlain", "sections", "password", "documentAttributes",
    ]
    private static let knownOverview: Set<String> = [
        "title", "url", "urls", "tags", "subtitle", "ainfo",
    ]

    /// Members that say what something is, are made of other parts, or name files.
    private static let understood: Set<String> = [
        "designation", "fieldType", "id", "name", "subtitle", "ainfo", "documentAttributes", "file",
    ]

    /// The vault of 1Password that the item is in; empty when there is only one.
    let vault: String

    /// The item that a value is.
    func item(_ value: JSONValue) -> ImportedItem {
        var draft = ItemDraft()
        let details = value["details"] ?? .null
        let overview = value["overview"] ?? .null
        let category = value["categoryUuid"]?.text ?? ""
        draft.title = overview["title"]?.text ?? ""
        draft.isFavorite = (value["favIndex"]?.integer ?? 0) > 0
        draft.created = Self.time(value["createdAt"])
        draft.changed = Self.time(value["updatedAt"])
        draft.notes = details["notesPlain"]?.secret ?? draft.notes
        draft.add(tag: vault)
        for tag in overview["tags"]?.elements ?? [] { draft.add(tag: tag.text) }
        draft.add(site: overview["url"]?.text ?? "")
        for address in overview["urls"]?.elements ?? [] {
            draft.add(site: address["url"]?.text ?? "")
        }
        draft.isWithheld = WithholdingMark.isSet(inOnePassword: value, overview)
        readLoginFields(details, &draft)
        let record = OnePasswordCategory(number: category)
        let sections = details["sections"]?.elements ?? []
        draft.isOwn = sections.flatMap { $0["fields"]?.elements ?? [] }
            .contains { $0["id"]?.text == OnePasswordWriter.timesID }
        for section in sections {
            readSection(section, isCard: category == Self.card, record, &draft)
        }
        keepRest(value, details, overview, &draft)
        if let record {
            draft.takeRecord(record.kind)
        } else {
            draft.kind = kind(category, draft)
            draft.takeRecord()
        }
        keepRules(of: overview, &draft)
        let isOwn = draft.isOwn
        draft.keepUnread(of: value, from: "1password", besides: Self.understood) {
            isOwn && $0["id"]?.text.hasPrefix(OnePasswordWriter.fieldID) ?? false
        }
        return draft.imported
    }

    /// The files that belong to an item, each with its id and its name.
    static func documents(_ value: JSONValue) -> [JSONValue] {
        let sections = value["details"]?["sections"]?.elements ?? []
        let fields = sections.flatMap { $0["fields"]?.elements ?? [] }
        return [value["details"]?["documentAttributes"]].compactMap(\.self)
            + fields.compactMap { $0["value"]?["file"] }
    }

    private func kind(_ category: String, _ draft: ItemDraft) -> ItemKind {
        if category == Self.card { return .card }
        let isLogin = !draft.userName.isEmpty || !draft.password.isEmpty || !draft.sites.isEmpty
        // Logins, passwords and everything with a site or user name; the rest are notes.
        return ["001", "005"].contains(category) || (isLogin && category != Self.note)
            ? .login : .note
    }

    private func readLoginFields(_ details: JSONValue, _ draft: inout ItemDraft) {
        draft.password = details["password"]?.secret ?? draft.password
        for field in details["loginFields"]?.elements ?? [] {
            let value = field["value"]?.secret ?? SecretText(utf8: [])
            guard !value.isEmpty else { continue }
            switch field["designation"]?.text {
            case "username": draft.userName = value.reveal()
            case "password": draft.password = value
            default:
                let names = [field["name"]?.text ?? "", field["id"]?.text ?? ""]
                let name = names.first { !$0.isEmpty } ?? ""
                draft.add(name, value, isConcealed: field["fieldType"]?.text == "P")
            }
        }
    }

    private func readSection(
        _ section: JSONValue, isCard: Bool, _ record: OnePasswordCategory?,
        _ draft: inout ItemDraft
    ) {
        let heading = section["title"]?.text ?? ""
        for field in section["fields"]?.elements ?? [] {
            guard let value = field["value"]?.members.first else { continue }
            let id = field["id"]?.text ?? ""
            if id.hasPrefix(OnePasswordWriter.fieldID) {
                readOwn(id, field["title"]?.text ?? "", value, &draft)
                continue
            }
            let members = value.value.members
            if value.value.isVoid || !members.isEmpty && members.allSatisfy(\.value.isVoid) {
                continue
            }
            if isCard, readCard(id, value.value, &draft) { continue }
            if value.name == "file" { continue }
            if !isCard, record == nil, readAccess(id, value, &draft) { continue }
            let title = field["title"]?.text ?? ""
            let label = [heading, title.isEmpty ? id : title].filter { !$0.isEmpty }
                .joined(separator: ": ")
            if let record, record.read(id, value, label: label, &draft) { continue }
            if value.name == "totp", value.value.isText {
                draft.take(oneTimeCode: value.value.secret, label: label)
                continue
            }
            let isConcealed =
                ["concealed", "creditCardNumber", OnePasswordCategory.keyValue]
                .contains(value.name)
                || !value.value.isText && (members.isEmpty || !members.allSatisfy(\.value.isText))
            draft.add(label, Self.text(value), isConcealed: isConcealed)
        }
    }

    /// Takes a field that an export of Wallet has.
    private func readOwn(
        _ id: String, _ title: String, _ value: JSONValue.Member, _ draft: inout ItemDraft
    ) {
        if id == OnePasswordWriter.timesID {
            guard let times = KeptTimes(value.value.secret, besides: draft.changed) else { return }
            draft.created = times.created
            draft.changed = times.changed
            draft.used = times.used
            draft.timesUsed = times.timesUsed
            draft.passwordChanged = times.passwordChanged
        } else if id.hasPrefix(OnePasswordWriter.hiddenID) {
            draft.take(hidden: title, value.value.secret)
        } else {
            draft.add(title, value.value.secret, isConcealed: value.name == "concealed")
        }
    }

    /// Takes the name and password of servers, databases and the like, which have them in a section;
    /// returns whether the field was one.
    private func readAccess(
        _ id: String, _ value: JSONValue.Member, _ draft: inout ItemDraft
    ) -> Bool {
        switch id {
        case "username" where draft.userName.isEmpty && value.name == "string":
            draft.userName = value.value.text
        case "password" where draft.password.isEmpty && value.name == "concealed",
            "credential" where draft.password.isEmpty && value.name == "concealed":
            draft.password = value.value.secret
        case "url" where value.name == "url" || value.name == "string":
            guard value.value.text.contains("://") else { return false }
            draft.add(site: value.value.text)
        default: return false
        }
        return true
    }

    /// Takes a field of a card; returns whether it was one.
    private func readCard(_ id: String, _ value: JSONValue, _ draft: inout ItemDraft) -> Bool {
        switch id {
        case "cardholder": draft.card.holder = value.text
        case "ccnum": draft.card.number = value.secret
        case "cvv": draft.card.securityCode = value.secret
        case "pin": draft.card.pin = value.secret
        case "bank": draft.card.issuer = value.text
        case "expiry":
            guard let month = Self.month(value) else { return false }
            draft.card.expiry = month
        default: return false
        }
        return true
    }

    private func keepRest(
        _ value: JSONValue, _ details: JSONValue, _ overview: JSONValue, _ draft: inout ItemDraft
    ) {
        let parts = [
            ("", value, Self.knownParts), ("details.", details, Self.knownDetails),
            ("overview.", overview, Self.knownOverview),
        ]
        for (name, part, known) in parts {
            for member in part.members where !known.contains(member.name) {
                draft.keep(Self.prefix + name + member.name, member.value)
            }
        }
    }

    /// Keeps which addresses are for their host alone, as Bitwarden has it.
    private func keepRules(of overview: JSONValue, _ draft: inout ItemDraft) {
        let exact = WithholdingMark.exactAddresses(inOnePassword: overview)
        guard draft.kind == .login, !exact.isEmpty else { return }
        let rules = exact.map { address -> JSONValue in
            ["match": .number(SiteMatch.host.rawValue), "uri": .string(address)]
        }
        draft.keep(String(HiddenLabel.bitwardenAddresses.dropFirst()), .array(rules))
    }

    /// The text of a value: itself, a day, a month, or the parts of an address.
    static func text(_ value: JSONValue.Member) -> SecretText {
        switch value.name {
        case "date":
            let time = value.value.integer.flatMap { InternetTime.read(seconds: $0) }
            guard let time else { return value.value.legible }
            return SecretText(String(InternetTime.write(time).prefix(10)))
        case "monthYear":
            return month(value.value).map { SecretText($0.description) } ?? value.value.legible
        default:
            guard case .object(let members) = value.value else { return value.value.legible }
            let lines = SecretBuffer()
            for line in members.map(\.value.legible) where !line.isEmpty {
                if !lines.isEmpty { lines.append("\n") }
                lines.append(line)
            }
            return lines.text
        }
    }

    /// A month as a number: 202704.
    private static func month(_ value: JSONValue) -> YearMonth? {
        value.integer.flatMap { YearMonth(year: $0 / 100, month: $0 % 100) }
    }

    private static func time(_ value: JSONValue?) -> Timestamp? {
        value?.integer.flatMap { $0 > 0 ? InternetTime.read(seconds: $0) : nil }
    }
}
