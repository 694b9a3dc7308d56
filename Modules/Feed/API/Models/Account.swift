package import TenonCore
package import TenonNetworking

/// Somebody who posts.
package struct Account: FeedModel, Hashable, Codable {
    /// A line of a profile, such as a home page.
    package struct Field: FeedModel, Hashable, Codable {
        /// What it is about.
        package let name: String
        /// What it says, as HTML.
        package let value: String
        /// When the server found that the page belongs to the account; `nil` if it did not.
        let verified: Timestamp?

        package init(_ members: Members) throws {
            guard let name = members.text("name") else { throw ReadingFailure(member: "name") }
            self.name = name
            value = members.text("value") ?? ""
            verified = members.time("verified_at")
        }
    }

    /// The name of the account on this server.
    package let id: AccountID
    /// The name without a server.
    package let userName: String
    /// The name as one writes it: with the server when that is another one.
    package let handle: String
    /// What the person wants to be called; may be empty.
    package let displayName: String
    /// What the person says about itself, as HTML.
    package let note: String
    /// The page of the profile; `nil` when there is none.
    let page: WebAddress?
    /// The small picture; `nil` when there is none.
    package let avatar: WebAddress?
    /// The wide picture; `nil` when there is none.
    package let header: WebAddress?
    /// The lines of the profile.
    package let fields: [Field]
    /// Whether to follow it has to be allowed.
    package let isLocked: Bool
    /// Whether a program posts.
    package let isBot: Bool
    /// Since when it exists; `nil` where the server does not say.
    package let created: Timestamp?
    /// How many follow it.
    package let followers: Int
    /// How many it follows.
    package let following: Int
    /// How many posts it has.
    package let posts: Int

    package init(_ members: Members) throws {
        id = try members.required("id")
        let name = members.words("username") ?? members.words("acct")
        guard let name else { throw ReadingFailure(member: "username") }
        userName = name
        handle = members.words("acct") ?? name
        displayName = members.text("display_name") ?? ""
        note = members.text("note") ?? ""
        page = members.address("url")
        avatar = members.address("avatar")
        header = members.address("header")
        fields = members.list("fields")
        isLocked = members.flag("locked")
        isBot = members.flag("bot")
        created = members.time("created_at")
        followers = members.count("followers_count")
        following = members.count("following_count")
        posts = members.count("statuses_count")
    }
}

/// How the person who is signed in and an account stand to each other.
package struct Relationship: FeedModel, Hashable, Codable {
    /// The account.
    package let account: AccountID
    /// Whether the person follows it.
    package private(set) var isFollowing: Bool
    /// Whether it follows the person.
    package let isFollowed: Bool
    /// Whether the person has asked to follow it.
    package private(set) var isRequested: Bool
    /// Whether the person does not want to see it.
    let isMuted: Bool
    /// Whether neither sees the other.
    let isBlocked: Bool

    package init(_ members: Members) throws {
        account = try members.required("id")
        isFollowing = members.flag("following")
        isFollowed = members.flag("followed_by")
        isRequested = members.flag("requested")
        isMuted = members.flag("muting")
        isBlocked = members.flag("blocking")
    }
    /// The same as it is once the person follows, or follows no longer; for what the server has not
    /// been told yet.
    package func following(_ follows: Bool) -> Relationship {
        var relationship = self
        relationship.isFollowing = follows
        relationship.isRequested = false
        return relationship
    }
}
