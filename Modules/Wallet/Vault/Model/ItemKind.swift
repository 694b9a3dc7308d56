/// What an item is.
///
/// The file names kinds by text. A kind that a newer version wrote is `other` here: it is listed, can
/// go to the trash and come back, and every field of it is kept.
package enum ItemKind: String, Sendable, Codable, CaseIterable {
    /// A ``Login``.
    case login
    /// A payment card.
    case card
    /// A note.
    case note
    /// A kind that this version does not know.
    case other
}
