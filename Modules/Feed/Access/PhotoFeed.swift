package import TenonCore

/// What the product is called and what it is for, in every front end.
package enum PhotoFeed {
    /// The name.
    package static let name = "PhotoFeed"
    /// The scheme of its locations.
    package static let scheme = "photofeed"
    /// What it does, for the help.
    package static var summary: Sentence {
        "Shows photographs from Mastodon, Pixelfed and servers like them."
    }
}
