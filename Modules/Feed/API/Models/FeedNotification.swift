package import TenonCore

/// What a server tells a person: somebody follows, likes, answers.
package struct FeedNotification: FeedModel, Hashable, Codable {
    /// What happened; servers may send kinds that are not listed here.
    package struct Kind: Hashable, Sendable, Codable {
        /// The word of the server.
        let word: String

        package static let follow = Kind(word: "follow")
        package static let followRequest = Kind(word: "follow_request")
        package static let like = Kind(word: "favourite")
        package static let mention = Kind(word: "mention")
        package static let share = Kind(word: "reblog")
    }

    /// Its name on this server.
    package let id: NotificationID
    /// What happened.
    package let kind: Kind
    /// When; `nil` where the server does not say.
    package let created: Timestamp?
    /// Who did it; `nil` when it was nobody.
    package let account: Account?
    /// The post that it is about; `nil` when it is about none.
    package let post: Post?

    package init(_ members: Members) throws {
        id = try members.required("id")
        guard let word = members.words("type") else { throw ReadingFailure(member: "type") }
        kind = Kind(word: word)
        created = members.time("created_at")
        account = members.model("account")
        post = members.model("status")
    }
}

extension FeedNotification {
    /// What it tells of, the same for all that belong together; `nil` for one that stands alone.
    ///
    /// Likes of one post on one day belong together, and so do its shares, and follows. The day is
    /// that of UTC, so that it does not depend on where the person is.
    package var subject: String? {
        guard account != nil, let day = created?.day else { return nil }
        switch (kind, post?.id) {
        case (.like, let post?), (.share, let post?): return "\(kind.word) \(day) \(post)"
        case (.follow, _): return "\(kind.word) \(day)"
        default: return nil
        }
    }
}

extension Timestamp {
    /// How many days of UTC have passed since 1970-01-01.
    fileprivate var day: Int64 { Int64((Double(milliseconds) / 86_400_000).rounded(.down)) }
}

/// How far a person has read, on all machines.
package struct ReadingMarker: FeedModel, Hashable {
    /// The last one that was read, by its name.
    package let lastRead: String
    /// How often it was moved.
    package let version: Int
    /// When it was moved last; `nil` where the server does not say.
    let updated: Timestamp?

    package init(_ members: Members) throws {
        guard let lastRead = members.words("last_read_id") else {
            throw ReadingFailure(member: "last_read_id")
        }
        self.lastRead = lastRead
        version = members.count("version")
        updated = members.time("updated_at")
    }
}

/// How far a person has read in each list.
package struct ReadingMarkers: FeedModel, Hashable {
    /// The feed; `nil` when nothing is known.
    package let home: ReadingMarker?
    /// The notifications; `nil` when nothing is known.
    package let notices: ReadingMarker?

    package init(_ members: Members) throws {
        home = members.model("home")
        notices = members.model("notifications")
    }
}

/// What a search found.
package struct Findings: FeedModel, Hashable {
    /// The accounts.
    package let accounts: [Account]
    /// The posts.
    package let posts: [Post]
    /// The hashtags.
    package let hashtags: [Hashtag]

    /// Puts together what was found before.
    package init(accounts: [Account], posts: [Post], hashtags: [Hashtag]) {
        self.accounts = accounts
        self.posts = posts
        self.hashtags = hashtags
    }

    package init(_ members: Members) throws {
        accounts = members.list("accounts")
        posts = members.list("statuses")
        hashtags = members.list("hashtags")
    }
}
