import TenonCore
import TenonNetworking
import TenonSecurity
import WalletSyncRequests

/// The paths of the server: who calls, with what, and how the answer is written.
struct SyncEndpoints: Sendable {
    let service: SyncService
    let gate: SignatureGate

    /// All of them; `openapi.json` describes each.
    var all: [Endpoint] {
        vaults + commits + blobs + devices + invitations + [
            Endpoint("GET", "/openapi.json") { _ in
                ServedReply(type: "application/json", body: PackageResources.openapi_json)
            }
        ]
    }

    // MARK: - Kinds of endpoints

    /// Content that is not longer is read before the database is asked: the fields of a request may have as much.
    private static let shortContent = 16 << 10

    /// An endpoint for signed requests.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path.
    ///   - bodyLimit: The longest body that is read, in bytes.
    ///   - content: What the body is to be; `nil` where there is none.
    ///   - answer: Answers a request.
    private func signed(
        _ method: String, _ path: String, bodyLimit: Int = 0,
        content: (@Sendable (ServedRequest, Caller) throws -> SyncService.Content)? = nil,
        _ answer: @escaping @Sendable (ServedRequest, SyncName, Caller) async throws -> ServedReply
    ) -> Endpoint {
        .admitting(method, path, bodyLimit: bodyLimit) { [gate, service] head in
            let caller = try gate.caller(of: head)
            let vault = try Self.name("vault", head)
            if let content = try content?(head, caller), let count = Self.longContent(of: head) {
                try await service.admit(content, of: count, to: vault, by: caller)
            }
            return { request in
                guard ContentDigest.isValid(caller.digest, for: request.body) else {
                    throw ProblemDocument.wrongDigest
                }
                return try await answer(request, vault, caller)
            }
        }
    }

    /// How many bytes of content a request announces, when they are many; 0 when it does not say how many.
    private static func longContent(of head: ServedRequest) -> Int? {
        guard head.field("Transfer-Encoding") == nil else { return 0 }
        let count = head.field("Content-Length").flatMap { Int($0) } ?? 0
        return count > shortContent ? count : nil
    }

    private static func name(
        _ parameter: String, _ request: ServedRequest
    ) throws(ProblemDocument) -> SyncName {
        guard let name = request.parameters[parameter].flatMap({ SyncName($0) }) else {
            throw .malformedName
        }
        return name
    }

    /// The value of a parameter of the query that a request may leave out, but not give twice.
    private static func optional(
        _ parameter: String, _ request: ServedRequest
    ) throws(ProblemDocument) -> String? {
        let values = request.queryValues(parameter)
        guard values.count <= 1 else { throw .malformedName }
        return values.first
    }

    /// The number of a commit, which has one spelling only.
    private static func number(_ text: String?) -> Int64? {
        guard let text, let number = Int64(text), number > 0, "\(number)" == text else {
            return nil
        }
        return number
    }

    private static let done = ServedReply(status: 204)

    private static func json(_ members: [JSONValue.Member], status: Int = 200) -> ServedReply {
        var body: [UInt8] = []
        JSONValue.object(members).write { body.append(contentsOf: $0) }
        return ServedReply(status: status, type: "application/json", body: body)
    }

    private static func reply(_ put: SyncService.Put) -> ServedReply {
        ServedReply(status: put == .new ? 201 : 200)
    }

    // MARK: - Vaults

    private var vaults: [Endpoint] {
        [
            signed("PUT", SyncPath.vault, bodyLimit: SyncLimit.registrationCode) {
                [service] request, vault, caller in
                Self.reply(
                    try await service.make(
                        vault, with: request.body, by: caller, from: request.client))
            },
            signed("GET", SyncPath.vault) { [service] _, vault, caller in
                let heads = try await service.heads(of: vault, for: caller).map { head in
                    JSONValue.Member(
                        head.device.description,
                        .object(
                            [
                                .init("number", .number(Int(head.number))),
                                .init("hash", .string(head.hash.hexadecimal())),
                            ] + (head.isFormer ? [.init("former", .bool(true))] : [])))
                }
                return Self.json([.init("heads", .object(heads))])
            },
            signed("DELETE", SyncPath.vault) { [service] _, vault, caller in
                try await service.remove(vault, by: caller)
                return Self.done
            },
        ]
    }

    // MARK: - Commits

    private var commits: [Endpoint] {
        [
            signed(
                "PUT", SyncPath.commit, bodyLimit: SyncLimit.commit,
                content: { .commit(try Self.number(of: $0, by: $1)) }
            ) { [service] request, vault, caller in
                Self.reply(
                    try await service.append(
                        request.body, try Self.number(of: request, by: caller), to: vault,
                        isAfterGap: try Self.isAfterGap(request), by: caller))
            },
            signed("GET", SyncPath.commits) { [service] request, vault, caller in
                guard let vector = LogVector(try Self.optional("after", request) ?? "") else {
                    throw ProblemDocument.malformedName
                }
                return ServedReply(
                    type: CommitPage.mediaType,
                    body: try await service.commits(
                        of: vault, by: try Self.author(request), after: vector, for: caller))
            },
            signed("DELETE", SyncPath.log) { [service] request, vault, caller in
                guard let first = Self.number(request.queryValue("from")),
                    let last = Self.number(request.queryValue("through")), first <= last
                else { throw ProblemDocument.malformedName }
                try await service.forget(
                    first...last, of: try Self.name("device", request), in: vault, by: caller)
                return Self.done
            },
            signed("GET", SyncPath.events) { [service] _, vault, caller in
                var reply = ServedReply(
                    type: VectorEvent.mediaType,
                    // Otherwise some proxies hold events back until there are many.
                    fields: [("X-Accel-Buffering", "no")])
                reply.pieces = try await service.events(of: vault, for: caller)
                return reply
            },
        ]
    }

