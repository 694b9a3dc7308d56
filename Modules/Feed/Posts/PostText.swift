package import FeedAPI
import FeedMarkup
import FeedStore
import TenonCore
import TenonNetworking
package import TenonUI

/// The text of a post, and what stands for it where there is room for one line.
package enum PostText {
    /// The longest line, in characters.
    private static let longest = 120

    /// The paragraphs; whom it names and its hashtags lead to places of the application.
    static func paragraphs(of post: Post) -> [[TextSpan]] {
        HTMLText.paragraphs(of: post.content) { link in
            let mention = post.mentions.first { $0.page?.text == link.address }
            if let mention { return .location(FeedRoute.user.location(mention.account)) }
            guard link.classes.contains("hashtag") || link.words.hasPrefix("#"),
                let name = RouteText(routeText: link.words.trimmed.trimmedHash)
            else { return nil }
            return .location(FeedRoute.tag.location(name))
        }
    }

    /// One line: the warning, else the beginning of the text, else what the pictures show.
    package static func line(of post: Post, _ localizer: Localizer) -> String {
        if let warning = post.warning { return shortened(HarmlessText.line(warning)) }
        let text = HTMLText.line(of: post.content)
        if !text.isEmpty { return shortened(text) }
        return pictures(of: post, localizer)
    }

    /// What the pictures of a post show, on one line; empty when it has none.
    static func pictures(of post: Post, _ localizer: Localizer) -> String {
        let known = post.media.compactMap(\.description).map(HarmlessText.line)
        guard let first = known.first else {
            return post.media.isEmpty
                ? "" : localizer(PostsText.pictures, count: post.media.count)
        }
        return shortened(localizer(PostsText.picture, ["text": first]))
    }

    /// What somebody is called, and by which others find them.
    package static func person(_ account: Account) -> Person {
        let name = HarmlessText.line(account.displayName).trimmed
        let isSeen = name.unicodeScalars.contains {
            !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace
        }
        let shown = isSeen ? name : HarmlessText.line(account.userName)
        return Person(
            shown, handle: "@" + HarmlessText.line(account.handle),
            image: portrait(of: account, name: shown))
    }

    private static func shortened(_ line: String) -> String {
        line.count > longest ? line.prefix(longest).trimmed + "…" : line
    }
}

extension String {
    /// Without the sign of a hashtag.
    fileprivate var trimmedHash: String { hasPrefix("#") ? String(dropFirst()) : self }
}

extension Substring {
    fileprivate var trimmed: String { String(self).trimmed }
}
