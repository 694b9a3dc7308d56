import TenonCore
import WalletVault

/// Rows of the text files whose columns a ``TextDialect`` describes.
enum DialectText {
    /// What a row is.
    enum Row {
        case item(ImportedItem)
        case folder(String)
    }

    /// Reads a row.
    static func row(_ cells: RowCells, _ dialect: TextDialect) -> Row {
        var draft = ItemDraft()
        var kind: ItemKind?
        for column in dialect.columns {
            let value = cells.secret(column.name)
            guard !value.isEmpty else { continue }
            if case .kind = column.part {
                kind = Self.kind(value.reveal())
                if kind == nil { draft.keep("\(dialect.format.rawValue).\(column.name)", value) }
            } else {
                read(column, value, dialect.format, &draft)
            }
        }
        draft.fields += cells.others
        draft.kind = kind ?? guessedKind(draft)
        if let folder = dialect.folder?(draft, cells) { return .folder(folder) }
        dialect.finish?(&draft, cells)
        return .item(draft.imported)
    }

    private static func read(
        _ column: TextDialect.Column, _ value: SecretText, _ format: ImportFormat,
        _ draft: inout ItemDraft
    ) {
        func keep() { draft.keep("\(format.rawValue).\(column.name)", value) }
        switch column.part {
        case .title: draft.title = value.reveal()
        case .site: draft.add(site: value.reveal())
        case .sites(let separator):
            for site in AddressList.addresses(in: value.reveal(), separatedBy: separator) {
                draft.add(site: site)
            }
        case .siteList: for site in siteList(value) { draft.add(site: site) }
        case .userName: draft.userName = value.reveal()
        case .otherUserName:
            let name = value.reveal()
            if draft.userName.isEmpty {
                draft.userName = name
            } else if draft.userName != name {
                draft.add(column.name, value)
            }
        case .password: draft.password = value
        case .oneTimeCode: draft.take(oneTimeCode: value)
        case .notes:
            if draft.notes.isEmpty { draft.notes = value } else { draft.add(column.name, value) }
        case .folder(let separator):
            let folders = value.reveal().split(separator: separator).map { $0.trimmingSpaces }
            draft.add(tag: folders.filter { !$0.isEmpty }.joined(separator: "/"))
        case .tags(let separator):
            for tag in value.reveal().split(separator: separator) { draft.add(tag: String(tag)) }
        case .favorite:
            draft.isFavorite = ["1", "true", "yes"].contains(value.reveal().lowercased())
            let isNot = ["0", "false", "no"].contains(value.reveal().lowercased())
            if !draft.isFavorite, !isNot { keep() }
        case .created:
            draft.created = time(value.reveal())
            if draft.created == nil { keep() }
        case .changed:
            draft.changed = time(value.reveal())
            if draft.changed == nil { keep() }
        case .card(let field):
            draft.card[field.part] = value
            if field == .expiry, draft.card.expiry == nil { draft.add(field.rawValue, value) }
        case .field(let label, let isConcealed):
            draft.add(label, value, isConcealed: isConcealed)
        case .fields: readFields(value, format, &draft)
        case .archived:
            keep()
            draft.isWithheld = WithholdingMark.isSet(inColumn: value)
        case .kept: keep()
        case .kind, .passedOver: break
        }
    }

    /// What is no list is one address.
    private static func siteList(_ value: SecretText) -> [String] {
        guard let list = try? JSONReader.read(value), case .array(let sites) = list else {
            return [value.reveal()]
        }
        return sites.map(\.text)
    }

    private static func readFields(
        _ value: SecretText, _ format: ImportFormat, _ draft: inout ItemDraft
    ) {
        guard let list = try? JSONReader.read(value), case .array(let fields) = list else {
            return draft.add("custom_fields", value, isConcealed: true)
        }
        for field in fields {
            let type = field["type"]?.text ?? ""
            draft.add(
                field["label"]?.text ?? "", field["value"]?.secret ?? SecretText(utf8: []),
                isConcealed: type == "hidden" || type == "password")
        }
        draft.keepUnread(of: list, from: format.rawValue, besides: ["type"])
    }

    /// Seconds or milliseconds since 1970, or a time as RFC 3339 writes it.
    static func time(_ text: String) -> Timestamp? {
        guard let number = Int(text.trimmingSpaces) else { return InternetTime.read(text) }
        guard number > 0 else { return nil }
        return InternetTime.read(seconds: number > 100_000_000_000 ? number / 1_000 : number)
    }

    /// What the programs call the kinds of their items.
    private static func kind(_ name: String) -> ItemKind? {
        switch name.lowercased().filter({ $0.isLetter }) {
        case "password", "login", "passworditem", "logins": .login
        case "note", "securenote", "notes", "identity", "text": .note
        case "creditcard", "card", "paymentcard": .card
        case "wifi": .wifi
        case "sshkey": .sshKey
        default: nil
        }
    }

    /// A row with a number of a card is a card; one with nothing but texts is a note.
    private static func guessedKind(_ draft: ItemDraft) -> ItemKind {
        let isLogin =
            !draft.userName.isEmpty || !draft.password.isEmpty || !draft.sites.isEmpty
            || !draft.oneTimePassword.isEmpty
        if isLogin { return .login }
        if !draft.card.number.isEmpty { return .card }
        return draft.notes.isEmpty && draft.fields.isEmpty ? .login : .note
    }
}
