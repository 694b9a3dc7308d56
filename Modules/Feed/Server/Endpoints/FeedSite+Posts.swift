import TenonCore
import TenonNetworking

extension FeedSite {
    private static let longestText = 500
    private static let mostPictures = 4

    /// Posts: to read, to like, to write, and to delete.
    var posts: [Endpoint] {
        [
            endpoint("POST", "/api/v1/statuses", .person("write:statuses")) {
                try await publish($0)
            },
            endpoint("GET", "/api/v1/statuses/{id}", .anybody) { [store] call in
                let id = try call.name()
                return try await store.read { try Self.reply(id, call, $0) }
            },
            endpoint("DELETE", "/api/v1/statuses/{id}", .person("write:statuses")) {
                try await delete($0)
            },
            endpoint("GET", "/api/v1/statuses/{id}/context", .anybody) { [store] call in
                let id = try call.name()
                return try await store.read { try Self.context(id, call, $0) }
            },
            endpoint("GET", "/api/v1/statuses/{id}/favourited_by", .anybody) { call in
                try await accounts(call) { records, id, range in
                    guard try records.post(id, for: call.visitor.account) != nil else {
                        throw Refused.missing
                    }
                    return try records.likers(of: id, in: range)
                }
            },
            endpoint("POST", "/api/v1/statuses/{id}/favourite", .person("write:favourites")) {
                try await like($0, isOn: true)
            },
            endpoint("POST", "/api/v1/statuses/{id}/unfavourite", .person("write:favourites")) {
                try await like($0, isOn: false)
            },
        ]
    }

    private static func reply(
        _ id: Int64, _ call: FeedCall, _ records: FeedRecords
    ) throws -> ServedReply {
        let json = FeedJSON(records: records, base: call.base, viewer: call.visitor.account)
        guard let post = try json.post(id) else { throw Refused.missing }
        return FeedCall.reply(post)
    }

    private static func context(
        _ id: Int64, _ call: FeedCall, _ records: FeedRecords
    ) throws -> ServedReply {
        let json = FeedJSON(records: records, base: call.base, viewer: call.visitor.account)
        guard let post = try records.post(id, for: call.visitor.account) else {
            throw Refused.missing
        }
        var ancestors: [JSONValue] = []
        var next = post.answered
        while next != 0, ancestors.count < 40, let post = try json.post(next) {
            ancestors.insert(post, at: 0)
            next = try records.post(next, for: call.visitor.account)?.answered ?? 0
        }
        let descendants = try records.descendants(of: id, limit: 60).compactMap(json.post)
        return FeedCall.reply(
            .object([
                .init("ancestors", .array(ancestors)), .init("descendants", .array(descendants)),
            ]))
    }

    private func like(_ call: FeedCall, isOn: Bool) async throws -> ServedReply {
        let (id, time, viewer) = (try call.name(), now(), call.visitor.account)
        let (reply, notice) = try await store.write { records in
            guard let post = try records.post(id, for: viewer) else { throw Refused.missing }
            var notice: NoticeRecord?
            if !isOn {
                try records.unlike(viewer, id)
            } else if try records.like(viewer, id, at: time) {
                notice = try records.notify(
                    post.account, "favourite", by: viewer, about: id, at: time)
            }
            return (try Self.reply(id, call, records), notice)
        }
        try await notify(notice, call)
        return reply
    }

    // MARK: - Writing

