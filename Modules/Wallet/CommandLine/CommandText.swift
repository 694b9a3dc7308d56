import TenonUI

/// The texts of the commands.
enum CommandText: String, LocalizedKey {
    case passphrase = "command.passphrase"
    case newPassphrase = "command.new-passphrase"
    case repeatPassphrase = "command.repeat-passphrase"
    case weakTitle = "command.weak.title"
    case weakMessage = "command.weak.message"
    case weakConfirm = "command.weak.confirm"
    case created = "command.created"
    case recoverySaved = "command.recovery-saved"
    case listEmpty = "command.list-empty"
    case nothingFound = "command.nothing-found"
    case userName = "command.user-name"
    case password = "command.password"
    case site = "command.site"
    case notes = "command.notes"
    case tags = "command.tags"
    case changed = "command.changed"
    case location = "command.location"
    case copied = "command.copied"
    case added = "command.added"
    case saved = "command.saved"
    case wouldRemove = "command.would-remove"
    case removeTitle = "command.remove.title"
    case removeMessage = "command.remove.message"
    case remove = "command.remove"
    case removed = "command.removed"
    case restored = "command.restored"
    case locked = "command.locked"

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
