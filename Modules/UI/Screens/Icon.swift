/// A picture that says at a glance what something is; each front end has its own drawing of it, or none.
///
/// A title always stands beside it, so nothing is lost where it is not drawn.
public enum Icon: String, Sendable, Codable, CaseIterable {
    // Places and things of an application.
    case home, list, star, tag, trash, settings, calendar, history, explore
    // What a person keeps.
    case login, card, note, identity, bank, wifi, licence, key, attachment
    // What a person can have made or looked after.
    case generator, health, sync, device, shield
    // People and what they share.
    case person, people, image, heart, message, bell, bookmark, camera
    // What can be done.
    case add, edit, copy, reveal, conceal, search, share, importing, exporting, lock, undo, open
}
