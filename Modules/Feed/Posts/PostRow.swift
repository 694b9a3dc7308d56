package import FeedAPI
import FeedStore
import TenonCore
package import TenonUI

/// What can be done with a post in a list.
package enum PostRowCommand: String, CaseIterable, Sendable {
    case open, like, unlike, author
}

extension Row {
    /// A post in a list; who posted it is who is named first.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - isOfOne: Whether all posts of the list are of the same person.
    ///   - localizer: The person's language.
    package init(_ post: Post, isOfOne: Bool = false, _ localizer: Localizer) {
        let shown = post.shared ?? post
        let title = PostText.line(of: shown, localizer)
        let pictures = PostText.pictures(of: shown, localizer)
        self.init(
            id: post.id.text, title: title.isEmpty ? localizer(PostsText.noText) : title,
            subtitle: [
                post.shared == nil
                    ? ""
                    : localizer(
                        PostsText.sharedBy, ["name": PostText.person(post.account).name]),
                pictures == title ? "" : pictures,
            ].filter { !$0.isEmpty }.joined(separator: " · "),
            value: Self.counts(shown, localizer),
            badge: shown.isLiked
                ? Badge(localizer(PostsText.liked), tone: .positive)
                : shown.isSensitive ? Badge(localizer(PostsText.sensitive), tone: .caution) : nil,
            actions: [
                Action(
                    PostRowCommand.open, title: localizer(UIText.open), scope: .row,
                    role: .primary, icon: .open),
                shown.isLiked
                    ? Action(
                        PostRowCommand.unlike, title: localizer(PostsText.unlike), scope: .row,
                        icon: .heart)
                    : Action(
                        PostRowCommand.like, title: localizer(PostsText.like), scope: .row,
                        icon: .heart),
            ]
                + (isOfOne
                    ? []
                    : [
                        Action(
                            PostRowCommand.author, title: localizer(PostsText.author),
                            scope: .row, icon: .person)
                    ]))
        location = FeedRoute.post.location(post.id)
        person = PostText.person(shown.account)
        image = PostText.thumbnail(of: shown)
        moment = shown.created.map { Moment($0) }
    }

    private static func counts(_ post: Post, _ localizer: Localizer) -> String {
        [
            post.likes > 0 ? localizer(PostsText.likeCount, count: post.likes) : "",
            post.answers > 0 ? localizer(PostsText.answerCount, count: post.answers) : "",
        ].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
