import TenonCore
import WalletVault

/// Writes the archive that 1Password and the programs that know it import (1PUX, version 3; "1PUX format"
/// on its support pages).
struct OnePasswordWriter {
    /// What begins the ids of the fields that Wallet writes besides those of 1Password.
    static let fieldID = "wallet."
    /// The id of the field with the times of an item.
    static let timesID = fieldID + "times"
    /// What begins the ids of hidden fields.
    static let hiddenID = fieldID + "hidden."

    let archives: any ArchiveCoding

    /// The whole archive.
    ///
    /// - Throws: The errors of the archive.
    func file(
        _ items: [ItemWithHistory], _ files: [ExportedFile], now: Timestamp
    ) throws -> SecretText {
        let filesByItem = Dictionary(grouping: files, by: \.item)
        let attributes: JSONValue = [
            "version": .number(3), "description": "Wallet", "createdAt": Self.seconds(now),
        ]
        let vault: JSONValue = [
            "attrs": [
                "uuid": .string(ItemID().description), "desc": "", "avatar": "", "name": "Wallet",
                "type": "P",
            ], "items": .array(items.map { Self.value($0, filesByItem[$0.item.id] ?? []) }),
        ]
        let account: JSONValue = [
            "attrs": [
                "accountName": "Wallet", "name": "", "avatar": "", "email": "", "uuid": "",
                "domain": "",
            ], "vaults": .array([vault]),
        ]
        let data: JSONValue = ["accounts": .array([account])]
        return try archives.make(
            [("export.attributes", attributes.written), ("export.data", data.written)]
                + files.map { (OnePasswordFiles.path(of: $0.id, named: $0.name), $0.content) })
    }

    private static func value(
        _ exported: ItemWithHistory, _ files: [ExportedFile]
    ) -> JSONValue {
        let item = exported.item
        let label = ".1password.categoryUuid"
        let former = item.customFields.first { $0.label == label }
            .flatMap { try? JSONReader.read($0.value) }?.text
        let category = OnePasswordCategory(of: item, kept: former)
        var kept = KeptMembers(
            item.fields(without: category?.parts(of: item)), of: "1password.")
        let computed: Set = ["favIndex", "createdAt", "updatedAt"]
        let uuid = kept.take("uuid") ?? .string(item.id.description)
        _ = kept.take("categoryUuid")
        let kind = category?.number ?? number(of: item, kept: former)
        let state = kept.take("state") ?? .string("active")
        let details = details(exported, files, category, &kept)
        let overview = overview(item).adding(kept.takeAll("overview."))
        let value: JSONValue = [
            "uuid": uuid, "favIndex": .number(item.isFavorite ? 1 : 0),
            "createdAt": seconds(item.created), "updatedAt": seconds(item.changed),
            "state": state, "categoryUuid": .string(kind), "details": details,
            "overview": overview,
        ]
        return value.adding(kept.takeAll("").filter { !computed.contains($0.name) })
    }

    /// The category: that of 1Password, as long as it comes to an item of this kind.
    private static func number(of item: Item, kept: String?) -> String {
        let usual: String =
            switch item.kind {
            case .login, .other: "001"
            case .card: OnePasswordItem.card
            case .note, .identity, .bank, .wifi, .licence, .sshKey: OnePasswordItem.note
            }
        guard let kept, item.kind != .card, kept != OnePasswordItem.card else { return usual }
        let hasLogin =
            item.login.map { login in
                !login.userName.isEmpty || !login.password.isEmpty || !login.sites.isEmpty
            } ?? false
        let isLogin = ["001", "005"].contains(kept) || hasLogin && kept != OnePasswordItem.note
        let isRecord = OnePasswordCategory(number: kept) != nil
        return !isRecord && isLogin == (item.kind == .login) ? kept : usual
    }

    private static func details(
        _ exported: ItemWithHistory, _ files: [ExportedFile], _ category: OnePasswordCategory?,
        _ kept: inout KeptMembers
    ) -> JSONValue {
        let item = exported.item
        var fields: [JSONValue] = []
        var loginFields: [JSONValue] = []
        switch item {
        case .login(let login):
            loginFields = [
                loginField("username", "T", SecretText(login.userName)),
                loginField("password", "P", login.password),
            ]
            if let code = login.oneTimePassword, !code.isEmpty {
                let address = OneTimeAddress.complete(code)
                fields.append(field("TOTP", "one-time password", ["totp": .string(address)]))
            }
        case .card(let card): fields = parts(of: card)
        case .record: fields = category?.written(item) ?? []
        case .note: break
        }
        for (index, other) in kept.others.enumerated() {
            let id = (other.isHidden ? hiddenID : fieldID) + "\(index)"
            let kind = other.isConcealed ? "concealed" : "string"
            let title = HiddenLabel.written(other.label)
            fields.append(field(id, title, [kind: .string(other.value)]))
        }
        for file in files {
            let document: JSONValue = [
                "fileName": .string(file.name), "documentId": .string(file.id),
                "decryptedSize": .number(file.content.count),
            ]
            fields.append(field(file.id, file.name, ["file": document]))
        }
        fields.append(field(timesID, "", ["string": .string(KeptTimes(of: item).kept)]))
        let section: JSONValue = ["title": "", "name": "", "fields": .array(fields)]
        let former = PasswordHistoryFormat.onePassword.list(
            exported, kept: kept.take("details.passwordHistory"))
        let details: JSONValue = [
            "loginFields": .array(loginFields), "notesPlain": .string(item.notes),
            "sections": .array([section]), "passwordHistory": .array(former),
        ]
        return details.adding(kept.takeAll("details."))
    }

    private static func overview(_ item: Item) -> JSONValue {
        let sites = item.login?.sites ?? []
        return [
            "title": .string(item.title), "subtitle": "", "url": .string(sites.first ?? ""),
            "urls": .array(sites.map { ["label": "", "url": .string($0)] }),
            "tags": .array(item.tags.map { .string($0) }),
        ]
    }

    private static func parts(of card: Card) -> [JSONValue] {
        let parts: [(id: String, title: String, kind: String, part: CardField)] = [
            ("cardholder", "cardholder name", "string", .holder),
            ("ccnum", "number", "creditCardNumber", .number),
            ("cvv", "verification number", "concealed", .securityCode),
            ("pin", "PIN", "concealed", .pin), ("bank", "issuing bank", "string", .issuer),
        ]
        var fields = parts.compactMap { part -> JSONValue? in
            let value = part.part.value(of: card)
            return value.isEmpty ? nil : field(part.id, part.title, [part.kind: .string(value)])
        }
        if let expiry = card.expiry {
            let month = JSONValue.number(expiry.year * 100 + expiry.month)
            fields.append(field("expiry", "expiry date", ["monthYear": month]))
        }
        return fields
    }

    private static func loginField(
        _ designation: String, _ type: String, _ value: SecretText
    ) -> JSONValue {
        [
            "value": .string(value), "id": "", "name": .string(designation),
            "fieldType": .string(type), "designation": .string(designation),
        ]
    }

    /// A field of a section.
    static func field(_ id: String, _ title: String, _ value: JSONValue) -> JSONValue {
        ["title": .string(title), "id": .string(id), "value": value]
    }

    static func seconds(_ time: Timestamp) -> JSONValue {
        .number(Int(time.second.milliseconds / 1_000))
    }
}
