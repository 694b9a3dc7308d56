import HTTPTypes
import Synchronization

/// Replies that are kept to be asked about: "has it changed?" (RFC 9110, section 13).
///
/// Every use asks the server, which replies with 304 and no body when the kept one is still right.
/// What has been used least recently goes when there is no more room.
final class ValidatorCache: Sendable {
    /// The key of a cached reply: equal requests have the same one.
    struct Key: Hashable {
        fileprivate let address: WebAddress
        fileprivate let fields: HTTPFields

        /// `nil` for replies that are not cached: all but those to plain GET requests.
        ///
        /// With credentials a reply is personal, and the key would keep the credentials; with
        /// conditions or ranges the caller already does its own caching.
        init?(_ call: NetworkCall, credentials: Set<HTTPField.Name>) {
            let refused = Redirection.credentials.union(Redirection.conditions).union(credentials)
                .union([.range])
            guard call.method == .get, call.body.isEmpty,
                !call.fields.contains(where: { refused.contains($0.name) }),
                !call.fields.forbidKeeping
            else { return nil }
            address = call.address
            fields = call.fields
        }
    }

    private struct Entry {
        let reply: NetworkReply
        let cost: Int
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var cost = 0
        var uses = 0
    }

    /// What an entry costs beside its body, in bytes; an estimate.
    private static let overhead = 1024

    private let limit: Int
    private let state = Mutex(State())

    /// Makes an empty cache that keeps up to a number of bytes.
    init(limit: Int) { self.limit = limit }

    /// The kept reply to a request.
    func reply(to key: Key) -> NetworkReply? {
        state.withLock { state in
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return state.entries[key]?.reply
        }
    }

    /// Keeps a reply in the place of an earlier one; one that cannot be asked about removes it.
    func keep(_ reply: NetworkReply, to key: Key) {
        let cost = reply.body.count + Self.overhead
        state.withLock { state in
            if let old = state.entries.removeValue(forKey: key) { state.cost -= old.cost }
            guard Self.isKept(reply), cost <= limit else { return }
            state.uses += 1
            state.entries[key] = Entry(reply: reply, cost: cost, lastUse: state.uses)
            state.cost += cost
            while state.cost > limit,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries.removeValue(forKey: oldest.key)
                state.cost -= oldest.value.cost
            }
        }
    }

    private static func isKept(_ reply: NetworkReply) -> Bool {
        reply.statusCode == 200 && !reply.fields.forbidKeeping
            && reply.fields[.vary]?.contains("*") != true
            && (reply.fields[.eTag] != nil || reply.fields[.lastModified] != nil)
    }
}

extension HTTPFields {
    /// Whether nothing may be kept (RFC 9111, sections 5.2.1.5 and 5.2.2.5).
    fileprivate var forbidKeeping: Bool {
        self[.cacheControl]?.lowercased().contains("no-store") == true
    }
}

extension NetworkReply {
    /// The fields that ask whether this reply is still right.
    var conditions: HTTPFields {
        var result = HTTPFields()
        result[.ifNoneMatch] = fields[.eTag]
        result[.ifModifiedSince] = fields[.lastModified]
        return result
    }

    /// This reply after the server has confirmed it (RFC 9111, section 4.3.4).
    func updated(by confirmation: NetworkReply) -> NetworkReply {
        var result = self
        for field in confirmation.fields where field.name != .contentLength {
            result.fields[values: field.name] = confirmation.fields[values: field.name]
        }
        return result
    }
}
