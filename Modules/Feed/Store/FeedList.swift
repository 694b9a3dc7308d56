package import FeedAPI

/// A list that the server has, of which pages are fetched as they are wanted.
package struct FeedList<Element: Keepable>: Sendable {
    /// Its name among those of an account.
    let name: String
    /// Whether new elements come in above; other lists are read again as a whole.
    package let hasNews: Bool
    /// Whether elements that belong together are shown as one.
    var gathers = false
    let firstPage: @Sendable (FeedClient) async throws -> Page<Element>
}

extension FeedList<Post> {
    /// Posts by people whom the person follows.
    package static var home: FeedList {
        FeedList(name: "home", hasNews: true) { try await $0.homeFeed() }
    }

    /// All posts with pictures.
    package static var everyone: FeedList {
        FeedList(name: "public", hasNews: true) { try await $0.publicFeed() }
    }

    /// Posts that the person likes, the one that was liked last first.
    package static var liked: FeedList {
        FeedList(name: "liked", hasNews: false) { try await $0.likedPosts() }
    }

    /// The posts with a hashtag.
    package static func tag(_ tag: Hashtag) -> FeedList {
        FeedList(name: "tag \(tag.name)", hasNews: true) { try await $0.feed(of: tag) }
    }

    /// The posts of an account.
    package static func posts(of id: AccountID) -> FeedList {
        FeedList(name: "posts \(id)", hasNews: false) { try await $0.posts(of: id) }
    }
}

extension FeedList<FeedNotification> {
    /// What the server tells the person.
    package static var notices: FeedList {
        FeedList(name: "notices", hasNews: true, gathers: true) { try await $0.notices() }
    }
}

extension FeedList<Account> {
    /// Who follows an account.
    package static func followers(of id: AccountID) -> FeedList {
        FeedList(name: "followers \(id)", hasNews: false) { try await $0.followers(of: id) }
    }

    /// Whom an account follows.
    package static func following(of id: AccountID) -> FeedList {
        FeedList(name: "following \(id)", hasNews: false) { try await $0.following(of: id) }
    }

    /// Who likes a post.
    package static func likers(of id: PostID) -> FeedList {
        FeedList(name: "likers \(id)", hasNews: false) { try await $0.likers(of: id) }
    }

    /// Who has shared a post.
    package static func sharers(of id: PostID) -> FeedList {
        FeedList(name: "sharers \(id)", hasNews: false) { try await $0.sharers(of: id) }
    }
}

/// What is shown of a list.
package struct ListSlice<Element: Keepable>: Sendable, Hashable {
    /// The elements of the window; where several are shown as one, the newest of them.
    package internal(set) var elements: [Element]
    /// For whom else an element stands, by its name; only where it stands for others.
    package let others: [String: ListOthers<Element>]
    /// The index of the first of them.
    package let offset: Int
    /// How many there are without what waits above; those that are shown as one count once.
    package let total: Int
    /// How many wait above.
    package let waiting: Int
    /// Whether the server has older ones.
    package let hasOlder: Bool
}

/// For whom else an element of a list stands.
package struct ListOthers<Element: Keepable>: Sendable, Hashable {
    /// The newest element of another account.
    package let next: Element
    /// How many other accounts there are.
    package let count: Int
}
