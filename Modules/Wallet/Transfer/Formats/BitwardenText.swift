import TenonCore
import TenonMemory
import WalletVault

/// Rows of the text file that Bitwarden exports; it holds logins and notes only.
enum BitwardenText {
    /// The item that a row is.
    static func item(_ cells: RowCells) -> ImportedItem {
        var draft = ItemDraft()
        draft.kind = cells.text("type").lowercased() == "note" ? .note : .login
        draft.title = cells.text("name")
        draft.userName = cells.text("login_username")
        draft.password = cells.secret("login_password")
        draft.take(oneTimeCode: cells.secret("login_totp"))
        draft.notes = cells.secret("notes")
        draft.isFavorite = cells.text("favorite") == "1"
        draft.add(tag: cells.text("folder"))
        for name in cells.text("collections").split(separator: ",") { draft.add(tag: String(name)) }
        // The list becomes a text as in JavaScript, with commas (`base-vault-export.service.ts`).
        for site in AddressList.addresses(in: cells.text("login_uri"), separatedBy: ",") {
            draft.add(site: site)
        }
        for (name, known) in [
            ("type", ["login", "note"]), ("favorite", ["0", "1"]), ("reprompt", ["0", "1"]),
        ] where !known.contains(cells.text(name).lowercased()) {
            draft.keep("bitwarden-csv.\(name)", cells.secret(name))
        }
        if cells.text("reprompt") == "1" { draft.keep("bitwarden.reprompt", .number(1)) }
        draft.keep("bitwarden.archivedDate", .string(cells.secret("archivedDate")))
        draft.isWithheld = WithholdingMark.isSet(
            inBitwarden: cells.secret("reprompt"), archived: cells.secret("archivedDate"))
        readFields(cells.secret("fields"), &draft)
        draft.fields += cells.others
        return draft.imported
    }

    /// Reads lines of `name: value`; a line without a name goes on with the value before it, and so do all
    /// lines up to the end of a key.
    private static func readFields(_ text: SecretText, _ draft: inout ItemDraft) {
        var pending: (label: String, value: SecretBuffer)?
        func finish(_ draft: inout ItemDraft) {
            if let pending { draft.add(pending.label, pending.value.text, isConcealed: true) }
        }
        text.withBytes { bytes in
            var isInKey = false
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                let separator = line.indices.dropLast().first {
                    line[$0] == UInt8(ascii: ":") && line[$0 + 1] == 0x20
                }
                if let separator, !isInKey {
                    isInKey = line[(separator + 2)...].starts(with: "-----BEGIN ".utf8)
                    finish(&draft)
                    let value = SecretBuffer(capacity: line.count)
                    value.append(UnsafeRawBufferPointer(rebasing: line[(separator + 2)...]))
                    pending = (
                        String(decoding: line[line.startIndex..<separator], as: UTF8.self), value
                    )
                } else if let pending {
                    pending.value.append(0x0A)
                    pending.value.append(UnsafeRawBufferPointer(rebasing: line))
                    if line.starts(with: "-----END ".utf8) { isInKey = false }
                } else if !line.isEmpty {
                    draft.add(
                        "", SecretText(utf8: UnsafeRawBufferPointer(rebasing: line)),
                        isConcealed: true)
                }
            }
        }
        finish(&draft)
    }
}
