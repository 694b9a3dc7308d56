package import TenonCore

/// An account somewhere: a user name and the secrets that prove it.
///
/// A value: a change makes a new one, and nothing is stored before it is handed to
/// ``Vault/save(_:)-(Item)``.
package struct Login: ItemHeaded {
    /// What it has in common with items of other kinds.
    package var head: ItemHead
    /// Addresses or hosts where it is used, as entered; port and scheme count when they are there.
    package var sites: [String]
    /// The user name, empty when there is none.
    package var userName: String
    /// The password.
    package var password: SecretText
    /// The secret (or `otpauth:` address) that one-time passwords are made from.
    package var oneTimePassword: SecretText?
    /// When the password changed last; saving sets it.
    package var passwordChanged: Timestamp
    /// Whether that is known; a password from a file without dates has the time when it was imported.
    package var isPasswordDated = true

    /// Makes a login of its parts.
    package init(
        head: ItemHead, sites: [String] = [], userName: String = "",
        password: SecretText = SecretText(utf8: []), oneTimePassword: SecretText? = nil,
        passwordChanged: Timestamp = Timestamp(milliseconds: 0)
    ) {
        self.head = head
        self.sites = sites
        self.userName = userName
        self.password = password
        self.oneTimePassword = oneTimePassword
        self.passwordChanged = passwordChanged
    }

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
        self.init(
            head: ItemHead(
                id: id, title: title, tags: tags, isFavorite: isFavorite, notes: notes,
                customFields: customFields, created: created, changed: changed, used: used,
                timesUsed: timesUsed),
            sites: sites, userName: userName, password: password,
            oneTimePassword: oneTimePassword, passwordChanged: passwordChanged)
    }
}
