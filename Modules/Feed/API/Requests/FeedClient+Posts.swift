extension FeedClient {
    /// A post.
    package func post(_ id: PostID) async throws -> Post {
        try await send("GET", "/api/v1/statuses/\(id.segment)", parse: FeedReply.model)
    }

    /// What stands before and after a post.
    package func conversation(around id: PostID) async throws -> Conversation {
        try await send("GET", "/api/v1/statuses/\(id.segment)/context", parse: FeedReply.model)
    }

    /// Who likes a post.
    package func likers(of id: PostID) async throws -> Page<Account> {
        try await page(
            "/api/v1/statuses/\(id.segment)/favourited_by", query: [("limit", "80")])
    }

    /// Who has shared a post.
    package func sharers(of id: PostID) async throws -> Page<Account> {
        try await page(
            "/api/v1/statuses/\(id.segment)/reblogged_by", query: [("limit", "80")])
    }

    /// Likes a post.
    package func like(_ id: PostID) async throws -> Post {
        try await send(
            "POST", "/api/v1/statuses/\(id.segment)/favourite", isRepeatable: true,
            parse: FeedReply.model)
    }

    /// Likes a post no longer.
    package func unlike(_ id: PostID) async throws -> Post {
        try await send(
            "POST", "/api/v1/statuses/\(id.segment)/unfavourite", isRepeatable: true,
            parse: FeedReply.model)
    }

    /// Posts something.
    ///
    /// It is never sent again by itself once it may have arrived. A draft that is sent again keeps its
    /// ``PostDraft/key``, by which servers tell repetitions apart if ``ServerTraits`` says so.
    package func publish(_ draft: PostDraft) async throws -> Post {
        try await send(
            "POST", "/api/v1/statuses", content: .form(draft.pairs),
            fields: [("Idempotency-Key", draft.key.text)], isRepeatable: false,
            parse: FeedReply.model)
    }

    /// Deletes a post of the person; one that is gone already is deleted as well.
    package func delete(_ id: PostID) async throws {
        do {
            try await send("DELETE", "/api/v1/statuses/\(id.segment)") { _ in }
        } catch let error as FeedError where error.code == .feedMissing {}
    }
}
