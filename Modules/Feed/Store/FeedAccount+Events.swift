import FeedAPI
import TenonCore

extension FeedAccount {
    /// What the server tells the person as it happens.
    ///
    /// - Throws: `FeedError` when the server cannot be asked where its events are.
    func events() async throws -> AsyncThrowingStream<FeedEvent, any Error> {
        let streaming = client.traits.hasEvents ? try await client.instance().streaming : nil
        return client.events(of: .person, at: streaming)
    }

    /// Keeps a post as it is now, if it was seen before.
    func replace(_ post: Post) async throws {
        let isKnown = try await write { [number] records in
            let known: Post? = try records.thing(post.id.text, of: number)
            if known != nil { try records.keep([post], of: number) }
            return known != nil
        }
        if isKnown { signal.send() }
    }

    /// Takes a post off all lists that its author has deleted.
    func forget(_ id: PostID) async throws {
        try await write { [number] records in
            try records.forget(Post.self, id.text, of: number)
            try records.removeEntries(id.text, of: number)
        }
        signal.send()
    }
}
