import TenonCore
import TenonNetworking

extension FeedSite {
    /// Lists of posts.
    var timelines: [Endpoint] {
        [
            endpoint("GET", "/api/v1/timelines/home", .person("read:statuses")) { call in
                try await posts(call) { try $0.home(of: call.visitor.account, in: $1) }
            },
            endpoint("GET", "/api/v1/timelines/public", .anybody) { call in
                let onlyMedia = call.values.flag("only_media")
                return try await posts(call) {
                    try $0.everyone(onlyMedia: onlyMedia, in: $1)
                }
            },
            endpoint("GET", "/api/v1/timelines/tag/{tag}", .anybody) { call in
                let query = FormValues(encoded: "tag=\(call.request.parameters["tag"] ?? "")".utf8)
                let tag = (query["tag"] ?? "").lowercased()
                return try await posts(call) { try $0.posts(tagged: tag, in: $1) }
            },
            endpoint("GET", "/api/v1/accounts/{id}/statuses", .anybody) { call in
                let id = try call.name()
                let onlyMedia = call.values.flag("only_media")
                return try await posts(call) {
                    try $0.posts(of: id, onlyMedia: onlyMedia, in: $1)
                }
            },
            endpoint("GET", "/api/v1/favourites", .person("read:favourites")) { call in
                try await posts(call) { try $0.liked(by: call.visitor.account, in: $1) }
            },
        ]
    }

    /// A page of posts; what who asks may not see is left out.
    private func posts(
        _ call: FeedCall,
        _ list:
            @escaping @Sendable (FeedRecords, Range) throws -> [(
                name: Int64, subject: Int64
            )]
    ) async throws -> ServedReply {
        let range = call.values.range(standard: 20, most: 40)
        return try await store.read { records in
            let json = FeedJSON(records: records, base: call.base, viewer: call.visitor.account)
            let rows = try list(records, range)
            return call.page(
                try rows.compactMap { try json.post($0.subject) }, names: rows.map(\.name), range)
        }
    }
}
