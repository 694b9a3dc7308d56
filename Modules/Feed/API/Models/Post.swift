package import TenonCore
package import TenonNetworking

/// A post, which Mastodon calls a status.
package struct Post: FeedModel, Hashable, Codable {
    /// Who may see it; servers may send words that are not listed here.
    package struct Visibility: Hashable, Sendable, Codable {
        /// The word of the server.
        package let word: String

        package static let everyone = Visibility(word: "public")
        package static let unlisted = Visibility(word: "unlisted")
        package static let followers = Visibility(word: "private")
        package static let mentioned = Visibility(word: "direct")
    }

    /// Somebody who is named in a post.
    package struct Mention: FeedModel, Hashable, Codable {
        /// Who it is.
        package let account: AccountID
        /// The name as one writes it.
        package let handle: String
        /// The address that the text links to; `nil` when there is none.
        package let page: WebAddress?

        package init(_ members: Members) throws {
            account = try members.required("id")
            handle = members.words("acct") ?? members.text("username") ?? ""
            page = members.address("url")
        }
    }

    /// Its name on this server.
    package let id: PostID
    /// Whose it is.
    package let account: Account
    /// When it was posted; `nil` where the server does not say.
    package let created: Timestamp?
    /// When it was last changed; `nil` when it was not.
    let edited: Timestamp?
    /// The text, as HTML.
    package let content: String
    /// What is shown in its place at first; `nil` when there is nothing.
    package let warning: String?
    /// Whether its pictures are covered at first.
    package let isSensitive: Bool
    /// Who may see it.
    package let visibility: Visibility
    /// The language of the text (BCP 47); `nil` where it is not known.
    let language: String?
    /// Its page; `nil` when there is none.
    let page: WebAddress?
    /// The post that it answers; `nil` when it answers none.
    package let answered: PostID?
    /// Its pictures.
    package let media: [MediaAttachment]
    /// Whom it names.
    package let mentions: [Mention]
    /// Its hashtags.
    package let hashtags: [Hashtag]
    /// How many answers it has.
    package let answers: Int
    /// How many have shared it.
    package let shares: Int
    /// How many like it.
    package private(set) var likes: Int
    /// Whether the person who is signed in likes it.
    package private(set) var isLiked: Bool

    /// None, or one: a value cannot hold one of its own type.
    private let sharedPosts: [Post]

    /// The post that this one shares; `nil` when it says something of its own.
    package var shared: Post? { sharedPosts.first }

    package init(_ members: Members) throws {
        id = try members.required("id")
        guard let account: Account = members.model("account") else {
            throw ReadingFailure(member: "account")
        }
        self.account = account
        created = members.time("created_at")
        edited = members.time("edited_at")
        content = members.text("content") ?? ""
        warning = members.words("spoiler_text")
        isSensitive = members.flag("sensitive")
        visibility = Visibility(word: members.words("visibility") ?? Visibility.everyone.word)
        language = members.words("language")
        page = members.address("url") ?? members.address("uri")
        answered = members.identifier("in_reply_to_id")
        media = members.list("media_attachments")
        mentions = members.list("mentions")
        hashtags = members.list("tags")
        answers = members.count("replies_count")
        shares = members.count("reblogs_count")
        likes = members.count("favourites_count")
        isLiked = members.flag("favourited")
        let shared: Post? = members.model("reblog")
        sharedPosts = shared.map { [$0] } ?? []
    }

    /// The same as it is once the person likes it, or likes it no longer; for what the server has not
    /// been told yet.
    package func liked(_ likes: Bool) -> Post {
        guard likes != isLiked else { return self }
        var post = self
        post.isLiked = likes
        post.likes = max(0, post.likes + (likes ? 1 : -1))
        return post
    }
}

/// A word by which posts are found.
package struct Hashtag: FeedModel, Hashable, Codable {
    /// The word, without `#`.
    package let name: String

    package init(_ members: Members) throws {
        guard let name = members.words("name") else { throw ReadingFailure(member: "name") }
        self.name = name
    }

    /// Takes a word as somebody wrote it; `nil` when it cannot be a part of an address.
    package init?(_ name: String) {
        guard let identifier = Identifier<Hashtag>(name) else { return nil }
        self.name = identifier.text
    }
}

/// What stands before and after a post.
package struct Conversation: FeedModel, Hashable {
    /// What it answers, the first one first.
    package let ancestors: [Post]
    /// What answers it, in the order of the server.
    package let descendants: [Post]

    package init(_ members: Members) throws {
        ancestors = members.list("ancestors")
        descendants = members.list("descendants")
    }
}
