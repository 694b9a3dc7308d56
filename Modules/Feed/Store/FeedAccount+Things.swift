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
        let (post, answered, known, answers): (Post?, Post?, ListRecord<Post>?, [Post]) =
            try await file.read { [number] records in
                let name = Self.answers(to: id)
                let known: ListRecord<Post>? = try records.list(name, of: number)
                let post: Post? = try records.thing(id.text, of: number)
                return (
                    post, try post?.answered.flatMap { try records.thing($0.text, of: number) },
                    known,
                    try records.elements(from: known?.shown ?? 0, 0..<1_000, of: name, number)
                )
            }
        guard let post else { return nil }
        return Discussion(
            post: try await asTheyWillBe([post])[0],
            answers: known == nil ? nil : try await asTheyWillBe(answers), answered: answered)
    }

    /// Asks for a post, and what was said about it.
    package func refreshDiscussion(of id: PostID) async throws {
        let post = try await client.post(id)
        let conversation = try await client.conversation(around: id)
        try await write { [number] records in
            try records.keep([post] + conversation.ancestors, of: number)
            let name = Self.answers(to: id)
            try records.clear(name, of: number)
            _ = try records.add(conversation.descendants, above: true, to: name, of: number)
            var known = ListRecord<Post>()
            known.shown = try records.edge(above: true, of: name, number)
            try records.set(known, name, of: number)
        }
        signal.send()
        await sendWaiting()
    }

    /// Deletes a post of the person.
    package func delete(_ id: PostID) async throws {
        try await client.delete(id)
        try await forget(id)
    }

    /// Looks for people, posts and hashtags at the server.
    package func search(_ words: String) async throws -> Findings {
        let findings = try await client.search(words)
        try await write { [number] records in
            try records.keep(findings.accounts, of: number)
            try records.keep(findings.posts, of: number)
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
}
