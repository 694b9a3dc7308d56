import TenonCore
import WalletVault

/// What becomes of a login in the vault that an entry of a file has a newer password for.
enum ItemMerge {
    /// The login with the password of the entry, and with everything of the entry that it lacks.
    static func merged(_ entry: Login, into login: Login) -> Login {
        var result = login
        result.password = entry.password
        result.sites += entry.sites.filter { !login.sites.contains($0) }
        result.tags += entry.tags.filter { !login.tags.contains($0) }
        result.oneTimePassword = entry.oneTimePassword ?? login.oneTimePassword
        result.isFavorite = login.isFavorite || entry.isFavorite
        if login.notes.isEmpty {
            result.notes = entry.notes
        } else if !entry.notes.isEmpty, entry.notes != login.notes {
            result.customFields.append(
                CustomField(label: entry.title, value: entry.notes, isConcealed: false))
        }
        for field in entry.customFields {
            let isThere = login.customFields.contains {
                $0.label == field.label && ($0.value == field.value || field.isHidden)
            }
            if !isThere { result.customFields.append(field) }
        }
        return result
    }
}
