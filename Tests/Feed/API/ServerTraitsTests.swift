import FeedAPI
import FeedTestSupport
import Testing

@Suite("How servers differ")
struct ServerTraitsTests {
    @Test(
        "is known by the version that they tell",
        arguments: [
            ("4.3.2", "https://github.com/mastodon/mastodon", ServerFamily.mastodon),
            ("4.2.0+glitch", "", .mastodon), ("something new", "", .mastodon),
            ("3.5.3 (compatible; Pixelfed 0.12.4)", "", .pixelfed),
            (
                "0.17.3+git-7bd3a0d", "https://github.com/superseriousbusiness/gotosocial",
                .goToSocial
            ),
            ("takahe/0.11.0", "", .takahe),
        ])
    func families(_ version: String, _ source: String, _ family: ServerFamily) {
        #expect(ServerFamily(version: version, source: source) == family)
    }

    @Test("Mastodon differs from itself in nothing")
    func mastodon() { #expect(ServerFamily.mastodon.traits == .mastodon) }

    @Test("Pixelfed: followers' links are swapped, a handle is searched for, and more")
    func pixelfed() async throws {
        let traits = ServerFamily.pixelfed.traits
        #expect(!traits.knowsRepeatedPosts && traits.mediaLimit == 4)
        let server = try RawServer { _, request in
            if request.target.contains("/followers") {
                return [
                    .json(
                        #"[{"id": 1, "username": "a"}]"#,
                        fields: [
                            "Link: </api/v1/accounts/7/followers?cursor=b>; rel=\"prev\", "
                                + "</api/v1/accounts/7/followers?cursor=a>; rel=\"next\""
                        ])
                ]
            }
            if request.target.contains("/search") {
                return [
                    .json(
                        """
                        {"accounts": [{"id": 1, "username": "anna"}, {"id": 2, "username": "ana"}]}
                        """)
                ]
            }
            return [.json("{}", status: "503 Busy")]
        }
        try await RealNetwork.run { networker in
            let client = try FeedClient(server.address(), networker, traits: traits)
            let id = try #require(AccountID("7"))
            let page = try await client.followers(of: id)
            _ = try await client.page(at: #require(page.older))
            #expect(server.requests.last?.target.hasSuffix("cursor=b") == true)
            let further = try await client.page(at: #require(page.newer))
            #expect(server.requests.last?.target.hasSuffix("cursor=a") == true)
            #expect(further.older == page.older)
            #expect(try await client.account(handle: "Ana").id.text == "2")
            let error = await feedError {
                for try await _ in client.events(of: .person) {}
            }
            #expect(error?.code == .feedUnsupported)
        }
    }

    @Test("GoToSocial: it has no server-sent events")
    func goToSocial() async throws {
        var traits = ServerTraits.mastodon
        traits.hasEvents = false
        #expect(ServerFamily.goToSocial.traits == traits)
    }

    @Test("Takahē: 400 with plain text is a token that was taken back, and focus is not sent")
    func takahe() async throws {
        let traits = ServerFamily.takahe.traits
        let server = try RawServer { number, request in
            if request.line.hasPrefix("PUT") {
                return [.json(#"{"id": "1", "type": "image", "url": "http://a.example/"}"#)]
            }
            return number == 1
                ? [.reply("Invalid token", status: "400 Bad", fields: ["Content-Type: text/plain"])]
                : [.json(#"{"error": "bad"}"#, status: "400 Bad")]
        }
        try await RealNetwork.run { networker in
            let client = try FeedClient(server.address(), networker, traits: traits)
            #expect(await feedError { try await client.homeFeed() }?.isSignedOut == true)
            #expect(await feedError { try await client.homeFeed() }?.code == .feedRefused)
            _ = try await client.describe(
                #require(MediaID("1")), description: "A", focus: Focus(x: 1, y: 1))
            #expect(server.requests.last?.body == "description=A")
        }
    }
}
