import TenonCore
import TenonNetworking

extension FeedSite {
    /// What the server says about itself, on a page and for programs.
    var instance: [Endpoint] {
        [
            endpoint("GET", "/api/v2/instance", .anybody) { call in
                FeedCall.reply(Self.description(of: call))
            },
            endpoint("GET", "/api/v2/search", .person("read:search")) { [store] call in
                let words = call.values["q"] ?? ""
                let limit = min(40, max(1, Int(call.values.number("limit") ?? 20)))
                let name =
                    words.hasPrefix("@") || words.hasPrefix("#")
                    ? String(words.dropFirst()) : words
                return try await store.read { records in
                    let json = FeedJSON(
                        records: records, base: call.base, viewer: call.visitor.account)
                    guard !name.isEmpty else { return Self.findings([], [], []) }
                    return Self.findings(
                        try records.accounts(with: name, limit: limit).map(json.account),
                        try records.posts(with: name, limit: limit).compactMap(json.post),
                        try records.hashtags(beginning: name.lowercased(), limit: limit)
                            .map(json.hashtag))
                }
            },
            Endpoint("GET", "/") { request in
                .text(
                    SignInPage.welcome(server: request.authority), type: "text/html; charset=utf-8")
            },
        ]
    }

    private static func findings(
        _ accounts: [JSONValue], _ posts: [JSONValue], _ hashtags: [JSONValue]
    ) -> ServedReply {
        FeedCall.reply(
            .object([
                .init("accounts", .array(accounts)), .init("statuses", .array(posts)),
                .init("hashtags", .array(hashtags)),
            ]))
    }

    private static func description(of call: FeedCall) -> JSONValue {
        let posts = JSONValue.object([
            .init("max_characters", .number(500)), .init("max_media_attachments", .number(4)),
            .init("characters_reserved_per_url", .number(23)),
        ])
        let media = JSONValue.object([
            .init("supported_mime_types", .array([.string("image/png")])),
            .init("image_size_limit", .number(longestPicture)),
            .init("image_matrix_limit", .number(16 << 20)),
            .init("description_limit", .number(1_500)),
        ])
        let address = "ws\(call.base.dropFirst("http".count))"
        return .object([
            .init("domain", .string(call.request.authority)),
            .init("title", .string("PhotoFeed demonstration")),
            .init("version", .string("4.3.0")),
            .init("source_url", .string("")),
            .init(
                "description",
                .string("A demonstration: nobody here is real, and pictures are made on the spot.")),
            .init("languages", .array([.string("en")])),
            .init(
                "configuration",
                .object([
                    .init("urls", .object([.init("streaming", .string(address))])),
                    .init("statuses", posts), .init("media_attachments", media),
                ])),
            .init("registrations", .object([.init("enabled", .bool(false))])),
            .init("rules", .array([])),
        ])
    }
}
