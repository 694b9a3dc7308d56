import TenonCore
import TenonNetworking

/// What all endpoints share: the database, the time, quotas, and those who listen.
struct FeedSite: Sendable {
    /// Who may call an endpoint.
    enum Access: Sendable {
        /// Anybody; a token that counts says who asks.
        case anybody
        /// A person whose token allows a scope.
        case person(String)
    }

    /// Answers a call.
    typealias Answer = @Sendable (FeedCall) async throws -> ServedReply

    /// The longest form that is read, in bytes.
    static let longestForm = 64 * 1_024

    let store: FeedStore
    let hub: EventHub
    let now: @Sendable () -> Timestamp
    /// How long the server takes for a picture.
    let processingTime: Duration
    /// How long a token counts; `nil` for ever.
    let tokenLife: Duration?
    let quota: RequestQuota
    let uploads: RequestQuota

    /// An endpoint of the API: with quotas, and errors in JSON.
    func endpoint(
        _ method: String, _ path: String, _ access: Access, bodyLimit: Int = longestForm,
        quota: RequestQuota? = nil, _ answer: @escaping Answer
    ) -> Endpoint {
        let quota = quota ?? self.quota
        return Endpoint(method, path, bodyLimit: method == "GET" ? 0 : bodyLimit) { request in
            let token = Self.token(of: request)
            let state = quota.count(token ?? "nobody", at: now())
            var reply: ServedReply
            do {
                guard !state.isExceeded else {
                    throw Refused(status: 429, message: "Too many requests")
                }
                let call = FeedCall(
                    request: request, visitor: try await visitor(token, access),
                    values: try Self.values(of: request))
                reply = try await answer(call)
            } catch let refusal as Refused {
                reply = FeedCall.reply(
                    .object([.init("error", .string(refusal.message))]), status: refusal.status)
            }
            reply.fields += state.fields + [("Date", HTTPDate.text(of: now()))]
            return reply
        }
    }

    private static func token(of request: ServedRequest) -> String? {
        guard let field = request.field("Authorization"), field.hasPrefix("Bearer ") else {
            return nil
        }
        return String(field.dropFirst("Bearer ".count))
    }

    private func visitor(_ token: String?, _ access: Access) async throws -> Visitor {
        var visitor: Visitor?
        if let token {
            let hash = SecretName.hash(token)
            let time = now().milliseconds
            visitor = try await store.read { try $0.visitor(token: hash, at: time) }
            // One that was taken back is an error everywhere.
            guard visitor != nil else { throw Refused.signedOut }
        }
        guard case .person(let scope) = access else { return visitor ?? .nobody }
        guard let visitor else { throw Refused.signedOut }
        guard visitor.allows(scope) else { throw Refused.outOfScope }
        return visitor
    }

    private static func values(of request: ServedRequest) throws -> FormValues {
        var values = FormValues(encoded: (request.query ?? "").utf8)
        let type = request.field("Content-Type") ?? ""
        if type.lowercased().hasPrefix("multipart/form-data") {
            guard let form = FormValues(multipart: request.body, type: type) else {
                throw Refused(status: 400, message: "The form cannot be read")
            }
            values.add(form)
        } else if !request.body.isEmpty {
            values.add(FormValues(encoded: request.body))
        }
        return values
    }

    /// All endpoints.
    var endpoints: [Endpoint] {
        signIn + instance + people + timelines + posts + media + notices + events + pictures
    }
}
