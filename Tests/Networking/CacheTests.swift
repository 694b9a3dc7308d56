import HTTPTypes
import TenonCore
import TenonNetworking
import Testing

@Suite("Replies that are kept")
struct CacheTests {
    private static func reply(
        _ text: String, _ fields: HTTPFields = [.eTag: "\"1\""]
    ) -> Result<NetworkReply, NetworkError> {
        .success(NetworkReply(status: .ok, fields: fields, body: Array(text.utf8)))
    }

    private static let unchanged = Result<NetworkReply, NetworkError>.success(
        NetworkReply(status: .notModified, fields: [.eTag: "\"2\""]))

    @Test("are asked about, and used again when nothing has changed")
    func revalidation() async throws {
        let networker = ScriptedNetworker(
            Self.reply("kept", [.eTag: "\"1\"", .lastModified: "then"]), Self.unchanged,
            Self.unchanged, Self.reply("new"))
        let controller = NetworkController(networker)
        for expected in ["kept", "kept", "kept", "new"] {
            #expect(try await controller.send(.text(try .sample())) == expected)
        }
        #expect(
            networker.calls.map { $0.fields[.ifNoneMatch] } == [nil, "\"1\"", "\"2\"", "\"2\""])
        #expect(
            networker.calls.map { $0.fields[.ifModifiedSince] } == [nil, "then", "then", "then"])
    }

    @Test("are whole replies to the parser, with the fields of the confirmation")
    func wholeReply() async throws {
        let networker = ScriptedNetworker(
            Self.reply("kept", [.eTag: "\"1\"", .contentLength: "4"]),
            .success(
                NetworkReply(
                    status: .notModified, fields: [.age: "7", .contentLength: "0"])))
        let controller = NetworkController(networker)
        let request = NetworkRequest.get(try .sample()) { $0 }
        _ = try await controller.send(request)
        let reply = try await controller.send(request)
        #expect(reply.statusCode == 200)
        #expect(reply.fields[.age] == "7")
        #expect(reply.fields[.contentLength] == "4")
    }

    @Test("are only those that can be asked about and may be kept")
    func unkept() async throws {
        let fields: [HTTPFields] = [
            [:], [.eTag: "\"1\"", .cacheControl: "private, No-Store"],
            [.eTag: "\"1\"", .vary: "*"],
        ]
        for fields in fields {
            let networker = ScriptedNetworker(Self.reply("x", fields))
            let controller = NetworkController(networker)
            for _ in 0..<2 { _ = try await controller.send(.text(try .sample())) }
            #expect(networker.calls.allSatisfy { $0.fields.isEmpty })
        }
    }

    @Test("are found by address and fields, and never for requests with credentials")
    func keys() async throws {
        let networker = ScriptedNetworker(Self.reply("x"))
        let controller = NetworkController(networker)
        let own = try #require(HTTPField.Name("X-Api-Key"))
        func send(_ path: String, _ fields: HTTPFields) async throws -> Bool {
            var request = NetworkRequest.get(try .sample(path), fields: fields) { _ in }
            request.credentialFields = [own]
            try await controller.send(request)
            return networker.calls.last?.fields[.ifNoneMatch] == "\"1\""
        }
        #expect(try await !send("/a", [.accept: "x"]))
        #expect(try await send("/a", [.accept: "x"]))
        #expect(try await !send("/a", [.accept: "y"]))
        #expect(try await !send("/b", [.accept: "x"]))
        for _ in 0..<2 { #expect(try await !send("/d", [.cacheControl: "no-store"])) }
        for name in [HTTPField.Name.authorization, .cookie, .range, own] {
            for _ in 0..<2 { #expect(try await !send("/c", [name: "x"])) }
        }
    }

    @Test("are not for other methods")
    func methods() async throws {
        let networker = ScriptedNetworker(Self.reply("x"))
        let controller = NetworkController(networker)
        for method in [HTTPRequest.Method.head, .put, .post] {
            for _ in 0..<2 {
                try await controller.send(NetworkRequest(method, try .sample()) { _ in })
            }
        }
        #expect(networker.calls.allSatisfy { $0.fields.isEmpty })
    }

    @Test("go when there is no more room, the least recently used first")
    func room() async throws {
        let networker = ScriptedNetworker { _, call in
            let size = call.address.path == "/huge" ? 100_000 : 10_000
            return NetworkReply(
                status: call.fields[.ifNoneMatch] == nil ? .ok : .notModified,
                fields: [.eTag: "\"1\""],
                body: Array(
                    repeating: 0, count: call.fields[.ifNoneMatch] == nil ? size : 0))
        }
        let controller = NetworkController(networker, keptBytes: 25_000)
        func isKept(_ path: String) async throws -> Bool {
            _ = try await controller.send(.bytes(try .sample(path)))
            return networker.calls.last?.fields[.ifNoneMatch] != nil
        }
        for path in ["/a", "/b"] { #expect(try await !isKept(path)) }
        #expect(try await isKept("/a"))
        #expect(try await !isKept("/c"))
        #expect(try await isKept("/a"))
        #expect(try await !isKept("/b"))
        for _ in 0..<2 { #expect(try await !isKept("/huge")) }
        #expect(try await isKept("/b"))
    }

    @Test("are not those that a redirection led to, and conditions do not travel")
    func redirected() async throws {
        let networker = ScriptedNetworker { number, call in
            switch number {
            case 1: try Self.reply("kept").get()
            case 2, 4: NetworkReply(status: .found, fields: [.location: "/there"])
            default: try Self.reply("other").get()
            }
        }
        let controller = NetworkController(networker)
        let request = NetworkRequest.text(try .sample("/here"))
        #expect(try await controller.send(request) == "kept")
        #expect(try await controller.send(request) == "other")
        #expect(networker.calls[1].fields[.ifNoneMatch] == "\"1\"")
        #expect(networker.calls[2].fields.isEmpty)
    }

    @Test("do not explain a 304 that nobody asked for")
    func unaskedConfirmation() async throws {
        let networker = ScriptedNetworker(Self.unchanged)
        let error = try await #require(throws: NetworkError.self) {
            try await NetworkController(networker).send(.text(try .sample()))
        }
        #expect(error.status == 304)
    }

    @Test("are not given to a request that wants less")
    func smallerRequest() async throws {
        let networker = ScriptedNetworker(Self.reply("kept"))
        let controller = NetworkController(networker)
        var request = NetworkRequest.text(try .sample())
        _ = try await controller.send(request)
        request.maximumReply = 3
        _ = try await controller.send(request)
        #expect(networker.calls.last?.fields.isEmpty == true)
        #expect(networker.calls.last?.maximumReply == 3)
    }
}
