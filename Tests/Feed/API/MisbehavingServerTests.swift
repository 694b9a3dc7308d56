import FeedAPI
import FeedTestSupport
import TenonCore
import TenonNetworking
import Testing

@Suite("A feed server that misbehaves")
struct MisbehavingServerTests {
    private static let account = #"{"id": "7", "username": "ana"}"#

    /// Lends a client for a server with a script.
    private func run(
        policy: NetworkPolicy = RealNetwork.policy, _ script: @escaping RawServer.Script,
        _ body: (FeedClient, RawServer) async throws -> Void
    ) async throws {
        let server = try RawServer(script)
        try await RealNetwork.run { networker in
            try await body(try FeedClient(server.address(), networker, policy: policy), server)
        }
    }

    @Test("is asked again after a failure, and given up on after the third")
    func failures() async throws {
        try await run { number, _ in
            number == 3
                ? [.json(Self.account)] : [.reply("<html>Oops</html>", status: "500 Oops")]
        } _: { client, server in
            let account = try await client.ownAccount()
            #expect(account.userName == "ana")
            #expect(server.requests.count == 3)
        }
        try await run { _, _ in
            [.reply("", status: "502 Bad Gateway")]
        } _: { client, server in
            let error = await feedError { try await client.ownAccount() }
            #expect(error?.status == 502)
            #expect(server.requests.count == 3)
        }
    }

    @Test("is not waited for without end, and does not pass off half a reply as a whole one")
    func slowAndCut() async throws {
        let hasty = NetworkPolicy(
            timeouts: NetworkTimeouts(attempt: .milliseconds(300)), retry: .never)
        try await run(policy: hasty) { _, _ in
            [.send("HTTP/1.1 200 OK\nContent-Length: 50\n\n[{"), .pause(.seconds(600))]
        } _: { client, _ in
            let error = try #require(await feedError { try await client.homeFeed() })
            #expect(error.code == .networkTimedOut)
            #expect("\(error)".contains("did not reply in time. Try again later."), "\(error)")
        }
        try await run { _, _ in
            [.send("HTTP/1.1 200 OK\nContent-Length: 50\n\n[{\"id\": 1"), .close]
        } _: { client, _ in
            #expect(await feedError { try await client.homeFeed() }?.code == .networkInterrupted)
        }
    }

