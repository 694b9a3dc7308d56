import TenonCore
import TenonNetworking

extension FeedClient {
    /// The account of the person.
    package func ownAccount() async throws -> Account {
        try await send("GET", "/api/v1/accounts/verify_credentials", parse: FeedReply.model)
    }

    /// An account.
    package func account(_ id: AccountID) async throws -> Account {
        try await send("GET", "/api/v1/accounts/\(id.segment)", parse: FeedReply.model)
    }

    /// The account with a handle, such as `ana` or `ana@example.org`.
    ///
    /// A server that cannot look one up is searched.
    package func account(handle: String) async throws -> Account {
        guard !traits.hasLookup else {
            return try await send(
                "GET", "/api/v1/accounts/lookup", query: [("acct", handle)],
                parse: FeedReply.model)
        }
        let findings = try await search(handle)
        let wanted = handle.lowercased()
        guard let account = findings.accounts.first(where: { $0.handle.lowercased() == wanted })
        else { throw FeedError.missing(server.origin) }
        return account
    }

    /// The posts of an account that have pictures.
    package func posts(of id: AccountID) async throws -> Page<Post> {
        try await page(
            "/api/v1/accounts/\(id.segment)/statuses",
            query: [("limit", "40"), ("only_media", "true")])
    }

    /// Who follows an account.
    package func followers(of id: AccountID) async throws -> Page<Account> {
        try await page(
            "/api/v1/accounts/\(id.segment)/followers", query: [("limit", "80")],
            isSwapped: traits.swapsFollowerLinks)
    }

    /// Whom an account follows.
    package func following(of id: AccountID) async throws -> Page<Account> {
        try await page(
            "/api/v1/accounts/\(id.segment)/following", query: [("limit", "80")],
            isSwapped: traits.swapsFollowerLinks)
    }

    /// How the person and some accounts stand to each other, in any order.
    package func relationships(with ids: [AccountID]) async throws -> [Relationship] {
        guard !ids.isEmpty else { return [] }
        let page: Page<Relationship> = try await page(
            "/api/v1/accounts/relationships", query: ids.map { ("id[]", $0.text) })
        return page.elements
    }

    /// Follows an account, or asks it to be allowed to.
    package func follow(_ id: AccountID) async throws -> Relationship {
        try await send(
            "POST", "/api/v1/accounts/\(id.segment)/follow", isRepeatable: true,
            parse: FeedReply.model)
    }

    /// Follows an account no longer.
    package func unfollow(_ id: AccountID) async throws -> Relationship {
        try await send(
            "POST", "/api/v1/accounts/\(id.segment)/unfollow", isRepeatable: true,
            parse: FeedReply.model)
    }
}
