import TenonCore
import TenonMemory
import WalletVault

/// Writes the JSON that Bitwarden and the programs that know it import.
struct BitwardenWriter {
    /// The field with all tags of an item; Bitwarden has one folder for each.
    static let tagsLabel = "wallet.tags"

    typealias Member = JSONValue.Member

    /// The whole document.
    ///
    /// - Parameters:
    ///   - items: What is in it.
    ///   - ids: The ids of items that need one, since files belong to them.
    static func document(
        _ items: [ItemWithHistory], ids: [ItemID: String] = [:]
    ) -> SecretBuffer {
        var folders: [String: String] = [:]
        let values = items.map { value($0, ids[$0.item.id], &folders) }
        let list = folders.sorted { $0.key < $1.key }.map { name, id in
            ["id": .string(id), "name": .string(name)] as JSONValue
        }
        let document: JSONValue = [
            "encrypted": .bool(false), "folders": .array(list), "items": .array(values),
        ]
        return document.encoded
    }

    private static func value(
        _ exported: ItemWithHistory, _ id: String?, _ folders: inout [String: String]
    ) -> JSONValue {
        let item = exported.item
        let kind = BitwardenKind(of: item)
        var kept = Kept(item.fields(without: kind?.parts))
        // What earlier versions of Wallet have kept of attachments says nothing of those that are here.
        _ = kept.take("attachments")
        var identity: [Member] = []
        if let id {
            _ = kept.take("id")
            identity = [Member("id", .string(id))]
        }
        // The marks that the tag stands for are there themselves.
        let isMarked = BitwardenItem.isWithheld(item)
        let tags = item.tags.filter { !isMarked || $0 != FillTag.none }
        let folder = tags.first.map { name in
            let id = folders[name] ?? identifier()
            folders[name] = id
            return id
        }
        let keptType = kept.take("type")?.integer
        let type = kind?.number ?? keptType ?? number(item.kind)
        let common: JSONValue = [
            "folderId": folder.map { .string($0) } ?? .null,
            "collectionIds": kept.take("collectionIds") ?? .null,
            "type": .number(type), "name": .string(item.title),
            "notes": item.notes.isEmpty ? .null : .string(item.notes),
            "favorite": .bool(item.isFavorite),
            "creationDate": .string(InternetTime.write(item.created)),
            "revisionDate": .string(InternetTime.write(item.changed)),
        ]
        var parts: JSONValue = [:]
        switch item {
        case .login(let login):
            let main = value(login, &kept, Passkey.added(toBitwardenOf: item))
            let former = PasswordHistoryFormat.bitwarden.list(
                exported, kept: kept.take("passwordHistory"))
            parts = ["login": main, "passwordHistory": former.isEmpty ? .null : .array(former)]
        case .card(let card):
            parts = ["card": value(card, &kept)]
            kept.addVisible(CardField.issuer, of: card)
            kept.addVisible(CardField.pin, of: card)
        case .record(let record):
            if let kind {
                parts = [kind.member: kept.takeParts(of: record, kind)]
            } else {
                parts = ["secureNote": ["type": .number(0)]]
            }
        case .note:
            if type == BitwardenItem.Kind.note.rawValue {
                parts = ["secureNote": ["type": .number(0)]]
            } else if let name = BitwardenItem.Kind.member(type) {
                parts = [name: kept.takeParts(name)]
            }
        }
        if tags.count > 1 {
            kept.addHidden(tagsLabel, .array(tags.map { .string(SecretText($0)) }))
        }
        return common.adding(identity + parts.members + kept.rest())
            .adding([Member("fields", .array(kept.fields(of: item.kind)))])
    }

    /// The value of the field with all tags.
    static func list(of tags: [String]) -> SecretText {
        JSONValue.array(tags.map { .string(SecretText($0)) }).written
    }

    private static func number(_ kind: ItemKind) -> Int {
        switch kind {
        case .login, .other: BitwardenItem.Kind.login.rawValue
        case .card: BitwardenItem.Kind.card.rawValue
        case .note, .identity, .bank, .wifi, .licence, .sshKey: BitwardenItem.Kind.note.rawValue
        }
    }

    private static func value(
        _ login: Login, _ kept: inout Kept, _ passkey: Passkey?
    ) -> JSONValue {
        // Each address has its rule of matching again.
        let rules = kept.take("login.uris")
        let ruled = (rules?.elements ?? []).filter(BitwardenItem.isSite)
        func site(of rule: JSONValue) -> String { rule["uri"]?.text.trimmingSpaces ?? "" }
        let isSame = rules != nil && ruled.map(site) == login.sites
        let sites = login.sites.map { address in
            ruled.first { site(of: $0) == address }
                ?? ["match": .null, "uri": .string(address)] as JSONValue
        }
        let others = (rules?.elements ?? []).filter { !BitwardenItem.isSite($0) }
        let uris = isSame ? rules ?? .null : .array(sites + others)
        // Bitwarden makes codes of Steam, which are in a field here.
        let secret = login.oneTimePassword ?? kept.takeOtherCode()
        let oneTime = secret.map { JSONValue.string($0) } ?? .null
        // What earlier versions of Wallet have kept of a date is older than the date of the login.
        let keptDate = kept.take("login.\(BitwardenItem.passwordDate)") ?? .null
        let changed: JSONValue =
            login.isPasswordDated ? .string(InternetTime.write(login.passwordChanged)) : keptDate
        let value: JSONValue = [
            "uris": uris, "username": .string(login.userName),
            "password": .string(login.password), "totp": oneTime,
            BitwardenItem.passwordDate: changed,
        ]
        let further = kept.takeAll("login.")
        guard let passkey else { return value.adding(further) }
        let passkeys = further.first { $0.name == BitwardenItem.passkeys }?.value.elements ?? []
        let added = passkey.bitwarden(created: login.head.created)
        return value.adding(
            further.filter { $0.name != BitwardenItem.passkeys }
                + [Member(BitwardenItem.passkeys, .array(passkeys + [added]))])
    }

    private static func value(_ card: Card, _ kept: inout Kept) -> JSONValue {
        let value: JSONValue = [
            "cardholderName": .string(card.holder), "number": .string(card.number),
            "code": .string(card.securityCode),
        ]
        let expiry: JSONValue? = card.expiry.map {
            ["expMonth": .string("\($0.month)"), "expYear": .string("\($0.year)")]
        }
        let further = kept.takeAll("card.")
        let brand: JSONValue =
            further.contains { $0.name == "brand" }
            ? [:] : ["brand": CardNumber(card.number).brand.map { .string($0.name) } ?? .null]
        return value.adding((expiry?.members ?? []) + brand.members + further)
    }

    /// A random identifier (RFC 9562, version 4).
    private static func identifier() -> String {
        var generator = SystemRandomNumberGenerator()
        let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let text = Array(high.hexadecimal() + low.hexadecimal())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }
            .joined(separator: "-")
    }
}