    private func publish(_ call: FeedCall) async throws -> ServedReply {
        let (time, viewer) = (now(), call.visitor.account)
        let key = call.request.field("Idempotency-Key") ?? ""
        let draft = try Self.draft(call, time)
        let (id, notice, isNew) = try await store.write { records in
            if !key.isEmpty, let known = try records.post(of: viewer, key: key) {
                return (known, NoticeRecord?.none, false)
            }
            var post = draft.post
            post.id = try records.newName(at: time)
            let media = try draft.media.map { try Self.unused($0, of: viewer, records) }
            post.hasMedia = !media.isEmpty
            var notice: NoticeRecord?
            if post.answered != 0 {
                guard let answered = try records.post(post.answered, for: viewer) else {
                    throw Refused.missing
                }
                notice = try records.notify(
                    answered.account, "mention", by: viewer, about: post.id, at: time)
            }
            try records.add(post, hashtags: HTMLText.hashtags(in: post.content))
            for (place, var picture) in media.enumerated() {
                (picture.post, picture.place) = (post.id, Int64(place))
                try records.update(picture)
            }
            if !key.isEmpty { try records.remember(post.id, of: viewer, key: key) }
            return (post.id, notice, true)
        }
        if isNew { try await announce(id, call) }
        try await notify(notice, call)
        return try await store.read { try Self.reply(id, call, $0) }
    }

    /// How many characters a text counts, as Mastodon counts: 23 for an address, whatever its length, and a
    /// handle without its server.
    private static func length(of text: String) -> Int {
        text.replacing(/https?:\/\/\S+/, with: String(repeating: "-", count: 23))
            .replacing(/(@\w+)@[\w.\-]+/) { $0.1 }.count
    }

    private static func draft(
        _ call: FeedCall, _ time: Timestamp
    ) throws -> (post: PostRecord, media: [Int64]) {
        let text = call.values["status"] ?? ""
        let media = call.values.all("media_ids[]")
        guard !text.isEmpty || !media.isEmpty else {
            throw Refused.invalid("Text can't be blank")
        }
        guard length(of: text) <= longestText else {
            throw Refused.invalid("Text character limit of \(longestText) exceeded")
        }
        guard media.count <= mostPictures else {
            throw Refused.invalid("Cannot attach more than \(mostPictures) files")
        }
        let visibility = call.values["visibility"] ?? "public"
        guard ["public", "unlisted", "private", "direct"].contains(visibility) else {
            throw Refused.invalid("Visibility is not included in the list")
        }
        let post = PostRecord(
            account: call.visitor.account, created: time.milliseconds, content: text,
            warning: call.values["spoiler_text"] ?? "", isSensitive: call.values.flag("sensitive"),
            visibility: visibility, language: call.values["language"] ?? "en",
            answered: call.values.number("in_reply_to_id") ?? 0)
        return (
            post,
            try media.map { text in
                guard let id = Int64(text) else { throw Refused.missing }
                return id
            }
        )
    }

    private static func unused(
        _ id: Int64, of account: Int64, _ records: FeedRecords
    ) throws -> MediaRecord {
        guard let media = try records.media(id), media.account == account, media.post == 0 else {
            throw Refused.missing
        }
        guard media.state == .ready else {
            throw Refused.invalid("Cannot attach files that have not finished processing")
        }
        return media
    }

    /// Tells those who listen and follow that there is a post.
    private func announce(_ id: Int64, _ call: FeedCall) async throws {
        let (json, audience, isPublic) = try await store.read { records in
            let author = call.visitor.account
            let json = try FeedJSON(records: records, base: call.base, viewer: author).post(id)
            let post = try records.post(id, for: author)
            let followers = try records.rows(
                "SELECT follower FROM follow WHERE followed = ?", [.integer(author)]
            ) { $0.integer(0) }
            let audience = post?.visibility == "direct" ? [author] : followers + [author]
            return (json, audience, post?.visibility == "public" && post?.hasMedia == true)
        }
        guard let json else { return }
        hub.send("update", json, to: .accounts(Set(audience)))
        if isPublic { hub.send("update", json, to: .everyone) }
    }

    private func delete(_ call: FeedCall) async throws -> ServedReply {
        let (id, viewer) = (try call.name(), call.visitor.account)
        let reply = try await store.write { records in
            guard let post = try records.post(id, for: viewer), post.account == viewer else {
                throw Refused.missing
            }
            let reply = try Self.reply(id, call, records)
            try records.remove(post: id)
            return reply
        }
        hub.send("delete", .string("\(id)"), to: .listeners)
        return reply
    }
}