    /// The number of a commit that its device brings, which alone writes its log.
    private static func number(
        of request: ServedRequest, by caller: Caller
    ) throws(ProblemDocument) -> Int64 {
        guard let number = Self.number(request.parameters["number"]) else { throw .malformedName }
        guard try Self.name("device", request) == caller.device else { throw .foreignDevice }
        return number
    }

    /// The device whose log alone is wanted; `nil` when all logs are.
    private static func author(_ request: ServedRequest) throws(ProblemDocument) -> SyncName? {
        guard let text = try optional("of", request) else { return nil }
        guard let author = SyncName(text) else { throw .malformedName }
        return author
    }

    private static func isAfterGap(_ request: ServedRequest) throws(ProblemDocument) -> Bool {
        switch try optional("gap", request) {
        case nil: false
        case "true": true
        default: throw .malformedName
        }
    }

    // MARK: - Files

    private var blobs: [Endpoint] {
        [
            signed(
                "PUT", SyncPath.blob, bodyLimit: SyncLimit.blob,
                content: { request, _ in .blob(try Self.name("name", request)) }
            ) { [service] request, vault, caller in
                Self.reply(
                    try await service.put(
                        request.body, as: try Self.name("name", request), in: vault, by: caller))
            },
            signed("GET", SyncPath.blob) { [service] request, vault, caller in
                ServedReply(
                    type: "application/octet-stream",
                    body: try await service.blob(
                        try Self.name("name", request), in: vault, for: caller))
            },
            signed("HEAD", SyncPath.blob) { [service] request, vault, caller in
                try await service.findBlob(
                    try Self.name("name", request), in: vault, for: caller)
                return ServedReply(type: "application/octet-stream", body: [])
            },
            signed("DELETE", SyncPath.blob) { [service] request, vault, caller in
                try await service.remove(
                    blob: try Self.name("name", request), from: vault, by: caller)
                return Self.done
            },
        ]
    }

    // MARK: - Devices

    private var devices: [Endpoint] {
        [
            signed("GET", SyncPath.devices) { [service] _, vault, caller in
                let devices = try await service.devices(of: vault, for: caller).map { device in
                    JSONValue.object([
                        .init("device", .string(device.device)),
                        .init(
                            "since",
                            .string(InternetTime.write(Timestamp(milliseconds: device.added)))),
                    ])
                }
                return Self.json([.init("devices", .array(devices))])
            },
            signed("PUT", SyncPath.device) { [service] request, vault, caller in
                Self.reply(
                    try await service.enrol(
                        try Self.name("device", request), in: vault, by: caller))
            },
            signed("DELETE", SyncPath.device) { [service] request, vault, caller in
                try await service.remove(
                    try Self.name("device", request), from: vault, by: caller)
                return Self.done
            },
        ]
    }

    // MARK: - Invitations

    private var invitations: [Endpoint] {
        [
            signed(
                "PUT", SyncPath.note, bodyLimit: SyncLimit.note,
                content: { request, _ in .note(try Self.name("invitation", request)) }
            ) { [service] request, vault, caller in
                let invitation = try Self.name("invitation", request)
                guard !request.body.isEmpty else { throw ProblemDocument.emptyNote }
                if try Self.isOffer(request) {
                    guard
                        let key = request.queryValue("key").flatMap({
                            Base64Text.bytes(ofURL: $0)
                        }), key.count == Ed25519.keyCount
                    else { throw ProblemDocument.malformedName }
                    try await service.offer(
                        request.body, invitation, publicKey: key, in: vault, by: caller)
                } else {
                    try await service.request(
                        request.body, invitation, in: vault, by: caller)
                }
                return ServedReply(status: 201)
            },
            signed("GET", SyncPath.note) { [service] request, vault, caller in
                ServedReply(
                    type: "application/octet-stream",
                    body: try await service.note(
                        isOffer: try Self.isOffer(request), try Self.name("invitation", request),
                        in: vault, for: caller))
            },
            signed("DELETE", SyncPath.note) { [service] request, vault, caller in
                // Both notes go together: one without the other is of no use.
                _ = try Self.isOffer(request)
                try await service.remove(
                    invitation: try Self.name("invitation", request), from: vault, by: caller)
                return Self.done
            },
        ]
    }

    private static func isOffer(_ request: ServedRequest) throws(ProblemDocument) -> Bool {
        switch request.parameters["note"] {
        case "offer": true
        case "request": false
        default: throw .noNote
        }
    }
}
