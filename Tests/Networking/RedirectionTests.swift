import HTTPTypes
import TenonCore
import TenonNetworking
import Testing

@Suite("Redirections")
struct RedirectionTests {
    private let secret = HTTPField.Name("X-Api-Key")

    private static func moved(
        _ status: Int, _ location: String
    ) -> Result<NetworkReply, NetworkError> {
        .success(
            NetworkReply(
                status: HTTPResponse.Status(code: status), fields: [.location: location]))
    }

    @Test("are followed, relative ones as well", arguments: [301, 302, 303, 307, 308])
    func following(_ status: Int) async throws {
        let networker = ScriptedNetworker(
            Self.moved(status, "b?x=1"), Self.moved(status, "//other.example/c"), .text("there"))
        let text = try await NetworkController(networker).send(.text(try .sample("/a/a")))
        #expect(text == "there")
        #expect(
            networker.calls.map(\.address.text) == [
                "https://example.org/a/a", "https://example.org/a/b?x=1",
                "https://other.example/c",
            ])
    }

    @Test(
        "turn a post into a get as all clients do, or keep it",
        arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func posts(_ status: Int, _ method: String) async throws {
        let networker = ScriptedNetworker(Self.moved(status, "/b"), .text(""))
        let request = NetworkRequest.post(
            [1, 2], to: try .sample("/a"), fields: [.contentType: "text/plain", .accept: "*/*"]
        ) { _ in }
        try await NetworkController(networker).send(request)
        let second = try #require(networker.calls.last)
        #expect(second.method.rawValue == method)
        #expect(second.body == (method == "GET" ? [] : [1, 2]))
        #expect(second.fields[.contentType] == (method == "GET" ? nil : "text/plain"))
        #expect(second.fields[.accept] == "*/*")
    }

    @Test("may lead a post back to its own address, to be got there")
    func backToTheSameAddress() async throws {
        let networker = ScriptedNetworker(Self.moved(303, "/a"), .text(""))
        try await NetworkController(networker).send(.post([1], to: try .sample("/a")) { _ in })
        #expect(networker.calls.map(\.method) == [.post, .get])
    }

    @Test("take no credentials to another origin, and keep them at home")
    func credentials() async throws {
        let secret = try #require(secret)
        let networker = ScriptedNetworker(
            Self.moved(302, "/b"), Self.moved(302, "https://example.org:444/c"), .text(""))
        var request = NetworkRequest.get(
            try .sample("/a"),
            fields: [
                .authorization: "Bearer s3cret", .cookie: "a=s3cret", secret: "s3cret",
                .proxyAuthorization: "s3cret", .accept: "*/*",
            ]
        ) { _ in }
        request.credentialFields = [secret]
        try await NetworkController(networker).send(request)
        #expect(networker.calls[1].fields == request.fields)
        #expect(networker.calls[2].fields == [.accept: "*/*"])
    }

    @Test("take no body to another origin", arguments: [307, 308])
    func bodies(_ status: Int) async throws {
        let networker = ScriptedNetworker(Self.moved(status, "https://other.example/"))
        let error = try await #require(throws: NetworkError.self) {
            try await NetworkController(networker).send(
                .post([1], to: try .sample()) { _ in })
        }
        #expect(error.code == .networkRedirection)
        #expect(networker.calls.count == 1)
    }

    @Test("never lead from https to http, nor out of the web, nor is their query quoted")
    func refused() async throws {
        for target in [
            "http://example.org/?token=s3cret", "ftp://example.org", "https://a:s3cret@b/",
            "https://", "\u{1}",
        ] {
            let networker = ScriptedNetworker(Self.moved(302, target))
            let error = try await #require(throws: NetworkError.self, "\(target)") {
                try await NetworkController(networker).send(.text(try .sample()))
            }
            #expect(error.code == .networkRedirection)
            #expect(!"\(error)".contains("s3cret"))
            #expect(networker.calls.count == 1)
        }
    }

    @Test("may lead from http to https")
    func upgrade() async throws {
        let networker = ScriptedNetworker(Self.moved(301, "https://example.org/"), .text("safe"))
        let address = try WebAddress("http://example.org/")
        #expect(try await NetworkController(networker).send(.text(address)) == "safe")
    }

    @Test("are counted, and circles are noticed")
    func limits() async throws {
        let endless = ScriptedNetworker { number, _ in
            try Self.moved(302, "/\(number)").get()
        }
        let controller = NetworkController(endless, policy: .untimed(maximumRedirections: 3))
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(.text(try .sample()))
        }
        #expect(error.code == .networkRedirection)
        #expect(endless.calls.count == 4)

        let circle = ScriptedNetworker { number, _ in
            try Self.moved(302, number % 2 == 1 ? "/b" : "/a").get()
        }
        let circling = try await #require(throws: NetworkError.self) {
            try await NetworkController(circle).send(.text(try .sample("/a")))
        }
        #expect("\(circling)".contains("form a loop"))
        #expect(circle.calls.count == 2)
    }

    @Test("are refusals when none are to be followed, or when they lead nowhere")
    func notFollowed() async throws {
        let networker = ScriptedNetworker(Self.moved(302, "/b"))
        let controller = NetworkController(networker, policy: .untimed(maximumRedirections: 0))
        let error = try await #require(throws: NetworkError.self) {
            try await controller.send(.text(try .sample()))
        }
        #expect(error.status == 302)
        let nowhere = ScriptedNetworker(.success(NetworkReply(status: .found)))
        let second = try await #require(throws: NetworkError.self) {
            try await NetworkController(nowhere).send(.text(try .sample()))
        }
        #expect(second.status == 302)
    }

    @Test("make a post count as arrived, so that it is not sent again")
    func arrival() async throws {
        let networker = ScriptedNetworker { number, call in
            guard number == 2 else { return try Self.moved(307, "/b").get() }
            throw NetworkError.unreachable(call.address)
        }
        let policy = NetworkPolicy.untimed(retry: RetryPolicy(maximumAttempts: 3))
        let error = try await #require(throws: NetworkError.self) {
            try await NetworkController(networker, policy: policy, jitter: 0).send(
                .post([1], to: try .sample()) { _ in })
        }
        #expect(error.mayHaveArrived)
        #expect(networker.calls.count == 2)
    }
}
