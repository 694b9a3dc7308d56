/// The programs that speak Mastodon's API and differ from it in ways that matter.
package enum ServerFamily: String, CaseIterable, Sendable {
    case mastodon, pixelfed, goToSocial, takahe

    /// The program that a version names; Mastodon for one that is not known.
    ///
    /// - Parameters:
    ///   - version: The version as the server writes it: Pixelfed's begins as one of Mastodon.
    ///   - source: Where the source of the program is; empty where the server does not say.
    package init(version: String, source: String) {
        let words = version.lowercased()
        if words.contains("pixelfed") {
            self = .pixelfed
        } else if words.contains("takahe") {
            self = .takahe
        } else if words.contains("gotosocial") || source.lowercased().contains("gotosocial") {
            self = .goToSocial
        } else {
            self = .mastodon
        }
    }

    /// How it differs.
    package var traits: ServerTraits { ServerTraits.table[self] ?? .mastodon }
}

/// How a server differs from Mastodon; all that depends on it is decided by these values.
package struct ServerTraits: Hashable, Sendable {
    /// Whether it sends server-sent events.
    package var hasEvents = true
    /// Whether it finds an account by its handle.
    var hasLookup = true
    /// Whether it does nothing twice for the same `Idempotency-Key`.
    package var knowsRepeatedPosts = true
    /// Whether the links of lists of followers are named the wrong way round.
    var swapsFollowerLinks = false
    /// Whether it keeps the focus of a picture.
    package var keepsFocus = true
    /// The status beside 401, with plain text, that a token gets which was revoked; `nil` for none.
    var plainSignedOutStatus: Int?
    /// The most pictures of a post, whatever else it says; `nil` for what it says.
    package var mediaLimit: Int?

    /// A server that differs in nothing.
    package static let mastodon = ServerTraits()

    /// The differences, from the documentation and the trackers of the programs (November 2026).
    static let table: [ServerFamily: ServerTraits] = [
        .mastodon: mastodon,
        .pixelfed: ServerTraits(
            hasEvents: false, hasLookup: false, knowsRepeatedPosts: false, swapsFollowerLinks: true,
            mediaLimit: 4),
        .goToSocial: ServerTraits(hasEvents: false),
        .takahe: ServerTraits(hasEvents: false, keepsFocus: false, plainSignedOutStatus: 400),
    ]
}
