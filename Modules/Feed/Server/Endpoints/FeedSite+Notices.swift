import TenonCore
import TenonNetworking

extension FeedSite {
    private static let lists = ["home", "notifications"]

    /// What people are told, and how far they have read.
    var notices: [Endpoint] {
        [
            endpoint("GET", "/api/v1/notifications", .person("read:notifications")) {
                [store] call in
                let range = call.values.range(standard: 40, most: 80)
                return try await store.read { records in
                    let json = FeedJSON(
                        records: records, base: call.base, viewer: call.visitor.account)
                    let rows = try records.notices(of: call.visitor.account, in: range)
                    return call.page(
                        try rows.compactMap(json.notice), names: rows.map(\.id), range)
                }
            },
            endpoint("GET", "/api/v1/markers", .person("read:statuses")) { [store] call in
                let wanted = call.values.all("timeline[]")
                return try await store.read { records in
                    try Self.markers(wanted, call, records)
                }
            },
            endpoint("POST", "/api/v1/markers", .person("write:statuses")) { [store] call in
                let time = now()
                let changes = Self.lists.compactMap { list in
                    call.values["\(list)[last_read_id]"].map { (list, $0) }
                }
                return try await store.write { records in
                    for (list, name) in changes {
                        try records.mark(call.visitor.account, list, name, at: time)
                    }
                    return try Self.markers(changes.map(\.0), call, records)
                }
            },
        ]
    }

    private static func markers(
        _ wanted: [String], _ call: FeedCall, _ records: FeedRecords
    ) throws -> ServedReply {
        let json = FeedJSON(records: records, base: call.base, viewer: call.visitor.account)
        let markers = try records.markers(of: call.visitor.account)
        return FeedCall.reply(json.markers(markers.filter { wanted.contains($0.timeline) }))
    }

    /// Streams of what happens.
    var events: [Endpoint] {
        [
            endpoint("GET", "/api/v1/streaming/user", .person("read:statuses")) { call in
                stream(.account(call.visitor.account), call)
            },
            endpoint("GET", "/api/v1/streaming/public/media", .person("read:statuses")) { call in
                stream(.everyone, call)
            },
            endpoint("GET", "/api/v1/streaming/health", .anybody) { _ in .text("OK") },
        ]
    }

    private func stream(_ listener: EventHub.Listener, _ call: FeedCall) -> ServedReply {
        var reply = ServedReply(
            type: "text/event-stream", fields: [("Cache-Control", "no-store")])
        reply.pieces = hub.listen(
            listener, after: call.request.field("Last-Event-ID").flatMap { Int($0) })
        return reply
    }
}
