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
        readOwnColumns(cells, &draft)
        draft.kind = ItemKind(rawValue: kind) ?? draft.guessedKind
        return draft.imported
    }

    /// The columns that only Wallet writes.
    private static func readOwnColumns(_ cells: RowCells, _ draft: inout ItemDraft) {
        draft.isFavorite = cells.text(WalletColumn.favorite.rawValue) == "true"
        let changed = cells.text(WalletColumn.passwordChanged.rawValue)
        draft.passwordChanged =
            changed == WalletColumn.unknownTime
            ? Timestamp(milliseconds: 0) : InternetTime.read(changed)
        func json(_ column: WalletColumn) -> JSONValue {
            (try? JSONReader.read(cells.secret(column.rawValue))) ?? .null
        }
        for site in json(.sites).elements { draft.add(site: site.text) }
        for tag in json(.tags).elements { draft.add(tag: tag.text) }
        for member in json(.card).members {
            guard let field = CardField(rawValue: member.name) else { continue }
            draft.card[field.part] = member.value.secret
        }
        for member in json(.parts).members {
            guard let part = ItemPart(rawValue: member.name) else { continue }
            draft.parts[part] = member.value.secret
        }
        for value in json(.fields).elements {
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
