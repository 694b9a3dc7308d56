import TenonCore
import WalletVault

/// Reads the JSON of Enpass 6, by Bitwarden's importer (`enpass-json-importer.ts`) and its types.
enum EnpassReader: DocumentImporting {
    static let format = ImportFormat.enpass

    static func recognizes(_ content: DocumentContent) -> Bool {
        (content.value["items"]?.elements ?? []).contains { item in
            item["template_type"] != nil || (item["category"] != nil && item["fields"] != nil)
        }
    }

    static func read(
        _ content: DocumentContent, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        let folders = content.value["folders"]?.elements ?? []
        let named = Dictionary(folders.map { ($0["uuid"]?.text ?? "", $0) }) { first, _ in first }
        var result = ImportedDocument(format: format)
        for value in content.value["items"]?.elements ?? [] {
            guard case .object = value else {
                result.add(.unreadable)
                continue
            }
            guard (value["trashed"]?.integer ?? 0) == 0 else {
                result.add(.inTrash, title: value["title"]?.text ?? "")
                continue
            }
            result.add(item(value, named))
            let attachments = value["attachments"]?.elements.count ?? 0
            if attachments > 0 { result.addAttachments(attachments) }
        }
        result.addUnused(folders: folders.map { path($0["uuid"]?.text ?? "", named) })
        result.addUnread(of: content.value, besides: ["folders", "items"])
        return result
    }

    private static func item(_ value: JSONValue, _ folders: [String: JSONValue]) -> ImportedItem {
        var draft = ItemDraft()
        let type = value["template_type"]?.text ?? value["category"]?.text ?? ""
        draft.kind = type.hasPrefix("creditcard") ? .card : .login
        draft.title = value["title"]?.text ?? ""
        draft.notes = value["note"]?.secret ?? draft.notes
        draft.isFavorite = (value["favorite"]?.integer ?? 0) > 0
        draft.created = time(value["createdAt"] ?? value["created_at"])
        draft.changed = time(value["updated_at"])
        if let uuid = value["uuid"]?.secret { draft.keep("enpass.uuid", uuid) }
        draft.isWithheld = WithholdingMark.isSet(inEnpass: value)
        if draft.isWithheld { draft.keep("enpass.archived", .number(1)) }
        for id in value["folders"]?.elements ?? [] { draft.add(tag: path(id.text, folders)) }
        for field in value["fields"]?.elements ?? [] { read(field, &draft) }
        if draft.kind == .login {
            let isLogin =
                !draft.userName.isEmpty || !draft.password.isEmpty || !draft.sites.isEmpty
                || !draft.oneTimePassword.isEmpty
            draft.kind = isLogin ? .login : .note
        }
        draft.keepUnread(
            of: value, from: "enpass",
            besides: ["template_type", "category", "type", "folders", "attachments"])
        return draft.imported
    }

    private static func read(_ field: JSONValue, _ draft: inout ItemDraft) {
        let value = field["value"]?.secret ?? SecretText(utf8: [])
        let label = field["label"]?.text ?? ""
        for (index, old) in (field["history"]?.elements ?? []).enumerated() {
            draft.keep("enpass.history.\(label).\(index)", old)
        }
        guard !value.isEmpty, (field["deleted"]?.integer ?? 0) == 0 else { return }
        let isCard = draft.kind == .card
        switch field["type"]?.text ?? "" {
        case "section": break
        case "username" where draft.userName.isEmpty && !isCard,
            "email" where draft.userName.isEmpty && !isCard:
            draft.userName = value.reveal()
        case "password" where draft.password.isEmpty && !isCard: draft.password = value
        case "totp": draft.take(oneTimeCode: value, label: label)
        case "url" where !isCard, ".Android#" where !isCard: draft.add(site: value.reveal())
        case "ccName" where isCard && draft.card.holder.isEmpty: draft.card.holder = value.reveal()
        case "ccNumber" where isCard && draft.card.number.isEmpty: draft.card.number = value
        case "ccCvc" where isCard && draft.card.securityCode.isEmpty:
            draft.card.securityCode = value
        case "ccPin" where isCard && draft.card.pin.isEmpty: draft.card.pin = value
        case "ccBankname" where isCard && draft.card.issuer.isEmpty:
            draft.card.issuer = value.reveal()
        case "ccExpiry" where isCard && YearMonth(value.reveal()) != nil:
            draft.card.expiry = YearMonth(value.reveal())
        case let type:
            let isSecret = (field["sensitive"]?.integer ?? 0) > 0 || type == "password"
            draft.add(label, value, isConcealed: isSecret)
        }
    }

    /// The names of a folder and those above it; one that is in itself ends the path.
    private static func path(_ id: String, _ folders: [String: JSONValue]) -> String {
        var names: [String] = []
        var seen: Set<String> = []
        var next = id
        while let folder = folders[next], seen.insert(next).inserted {
            names.insert(folder["title"]?.text ?? "", at: 0)
            next = folder["parent_uuid"]?.text ?? ""
        }
        return names.filter { !$0.isEmpty }.joined(separator: "/")
    }

    private static func time(_ value: JSONValue?) -> Timestamp? {
        value?.integer.flatMap { $0 > 0 ? InternetTime.read(seconds: $0) : nil }
    }
}
