/// What an item is.
///
/// The file names kinds by text. A kind that a newer version wrote is `other` here: it is listed, can
/// go to the trash and come back, and every field of it is kept.
package enum ItemKind: String, Sendable, Codable, CaseIterable {
    /// A ``Login``.
    case login
    /// A ``Card``.
    case card
    /// A ``Note``.
    case note
    /// Who a person is: name, address, papers; a ``Record``, as those that follow.
    case identity
    /// An account at a bank.
    case bank = "bank-account"
    /// A wireless network.
    case wifi
    /// The right to use a program.
    case licence = "software-licence"
    /// A key pair of Secure Shell.
    case sshKey = "ssh-key"
    /// A kind that this version does not know.
    case other
}
