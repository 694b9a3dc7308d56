import HTTPTypes
import TenonCore

/// The request that a redirection leads to (RFC 9110, section 15.4).
enum Redirection {
    /// What no other origin may see.
    static let credentials: Set<HTTPField.Name> = [.authorization, .cookie, .proxyAuthorization]
    /// Header fields that only apply to the original target.
    static let conditions: Set<HTTPField.Name> = [
        .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange,
    ]
    /// The header fields that describe a body.
    private static let content: Set<HTTPField.Name> = [
        .contentType, .contentLength, .contentEncoding, .contentLanguage, .contentLocation,
    ]
    private static let statuses: Set<Int> = [301, 302, 303, 307, 308]

    /// The request that a reply asks for; `nil` when it leads nowhere.
    ///
    /// - Throws: ``NetworkError`` (`network.redirection`) when the target is not allowed.
    static func next(
        after reply: NetworkReply, to call: NetworkCall, credentials own: Set<HTTPField.Name>
    ) throws -> NetworkCall? {
        guard statuses.contains(reply.statusCode), let target = reply.fields[.location] else {
            return nil
        }
        var next = call
        do {
            next.address = try call.address.resolving(target)
        } catch {
            throw NetworkError.redirection(
                call.address, "The target is not a web address.")
        }
        guard next.address.scheme == .https || call.address.scheme == .http else {
            throw NetworkError.redirection(
                call.address, "The target is not encrypted (\(next.address.origin)).")
        }
        var dropped = conditions
        // As all clients do since the first ones: only 307 and 308 keep the method and the body.
        let becomesGet =
            reply.statusCode == 303 && call.method != .head
            || [301, 302].contains(reply.statusCode) && call.method == .post
        if becomesGet {
            next.method = .get
            next.body = []
            dropped.formUnion(content)
        }
        if !next.address.hasOrigin(of: call.address) {
            guard next.body.isEmpty else {
                throw NetworkError.redirection(
                    call.address, "The data must not be sent to \(next.address.origin).")
            }
            dropped.formUnion(credentials.union(own))
        }
        next.fields.removeAll { dropped.contains($0.name) }
        return next
    }
}