    @Test(
        "replies with something that is not the list: each has its words, and none of it is shown",
        arguments: [
            (#"[{"id": 1, "account": {"id""#, "ends too early. Try again."),
            (#"[{"id": 1}"#, "ends too early. Try again."),
            (#"{"error": tru"#, "ends too early. Try again."), ("", "ends too early. Try again."),
            (" <!DOCTYPE html><title>Wi-Fi</title>", "A web page came in place of the reply of"),
            ("<html><body>hunter2 [1]</body></html>", "whether this network wants a sign-in"),
            ("hunter2", "is not what was expected. Check the address of the server."),
            ("[hunter2]", "is not what was expected."), ("[1, 2] hunter2 ]", "is not what was"),
            ("{}", "is not what was expected."), ("7", "is not what was expected."),
        ])
    func wrongContent(_ body: String, _ words: String) async throws {
        // Whatever the reply calls itself.
        for type in ["application/json", "text/html"] {
            try await run { _, _ in
                [.reply(body, fields: ["Content-Type: \(type)"])]
            } _: { client, _ in
                let error = try #require(await feedError { try await client.homeFeed() })
                #expect(error.code == .feedUnreadable)
                #expect("\(error)".contains(words), "\(error)")
                #expect(!"\(error) \(String(reflecting: error))".contains("hunter2"))
            }
        }
    }

    @Test("ends the connection in the middle of a reply: that is said, whatever its form")
    func endsEarly() async throws {
        let replies = [
            "HTTP/1.1 200 OK\nContent-Length: 50\n\n[{\"id\": 1", "HTTP/1.1 200 OK\nX-A: 1\n",
            "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n9\n[{\"id\": 1\n", "",
        ]
        for reply in replies {
            try await run { _, _ in
                [.send(reply), .close]
            } _: { client, _ in
                let error = try #require(await feedError { try await client.homeFeed() })
                #expect("\(error)".contains("broke off. Try again."), "\(reply): \(error)")
            }
        }
        // Where only the end of the connection ends a reply, its content tells.
        try await run { _, _ in
            [.send("HTTP/1.0 200 OK\n\n[{\"id\": 1"), .close]
        } _: { client, _ in
            let error = try #require(await feedError { try await client.homeFeed() })
            #expect("\(error)".contains("ends too early. Try again."), "\(error)")
        }
    }

    @Test(
        "explains itself in JSON, plain text or HTML, of which one harmless line is shown",
        arguments: [
            (
                #"{"error": "Too long", "error_description": "The text\n is too long"}"#, "json",
                "The text is too long"
            ),
            (#"{"error": "Validation failed"}"#, "json", "Validation failed"),
            ("Not\n now", "plain", "Not now"), ("<html><b>No</b></html>", "html", nil),
            ("<b>No</b>", "plain", nil), (#"{"error": "<b>No</b>"}"#, "json", nil),
            ("", "plain", nil),
        ] as [(String, String, String?)])
    func explanations(_ body: String, _ kind: String, _ words: String?) async throws {
        let type = kind == "json" ? "application/json" : "text/\(kind)"
        try await run { _, _ in
            [.reply(body, status: "422 No", fields: ["Content-Type: \(type)"])]
        } _: { client, _ in
            let error = try #require(await feedError { try await client.ownAccount() })
            #expect(error.code == .feedRefused && error.status == 422)
            let text = "\(error)"
            #expect(words.map { text.contains($0) } ?? !text.contains("It says"))
            #expect(!text.contains("<"))
        }
    }

    @Test("forgets a token: 401 means signed out, and no error has the token in it")
    func expired() async throws {
        try await run { _, _ in
            [.json(#"{"error": "The access token expired"}"#, status: "401 Unauthorized")]
        } _: { client, server in
            let error = try #require(await feedError { try await client.homeFeed() })
            #expect(error.isSignedOut)
            #expect(server.requests.first?.fields["authorization"] == "Bearer token-of-ana")
            #expect(!"\(error) \(String(reflecting: error))".contains("token-of-ana"))
            #expect(!String(reflecting: client).contains("token-of-ana"))
        }
    }

    @Test("sends lists of which some elements mean nothing: the others are taken")
    func lists() async throws {
        try await run { number, _ in
            switch number {
            case 1: [.json(#"[null, 7, {"id": null}, {"id": 1, "account": \#(Self.account)}, []]"#)]
            case 2: [.json(#"{"id": 1}"#)]
            default: [.json("[1, ")]
            }
        } _: { client, _ in
            let page = try await client.homeFeed()
            #expect(page.elements.map(\.id.text) == ["1"])
            #expect(page.unreadable == 4)
            #expect(await feedError { try await client.homeFeed() }?.code == .feedUnreadable)
            #expect(await feedError { try await client.homeFeed() }?.code == .feedUnreadable)
        }
    }

    // MARK: - Pages

    @Test("offers pages without end: each is one request, and one that leads to itself is the last")
    func endlessPages() async throws {
        let post = #"[{"id": 1, "account": \#(Self.account)}]"#
        try await run { number, request in
            let target = number < 4 ? "/api/v1/timelines/home?max_id=\(number)" : request.target
            return [.json(post, fields: ["Link: <\(target)>; rel=\"next\""])]
        } _: { client, server in
            var page = try await client.homeFeed()
            for _ in 1...3 { page = try await client.page(at: #require(page.older)) }
            #expect(page.older == nil)
            #expect(server.requests.count == 4)
        }
        try await run { _, _ in
            [.json("[]", fields: ["Link: </api/v1/timelines/home?max_id=1>; rel=\"next\""])]
        } _: { client, _ in
            let page = try await client.homeFeed()
            #expect(page.older == nil)
        }
    }

    @Test("leads to the pages of another server: the link is not handed out")
    func foreignPages() async throws {
        let other = try RawServer { _, _ in [.json("[]")] }
        try await run { _, _ in
            [
                .json(
                    #"[{"id": 1, "account": \#(Self.account)}]"#,
                    fields: [
                        "Link: <\(other.address("/x"))>; rel=\"next\", <//evil.example/>; rel=prev"
                    ])
            ]
        } _: { client, _ in
            let page = try await client.homeFeed()
            #expect(page.older == nil && page.newer == nil)
        }
    }

    @Test("redirects to another server, which does not get the token")
    func redirection() async throws {
        let other = try RawServer { _, _ in [.json(Self.account)] }
        let target = other.address("/stolen")
        try await run { _, _ in
            [.reply("", status: "302 Found", fields: ["Location: \(target)"])]
        } _: { client, server in
            _ = try await client.ownAccount()
            #expect(server.requests.first?.fields["authorization"] != nil)
            #expect(other.requests.map(\.target) == ["/stolen"])
            #expect(other.requests.first?.fields["authorization"] == nil)
        }
        try await run { _, _ in
            [.reply("", status: "307 Again", fields: ["Location: \(target)"])]
        } _: { client, _ in
            let error = await feedError { try await client.publish(PostDraft("secret")) }
            #expect(error?.code == .networkRedirection)
            #expect(other.requests.count == 1)
        }
    }

    // MARK: - Quotas

    @Test("wants to be left alone until a time of its own clock: nothing is sent until then")
    func rateLimits() async throws {
        try await run { _, _ in
            [
                .json(
                    #"{"error": "Too many requests"}"#, status: "429 Too Many Requests",
                    fields: [
                        "X-RateLimit-Limit: 300", "X-RateLimit-Remaining: 0",
                        "Date: Thu, 26 Nov 2020 10:00:00 GMT",
                        "X-RateLimit-Reset: 2020-11-26T10:04:00.000000Z",
                    ])
            ]
        } _: { client, server in
            let error = try #require(await feedError { try await client.homeFeed() })
            #expect(error.code == .feedRateLimited)
            #expect(error.retryAfter == .seconds(240))
            let again = try #require(await feedError { try await client.notices() })
            #expect(again.code == .feedRateLimited)
            #expect(try #require(again.retryAfter) <= .seconds(240))
            #expect(server.requests.count == 1)
            // Writing is counted apart.
            _ = await feedError { try await client.publish(PostDraft("x")) }
            #expect(server.requests.count == 2)
        }
    }

    @Test("says Retry-After, which is waited for")
    func retryAfter() async throws {
        try await run { number, _ in
            number == 1
                ? [.reply("", status: "429 Too Many Requests", fields: ["Retry-After: 1"])]
                : [.json(Self.account)]
        } _: { client, server in
            // Time: at least this long; a busy machine takes longer.
            let start = ContinuousClock.now
            _ = try await client.ownAccount()
            #expect(start.duration(to: .now) >= .seconds(1))
            #expect(server.requests.count == 2)
        }
    }

    @Test("breaks off while one posts: nothing is sent again by itself, and then with the same key")
    func idempotency() async throws {
        try await run { number, _ in
            number == 1 ? [.close] : [.json(#"{"id": 1, "account": \#(Self.account)}"#)]
        } _: { client, server in
            let draft = PostDraft("Grüße & mehr", media: [try #require(MediaID("a/b"))])
            #expect(await feedError { try await client.publish(draft) }?.isWithoutEffect == false)
            #expect(server.requests.count == 1)
            _ = try await client.publish(draft)
            #expect(
                server.requests.map { $0.fields["idempotency-key"] }
                    == [draft.key.text, draft.key.text])
            #expect(
                server.requests.last?.body
                    == "status=Gr%C3%BC%C3%9Fe%20%26%20mehr&visibility=public&media_ids%5B%5D=a%2Fb"
            )
        }
    }

    @Test("has names that are no numbers, which stay one part of the path")
    func names() async throws {
        try await run { _, _ in
            [.json("{}", status: "404 Not Found")]
        } _: { client, server in
            let error = await feedError { try await client.post(#require(PostID("01H/../?x#y"))) }
            #expect(error?.code == .feedMissing)
            #expect(server.requests.first?.target == "/api/v1/statuses/01H%2F..%2F%3Fx%23y")
        }
    }
}
