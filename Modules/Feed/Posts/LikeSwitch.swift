package import FeedAPI
package import FeedStore
import TenonCore
package import TenonUI

/// Likes posts and likes them no longer: shows at once, and goes back when the server refuses it.
package struct LikeSwitch: Sendable {
    private let account: FeedAccount
    private let notices: any NoticePresenting
    private let localizer: Localizer

    /// Makes a switch for the scenes of an account.
    package init(_ account: FeedAccount, _ context: SceneContext) throws {
        self.account = account
        notices = try context.ports[.notices]
        localizer = context.localizer
    }

    /// Likes a post or likes it no longer, and says so when the server could not be told yet.
    ///
    /// - Throws: What the server refused it with.
    package func set(_ id: PostID, likes: Bool) async throws {
        try await perform(.like(id, likes))
    }

    /// Does something, and says when the server could not be told yet, and when a post was published.
    ///
    /// - Throws: What the server refused it with.
    @discardableResult
    package func perform(
        _ errand: Errand, with pictures: [AttachedPicture] = []
    ) async throws -> Delivery {
        let delivery = try await account.perform(errand, with: pictures)
        switch (delivery, errand) {
        case (.waiting(let reason), _):
            let words = localizer.text(of: reason.message)
            notices.notify(
                Notice(localizer(PostsText.waiting, ["reason": words]), tone: .caution))
        case (.sent, .publish):
            notices.notify(Notice(localizer(PostsText.posted), tone: .positive))
        default: break
        }
        return delivery
    }
}
