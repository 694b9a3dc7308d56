package import FeedAPI
import TenonCore

/// A post, and what was said about it.
package struct Discussion: Sendable, Hashable {
    /// The post.
    package let post: Post
    /// What answers it, in the order of the server; `nil` where that is not known.
    package let answers: [Post]?
    /// What it answers; `nil` for nothing, and where that was never seen.
    package let answered: Post?
}

/// Somebody, and how the person stands to them.
package struct Profile: Sendable, Hashable {
    /// Who it is.
    package let account: Account
    /// How the two stand to each other; `nil` where that is not known, and for the person.
    package let relationship: Relationship?
}

extension FeedAccount {
    /// A post as it was seen last, with what was said about it; `nil` for one that was never seen.
    package func discussion(of id: PostID) async throws -> Discussion? {
        let (post, answered, answers): (Post?, Post?, [Post]?) =
            try await file.read { [number] records in
                let post: Post? = try records.thing(id.text, of: number)
                return (
                    post, try post?.answered.flatMap { try records.thing($0.text, of: number) },
                    try records.elements(of: Self.answers(to: id), number)
                )
            }
        guard let post else { return nil }
        var shown: [Post]?
        if let answers { shown = try await asTheyWillBe(answers) }
        return Discussion(
            post: try await asTheyWillBe([post])[0], answers: shown, answered: answered)
    }

    /// Asks for a post, and what was said about it.
    package func refreshDiscussion(of id: PostID) async throws {
        let post = try await client.post(id)
        let conversation = try await client.conversation(around: id)
        try await write { [number] records in
            try records.keep([post] + conversation.ancestors, of: number)
            try records.replace(
                Self.answers(to: id), with: conversation.descendants, of: number)
        }
        signal.send()
        await sendWaiting()
    }

    /// Deletes a post of the person.
    package func delete(_ id: PostID) async throws {
        try await client.delete(id)
        try await forget(id)
    }

    /// The people, posts and hashtags that the server found last; `nil` for what was never looked for.
    package func findings(of words: String) async throws -> Findings? {
        try await file.read { [number] records in
            let accounts: [Account]? = try records.elements(of: Self.people(of: words), number)
            let posts: [Post]? = try records.elements(of: Self.posts(of: words), number)
            let hashtags: [Hashtag]? = try records.elements(of: Self.tags(of: words), number)
            guard let accounts, let posts, let hashtags else { return nil }
            return Findings(accounts: accounts, posts: posts, hashtags: hashtags)
        }
    }

    /// Looks for people, posts and hashtags at the server.
    package func search(_ words: String) async throws -> Findings {
        let findings = try await client.search(words)
        try await write { [number] records in
            try records.replace(Self.people(of: words), with: findings.accounts, of: number)
            try records.replace(Self.posts(of: words), with: findings.posts, of: number)
            try records.replace(Self.tags(of: words), with: findings.hashtags, of: number)
        }
        return findings
    }

    /// Somebody as they were seen last; `nil` for who was never seen.
    package func profile(of id: AccountID) async throws -> Profile? {
        let id = resolve(id)
        let (account, relationship): (Account?, Relationship?) =
            try await file.read { [number] records in
                (
                    try records.thing(id.text, of: number),
                    try records.thing(id.text, of: number)
                )
            }
        guard let account else { return nil }
        let known = try await asTheyWillBe([relationship].compactMap(\.self))
        return Profile(account: account, relationship: known.first)
    }

    /// Asks for somebody, and how the person stands to them.
    package func refreshProfile(of id: AccountID) async throws {
        let id = resolve(id)
        let account = try await client.account(id)
        let relationships = isOwn(id) ? [] : try await client.relationships(with: [id])
        try await write { [number] records in
            try records.keep([account], of: number)
            try records.keep(relationships.filter { $0.account == id }, of: number)
        }
        signal.send()
        await sendWaiting()
    }

    private static func answers(to id: PostID) -> String { "answers \(id)" }

    // Servers find the same in capitals.
    private static func people(of words: String) -> String { "found people \(words.lowercased())" }
    private static func posts(of words: String) -> String { "found posts \(words.lowercased())" }
    private static func tags(of words: String) -> String { "found tags \(words.lowercased())" }
}
