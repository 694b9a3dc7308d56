import TenonCore

/// What a server tells while one listens.
package enum FeedEvent: Sendable, Hashable {
    /// The stream begins, or begins again: what happened before has to be asked for.
    case connected
    /// The stream was cut; it begins again by itself.
    case cut
    /// There is a new post.
    case posted(Post)
    /// A post was changed.
    case changed(Post)
    /// A post is gone.
    case deleted(PostID)
    /// The server tells the person something.
    case noticed(FeedNotification)

    /// What an event says; `nil` for one of another kind, and for one that cannot be read.
    package init?(_ event: ServerSentEvent) {
        switch event.type {
        case "update":
            guard let post: Post = Self.model(event.data) else { return nil }
            self = .posted(post)
        case "status.update":
            guard let post: Post = Self.model(event.data) else { return nil }
            self = .changed(post)
        case "delete":
            guard let id = PostID(event.data) else { return nil }
            self = .deleted(id)
        case "notification":
            guard let notice: FeedNotification = Self.model(event.data) else { return nil }
            self = .noticed(notice)
        default: return nil
        }
    }

    private static func model<Model: FeedModel>(_ text: String) -> Model? {
        let bytes = Array(text.utf8)
        return try? bytes.withUnsafeBytes { bytes in
            try Model(Members(JSONReader.read(bytes, replacingHalves: true)))
        }
    }
}
