import TenonCore
import WalletVault

/// Rows of the text file that KeePassXC exports, and of that of Wallet, which has more columns.
enum KeePassText {
    /// The item that a row is.
    static func item(_ cells: RowCells) -> ImportedItem {
        var draft = ItemDraft()
        let kind = cells.text(WalletColumn.kind.rawValue)
        draft.isOwn = ItemKind(rawValue: kind) != nil
        draft.title = cells.text("Title")
        draft.userName = cells.text("Username")
        draft.password = cells.secret("Password")
        draft.add(site: cells.text("URL"))
        draft.take(oneTimeCode: cells.secret("TOTP"))
        draft.notes = cells.secret("Notes")
        // They point to entries by names that the file does not have.
        let isReferring = ["Username", "Password", "URL", "Notes"].contains { name in
            KeePassReferences.has(KeePassItem.field(name, cells.secret(name)))
        }
        if isReferring, cells.text(WalletColumn.kind.rawValue).isEmpty {
            draft.remarks.append(.reference)
        }
        draft.created = InternetTime.read(cells.text("Created"))
        draft.changed = InternetTime.read(cells.text("Last Modified"))
        // The first part is what the database is called.
        let group = cells.text("Group").split(separator: "/").dropFirst().joined(separator: "/")
        // Files of Wallet have all tags and fields in columns of their own.
        if !group.isEmpty, kind.isEmpty {
            draft.add(tag: group)
            draft.keep(KeePassItem.groupLabel, SecretText(group))
        }
        for (name, time) in [("Created", draft.created), ("Last Modified", draft.changed)]
        where time == nil { draft.keep("keepass-csv.\(name)", cells.secret(name)) }
        let icon = cells.text("Icon")
        if !icon.isEmpty, icon != "0" { draft.keep("keepass-csv.Icon", SecretText(icon)) }
        draft.fields += cells.others
        readOwnTexts(cells, &draft)
        let lists = ownLists(cells, &draft)
        readOwnLists(lists, &draft)
        draft.kind = ItemKind(rawValue: kind) ?? draft.guessedKind
        guard !lists.isVoid else { return draft.imported }
        let isOwn = draft.isOwn
        draft.keepUnread(of: lists, from: ImportFormat.keePassText.rawValue, besides: []) {
            isOwn && $0["label"]?.text.hasPrefix(".") ?? false
        }
        return draft.imported
    }

    /// The columns that only Wallet writes, and that have one text; another than it writes is kept.
    private static func readOwnTexts(_ cells: RowCells, _ draft: inout ItemDraft) {
        func keep(_ column: WalletColumn) {
            draft.keep("keepass-csv.\(column.rawValue)", cells.secret(column.rawValue))
        }
        if !draft.isOwn { keep(.kind) }
        let favorite = cells.text(WalletColumn.favorite.rawValue).lowercased()
        draft.isFavorite = favorite == "true"
        if !["true", "false"].contains(favorite) { keep(.favorite) }
        let changed = cells.text(WalletColumn.passwordChanged.rawValue)
        draft.passwordChanged =
            changed == WalletColumn.unknownTime
            ? Timestamp(milliseconds: 0) : InternetTime.read(changed)
        if draft.passwordChanged == nil { keep(.passwordChanged) }
    }

    /// The columns that only Wallet writes, and that have lists in JSON, as members by their names; another
    /// text becomes a field.
    private static func ownLists(_ cells: RowCells, _ draft: inout ItemDraft) -> JSONValue {
        var members: [JSONValue.Member] = []
        for column in [WalletColumn.sites, .tags, .card, .parts, .fields] {
            let cell = cells.secret(column.rawValue)
            switch try? JSONReader.read(cell) {
            case .array(let elements)?:
                members.append(JSONValue.Member(column.rawValue, .array(elements)))
            case .object(let parts)?:
                members.append(JSONValue.Member(column.rawValue, .object(parts)))
            default:
                if !cell.isEmpty { draft.add(column.rawValue, cell, isConcealed: true) }
            }
        }
        return .object(members)
    }

    private static func readOwnLists(_ lists: JSONValue, _ draft: inout ItemDraft) {
        func list(_ column: WalletColumn) -> JSONValue { lists[column.rawValue] ?? .null }
        for site in list(.sites).elements { draft.add(site: site.text) }
        for tag in list(.tags).elements { draft.add(tag: tag.text) }
        for member in list(.card).members {
            guard let field = CardField(rawValue: member.name) else { continue }
            draft.card[field.part] = member.value.secret
        }
        for member in list(.parts).members {
            guard let part = ItemPart(rawValue: member.name) else { continue }
            draft.parts[part] = member.value.secret
        }
        for value in list(.fields).elements {
            let field = CustomField(
                label: value["label"]?.text ?? "",
                value: value["value"]?.secret ?? SecretText(utf8: []),
                isConcealed: value["concealed"]?.isTrue ?? true)
            if field.isHidden {
                draft.take(hidden: field.label, field.value, isConcealed: field.isConcealed)
            } else {
                draft.fields.append(field)
            }
        }
    }
}
