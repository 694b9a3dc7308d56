import TenonCore
import TenonNetworking

extension FeedSite {
    /// People, and who follows whom.
    var people: [Endpoint] {
        [
            endpoint("GET", "/api/v1/accounts/verify_credentials", .person("read:accounts")) {
                try await account($0, $0.visitor.account)
            },
            endpoint("GET", "/api/v1/accounts/lookup", .anybody) { [store] call in
                let handle = (call.values["acct"] ?? "").trimmingPrefix("@")
                let name = String(handle.prefix { $0 != "@" })
                guard let found = try await store.read({ try $0.account(named: name) }) else {
                    throw Refused.missing
                }
                return try await account(call, found.id)
            },
            endpoint("GET", "/api/v1/accounts/relationships", .person("read:follows")) {
                [store] call in
                let names = (call.values.all("id[]") + call.values.all("id")).prefix(80)
                    .compactMap { Int64($0) }
                return try await store.read { records in
                    let json = FeedJSON(
                        records: records, base: call.base, viewer: call.visitor.account)
                    return FeedCall.reply(
                        .array(
                            try names.filter { try records.account($0) != nil }
                                .map(json.relationship)))
                }
            },
            endpoint("GET", "/api/v1/accounts/{id}", .anybody) {
                try await account($0, try $0.name())
            },
            endpoint("GET", "/api/v1/accounts/{id}/followers", .anybody) { call in
                try await accounts(call) { try $0.followers(of: $1, in: $2) }
            },
            endpoint("GET", "/api/v1/accounts/{id}/following", .anybody) { call in
                try await accounts(call) { try $0.following(of: $1, in: $2) }
            },
            endpoint("POST", "/api/v1/accounts/{id}/follow", .person("write:follows")) {
                try await follow($0, isOn: true)
            },
            endpoint("POST", "/api/v1/accounts/{id}/unfollow", .person("write:follows")) {
                try await follow($0, isOn: false)
            },
        ]
    }

    private func account(_ call: FeedCall, _ id: Int64) async throws -> ServedReply {
        try await store.read { records in
            let json = FeedJSON(records: records, base: call.base, viewer: call.visitor.account)
            guard let account = try json.account(id) else { throw Refused.missing }
            return FeedCall.reply(account)
        }
    }

    /// A page of accounts.
    func accounts(
        _ call: FeedCall,
        _ list:
            @escaping @Sendable (FeedRecords, Int64, Range) throws -> [(
                name: Int64, subject: Int64
            )]
    ) async throws -> ServedReply {
        let id = try call.name()
        let range = call.values.range(standard: 40, most: 80)
        return try await store.read { records in
            let json = FeedJSON(records: records, base: call.base, viewer: call.visitor.account)
            let rows = try list(records, id, range)
            return call.page(
                try rows.compactMap { try json.account($0.subject) }, names: rows.map(\.name), range
            )
        }
    }

    private func follow(_ call: FeedCall, isOn: Bool) async throws -> ServedReply {
        let (id, time, viewer) = (try call.name(), now(), call.visitor.account)
        guard id != viewer else {
            throw Refused(status: 403, message: "This action is not allowed")
        }
        let (reply, notice) = try await store.write { records in
            guard try records.account(id) != nil else { throw Refused.missing }
            var notice: NoticeRecord?
            if !isOn {
                try records.unfollow(viewer, id)
            } else if try records.follow(viewer, id, at: time) {
                notice = try records.notify(id, "follow", by: viewer, at: time)
            }
            let json = FeedJSON(records: records, base: call.base, viewer: viewer)
            return (FeedCall.reply(try json.relationship(with: id)), notice)
        }
        try await notify(notice, call)
        return reply
    }

    /// Tells somebody who listens what just happened.
    func notify(_ notice: NoticeRecord?, _ call: FeedCall) async throws {
        guard let notice else { return }
        let json = try await store.read { records in
            try FeedJSON(records: records, base: call.base, viewer: notice.account).notice(notice)
        }
        if let json { hub.send("notification", json, to: .accounts([notice.account])) }
    }
}
