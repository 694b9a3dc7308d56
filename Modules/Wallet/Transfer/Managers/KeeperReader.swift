import TenonCore
import WalletVault

/// Reads the JSON of Keeper, by its page "Import a .json file" and the sample in Bitwarden's importer
/// (`keeper.json`).
enum KeeperReader: DocumentImporting {
    static let format = ImportFormat.keeper

    static func recognizes(_ content: DocumentContent) -> Bool {
        guard case .array(let records)? = content.value["records"] else { return false }
        return records.isEmpty || records.contains { $0["title"] != nil }
    }

    static func read(
        _ content: DocumentContent, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        var result = ImportedDocument(format: format)
        for record in content.value["records"]?.elements ?? [] {
            guard case .object = record else {
                result.add(.unreadable)
                continue
            }
            result.add(item(record))
        }
        let shared = content.value["shared_folders"]?.elements ?? []
        result.addUnused(folders: shared.map { path($0["path"]?.text ?? "") })
        result.addUnread(of: content.value, besides: ["records", "shared_folders"])
        return result
    }

    private static func item(_ record: JSONValue) -> ImportedItem {
        var draft = ItemDraft()
        draft.title = record["title"]?.text ?? ""
        draft.userName = record["login"]?.text ?? ""
        draft.password = record["password"]?.secret ?? draft.password
        draft.add(site: record["login_url"]?.text ?? "")
        draft.notes = record["notes"]?.secret ?? draft.notes
        draft.changed = record["last_modified"]?.integer.flatMap { InternetTime.read(seconds: $0) }
        for folder in record["folders"]?.elements ?? [] {
            for name in ["folder", "shared_folder"] {
                draft.add(tag: path(folder[name]?.text ?? ""))
            }
        }
        if let uid = record["uid"]?.secret { draft.keep("keeper.uid", uid) }
        let type = record["$type"]?.text ?? ""
        if !["", "login", "general"].contains(type) { draft.add("type", SecretText(type)) }
        for field in record["custom_fields"]?.members ?? [] {
            read(field.name, field.value, &draft)
        }
        draft.kind = kind(draft)
        draft.keepUnread(of: record, from: "keeper", besides: ["$type"])
        return draft.imported
    }

    /// A record with a number of a card and without a password is a card.
    private static func kind(_ draft: ItemDraft) -> ItemKind {
        let isLogin =
            !draft.userName.isEmpty || !draft.password.isEmpty || !draft.sites.isEmpty
            || !draft.oneTimePassword.isEmpty
        if isLogin { return .login }
        return draft.card.number.isEmpty ? .note : .card
    }

    private static func read(_ name: String, _ value: JSONValue, _ draft: inout ItemDraft) {
        switch value {
        case .null: return
        case .array(let values): for value in values { read(name, value, &draft) }
        case .object(let members):
            if name.hasPrefix("$paymentCard"), draft.card.number.isEmpty {
                return readCard(value, &draft)
            }
            for member in members where !member.value.isVoid {
                let isSecret =
                    ["accountNumber", "privateKey", "answer", "cardNumber"]
                    .contains(member.name) || member.name == "cardSecurityCode"
                draft.add(member.name, member.value.secret, isConcealed: isSecret)
            }
        case .bool, .number, .string:
            if name == "$text:cardholderName" {
                draft.card.holder = value.text
            } else {
                KeeperField.add(name, value.secret, to: &draft)
            }
        }
    }

    private static func readCard(_ card: JSONValue, _ draft: inout ItemDraft) {
        draft.card.number = card["cardNumber"]?.secret ?? draft.card.number
        draft.card.securityCode = card["cardSecurityCode"]?.secret ?? draft.card.securityCode
        let expiry = card["cardExpirationDate"]?.text ?? ""
        draft.card.expiry = YearMonth(expiry)
        if draft.card.expiry == nil { draft.add("cardExpirationDate", SecretText(expiry)) }
    }

    /// `Work\Mail`; a backslash of a name is doubled.
    private static func path(_ text: String) -> String {
        text.replacing("\\\\", with: "\u{0}").split(separator: "\\").joined(separator: "/")
            .replacing("\u{0}", with: "\\")
    }
}
