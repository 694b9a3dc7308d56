import FeedAPI
import FeedTestSupport
import TenonCore
import TenonHTTP
import TenonNetworking
import TestSupport
import Testing

@Suite("FeedAPI on photofeed-server")
struct FeedTests {
    private let fixture: FeedServerFixture

    init() throws { fixture = try FeedServerFixture() }

    /// Lends a client of somebody who has signed in.
    private func run(
        as name: String = "ana", _ body: (FeedClient, HTTPNetworker) async throws -> Void
    ) async throws {
        try await RealNetwork.run { networker in
            try await body(try await fixture.client(name, networker), networker)
        }
    }

    @Test("walks through a feed by links: each post once, the newest first, back as well")
    func pages() async throws {
        try await run { client, _ in
            let instance = try await client.instance()
            #expect(instance.family == .mastodon && instance.limits.mediaTypes == ["image/png"])
            var page = try await client.homeFeed()
            var names: [String] = []
            for _ in 1...4 {
                names += page.elements.map(\.id.text)
                #expect(page.unreadable == 0)
                page = try await client.page(at: #require(page.older))
            }
            #expect(names.count == 160)
            #expect(names == names.sorted().reversed() && Set(names).count == 160)
            let newer = try await client.page(at: #require(page.newer))
            #expect(newer.elements.last.map(\.id.text) == names.last)
            let pictures = try await client.publicFeed()
            #expect(pictures.elements.count == 40)
            #expect(pictures.elements.allSatisfy { !$0.media.isEmpty })
            let media = pictures.elements.flatMap(\.media)
            #expect(media.allSatisfy { $0.blurhash?.count == 28 && $0.size != nil })
            #expect(media.contains { $0.description == nil })
            #expect(Set(media.compactMap { $0.size.map { $0.width * 100 / $0.height } }).count > 2)
        }
    }

    @Test("has a home of 2,000 posts by 60 people for whom the demonstration signs in")
    func home() async throws {
        try await run { client, _ in
            var page = try await client.homeFeed()
            var posts = page.elements
            while let older = page.older {
                page = try await client.page(at: older)
                posts += page.elements
            }
            #expect(posts.count == 2_000 && Set(posts.map(\.id)).count == 2_000)
            #expect(Set(posts.map(\.account.id)).count == 60)
        }
    }

    @Test("has one person and one post that mean no good, as they are")
    func traps() async throws {
        try await run { client, _ in
            let zoe = try await client.account(handle: "Zoe")
            #expect(zoe.displayName.hasPrefix("Zoe "))
            let posts = try await client.posts(of: zoe.id).elements
            let post = try #require(posts.first)
            let tags = post.hashtags.map(\.name).filter { $0.hasPrefix("trap") }
            let texts =
                [zoe.displayName, post.content] + tags + post.media.compactMap(\.description)
            #expect(texts.count == 3 + post.media.count)
            for text in texts {
                let scalars = Set(text.unicodeScalars)
                #expect(scalars.isSuperset(of: ["\u{1B}", "\u{202E}", "\u{2066}"]), "\(scalars)")
            }
            for other in posts.dropFirst() { #expect(!other.content.contains("\u{202E}")) }
        }
    }

    @Test("finds people, follows them and lets them go")
    func people() async throws {
        try await run { client, networker in
            let zoe = try await client.account(handle: "Zoe")
            #expect(try await client.account(zoe.id) == zoe)
            #expect(try await client.unfollow(zoe.id).isFollowing == false)
            let count = try await client.account(zoe.id).followers
            #expect(try await client.follow(zoe.id).isFollowing)
            #expect(try await client.follow(zoe.id).isFollowing)
            #expect(try await client.account(zoe.id).followers == count + 1)
            let own = try await client.ownAccount()
            #expect(try await client.followers(of: zoe.id).elements.first == own)
            #expect(
                try await client.following(of: own.id).elements.map(\.id).contains(zoe.id))
            let relations = try await client.relationships(with: [zoe.id, own.id])
            #expect(relations.map(\.isFollowing) == [true, false])
            #expect(await feedError { try await client.follow(own.id) }?.status == 403)
            let other = try await fixture.client("zoe", networker)
            let notice = try #require(try await other.notices().elements.first)
            #expect(notice.kind == .follow && notice.account?.id == own.id)
            #expect(
                try await client.posts(of: zoe.id).elements.allSatisfy { $0.account.id == zoe.id })
            let findings = try await client.search("zoe")
            #expect(findings.accounts.map(\.id) == [zoe.id])
            #expect(try await client.search("#sun").hashtags.map(\.name) == ["sunrise", "sunset"])
            let tagged = try await client.feed(of: #require(client.search("hills").hashtags.first))
            #expect(tagged.elements.allSatisfy { $0.hashtags.map(\.name).contains("hills") })
        }
    }

    @Test("likes a post once, and not any more")
    func likes() async throws {
        try await run { client, _ in
            let post = try #require(try await client.publicFeed().elements.first { !$0.isLiked })
            #expect(try await client.like(post.id).likes == post.likes + 1)
            #expect(try await client.like(post.id).likes == post.likes + 1)
            let own = try await client.ownAccount()
            #expect(try await client.likers(of: post.id).elements.first?.id == own.id)
            #expect(try await client.likedPosts().elements.first?.id == post.id)
            let after = try await client.unlike(post.id)
            #expect(after.likes == post.likes && !after.isLiked)
        }
    }

    @Test("posts a picture once, whatever is sent twice; answers; deletes")
    func posting() async throws {
        try await run { client, networker in
            let bytes = try await picture(networker)
            let media = try await client.upload(
                Picture(bytes, name: "my \"lake\".png", type: "image/png"), description: "A lake.",
                focus: Focus(x: 0.25, y: -0.5))
            #expect(media.size.map { [$0.width, $0.height] } == [160, 160])
            #expect(media.blurhash?.count == 28)
            #expect(media.description == "A lake." && media.focus == Focus(x: 0.25, y: -0.5))
            let changed = try await client.describe(media.id, description: "The lake.")
            #expect(changed.description == "The lake." && changed.focus == .middle)
            let draft = PostDraft("Hello <b> & #Lake", media: [media.id])
            let post = try await client.publish(draft)
            #expect(try await client.publish(draft).id == post.id)
            #expect(post.content.contains("&lt;b&gt; &amp; <a href="))
            #expect(post.hashtags.map(\.name) == ["lake"])
            #expect(post.media.first?.description == "The lake.")
            #expect(try await client.homeFeed().elements.first?.id == post.id)

            let other = try await fixture.client("ivo", networker)
            var answer = PostDraft("Where?")
            answer.answered = post.id
            let answered = try await other.publish(answer)
            let conversation = try await client.conversation(around: post.id)
            #expect(conversation.descendants.map(\.id) == [answered.id])
            #expect(
                try await client.conversation(around: answered.id).ancestors == [
                    client.post(post.id)
                ])
            #expect(try await client.notices().elements.first?.kind == .mention)
            #expect(await feedError { try await other.delete(post.id) } == nil)
            #expect(try await client.post(post.id).id == post.id)
            try await client.delete(post.id)
            try await client.delete(post.id)
            #expect(await feedError { try await client.post(post.id) }?.code == .feedMissing)
        }
    }

    /// A picture of the demonstration.
    private func picture(_ networker: HTTPNetworker) async throws -> [UInt8] {
        let address = try WebAddress("\(fixture.address)/pictures/people/1.png")
        let call = try NetworkCall(method: "GET", address, fields: [])
        return try await networker.perform(call).body
    }

    @Test("has a wide picture for everybody, in the proportions that other servers cut it to")
    func header() async throws {
        try await run { client, networker in
            let address = try #require(try await client.ownAccount().header)
            let call = try NetworkCall(method: "GET", address, fields: [])
            let bytes = try await networker.perform(call).body
            #expect(try ImageHeader(bytes).size == PictureSize(width: 900, height: 300))
        }
    }

    @Test("does not take what is no picture, and says so when it has looked")
    func badPictures() async throws {
        try await run { client, _ in
            let text = Picture(Array("hello".utf8), name: "a.png", type: "image/png")
            #expect(await feedError { try await client.upload(text) }?.code == .feedBadPicture)
            let other = Picture([1], name: "a.gif", type: "image/gif")
            #expect(await feedError { try await client.upload(other) }?.status == 422)
        }
    }

    @Test("may not see what is for others")
    func visibility() async throws {
        try await run { client, networker in
            var draft = PostDraft("For those who follow me")
            draft.visibility = .followers
            let post = try await client.publish(draft)
            let other = try await fixture.client("zoe", networker)
            let own = try await client.ownAccount()
            _ = try await other.unfollow(own.id)
            #expect(await feedError { try await other.post(post.id) }?.code == .feedMissing)
            #expect(await feedError { try await other.like(post.id) }?.code == .feedMissing)
            _ = try await other.follow(own.id)
            #expect(try await other.post(post.id).visibility == .followers)
        }
    }

    @Test("remembers how far one has read, on all machines and over a restart")
    func markers() async throws {
        try await run { client, _ in
            #expect(try await client.markers().home == nil)
            let post = try #require(try await client.homeFeed().elements.dropFirst(7).first)
            #expect(try await client.mark(home: post.id).home?.version == 1)
            let notice = try #require(try await client.notices().elements.first)
            _ = try await client.mark(home: post.id, notices: notice.id)
            let markers = try await client.markers()
            #expect(markers.home?.lastRead == post.id.text && markers.home?.version == 2)
            #expect(markers.notices?.lastRead == notice.id.text)
        }
        let before = fixture.server.end()
        #expect(before == 0)
        let again = try FeedServerFixture(in: fixture.folder)
        try await RealNetwork.run { networker in
            let client = try await again.client("ana", networker)
            #expect(try await client.markers().home?.version == 2)
        }
    }

    @Test("is told at once what happens, and what happened while it was away")
    func events() async throws {
        try await run { client, networker in
            let other = try await fixture.client("ivo", networker)
            let own = try await client.ownAccount()
            _ = try await other.follow(own.id)
            var draft = PostDraft("Look")
            draft.visibility = .unlisted
            var posted: PostID?
            var liked = false
            let instance = try await client.instance()
            for try await event in other.events(of: .person, at: instance.streaming) {
                switch event {
                case .connected:
                    posted = try await client.publish(draft).id
                case .posted(let post) where post.id == posted:
                    let mine = try await other.publish(PostDraft("Mine"))
                    _ = try await client.like(mine.id)
                case .noticed(let notice):
                    #expect(notice.kind == .like && notice.account?.id == own.id)
                    liked = true
                    try await client.delete(#require(posted))
                case .deleted(let id):
                    #expect(id == posted)
                    posted = nil
                case .posted, .changed, .cut: break
                }
                if posted == nil, liked { break }
            }
            #expect(liked)
        }
    }

    @Test("says it is a demonstration, and when there are too many requests")
    func limits() async throws {
        let browser = LoopbackHTTP(port: fixture.server.port)
        #expect(try await browser.send("GET", "/").text.contains("This is a demonstration"))
        let strict = try FeedServerFixture("--requests", "3")
        try await RealNetwork.run { networker in
            let client = try FeedClient(strict.address, networker, token: nil)
            var refusal: FeedError?
            while refusal == nil { refusal = await feedError { try await client.instance() } }
            let error = try #require(refusal)
            #expect(error.code == .feedRateLimited)
            #expect(try #require(error.retryAfter) <= .seconds(300))
            // The client knew it from the answer before, and did not ask.
            #expect(strict.folder.text(of: "log")?.contains("\"status\":429") == false)
        }
    }
}
