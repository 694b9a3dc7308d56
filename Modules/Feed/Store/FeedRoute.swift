package import FeedAPI
package import TenonCore

/// The locations of PhotoFeed.
package enum FeedRoute {
    /// Posts by people whom the person follows.
    package static let feed = Route("feed")
    /// All posts with pictures.
    package static let everyone = Route("everyone")
    /// Posts that the person likes.
    package static let liked = Route("liked")
    /// The posts with a hashtag.
    package static let tag = Route("tag").argument("name", as: RouteText.self)
    /// A post.
    package static let post = Route("post").argument("id", as: PostID.self)
    /// What was said about a post.
    package static let comments = Route("comments").argument("id", as: PostID.self)
    /// Who likes a post.
    package static let likes = Route("likes").argument("id", as: PostID.self)
    /// Who has shared a post.
    package static let shares = Route("shares").argument("id", as: PostID.self)
    /// A new post.
    package static let write = Route("write")
    /// A new comment on a post.
    package static let answer = write.argument("id", as: PostID.self)
    /// Somebody's profile; `self` is the person who is signed in.
    package static let user = Route("user").argument("id", as: AccountID.self)
    /// Who follows somebody.
    package static let followers = Route("followers").argument("id", as: AccountID.self)
    /// Another name of ``followers``, for links that have it.
    package static let follower = Route("follower").argument("id", as: AccountID.self)
    /// Whom somebody follows.
    package static let following = Route("following").argument("id", as: AccountID.self)
    /// What the server tells the person.
    package static let notifications = Route("notifications")
    /// Looks for people and hashtags.
    package static let search = Route("search")
    /// The own profile.
    package static let profile = Route("profile")
    /// Accounts, and what is still to be sent.
    package static let menu = Route("menu")
    /// How much is kept on this machine.
    package static let room = menu.constant("room")
    /// Signs out.
    package static let logout = Route("logout")
    /// Signs in.
    package static let signIn = Route("sign-in")
    /// Signs in again, since the server does not know the sign-in any more.
    package static let signInAgain = Route("menu").constant("sign-in-again")
    /// Signs in with one more account.
    package static let addAccount = Route("menu").constant("add")
}
