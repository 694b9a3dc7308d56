package import TenonCore

/// An account somewhere: who one is there, and the secrets that prove it.
///
/// A value: a change makes a new one, and nothing is stored before it is handed to
/// ``VaultManager/save(_:)``. Dates that are 0 are filled in by the vault when the login is added.
package struct Login: Sendable, Equatable, Identifiable {
    /// The name of the item.
    package let id: ItemID
    /// The title.
    package var title: String
    /// Addresses or hosts where it is used, as entered; port and scheme count when they are there.
    package var sites: [String]
    /// The user name, empty when there is none.
    package var userName: String
    /// The password.
    package var password: SecretText
    /// The secret (or `otpauth:` address) that one-time passwords are made from.
    package var oneTimePassword: SecretText?
    /// Free text.
    package var notes: SecretText
    /// Tags.
    package var tags: [String]
    /// Whether the person marked it as a favourite.
    package var isFavorite: Bool
    /// Further fields, in their order.
    package var customFields: [CustomField]
    /// When the login was made.
    package var created: Timestamp
    /// When something other than its use changed last; saving sets it.
    package var changed: Timestamp
    /// When the password changed last; saving sets it.
    package var passwordChanged: Timestamp
    /// When the login was used last, if ever; saving keeps what the vault knows.
    package var used: Timestamp?
    /// How often the login was used; saving keeps what the vault knows.
    package var timesUsed: Int
    /// When it went to the trash, if it is there; saving does not move it.
    package internal(set) var trashed: Timestamp?

    /// Fields of a newer version in the overview.
    var unknownOverview = UnknownFields()
    /// Fields of a newer version in the details.
    var unknownDetails = UnknownFields()
    /// The change of the vault that wrote this content, by which saving notices a lost race.
    var revision: Int64 = 0

    /// Makes a login that is not stored yet.
    package init(
        id: ItemID = ItemID(), title: String, sites: [String] = [], userName: String = "",
        password: SecretText = SecretText(utf8: []), oneTimePassword: SecretText? = nil,
        notes: SecretText = SecretText(utf8: []), tags: [String] = [], isFavorite: Bool = false,
        customFields: [CustomField] = [], created: Timestamp = Timestamp(milliseconds: 0),
        changed: Timestamp = Timestamp(milliseconds: 0),
        passwordChanged: Timestamp = Timestamp(milliseconds: 0), used: Timestamp? = nil,
        timesUsed: Int = 0
    ) {
        self.id = id
        self.title = title
        self.sites = sites
        self.userName = userName
        self.password = password
        self.oneTimePassword = oneTimePassword
        self.notes = notes
        self.tags = tags
        self.isFavorite = isFavorite
        self.customFields = customFields
        self.created = created
        self.changed = changed
        self.passwordChanged = passwordChanged
        self.used = used
        self.timesUsed = timesUsed
    }
}
