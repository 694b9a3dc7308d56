import FeedAPI
import FeedStore
import FormTestSupport
import TenonCore
import TenonHTTP
import TenonTesting
import TenonUI
import Testing

/// Types into every form of PhotoFeed and does whatever one can do meanwhile, by seeds.
@Suite("What is typed in PhotoFeed is in the form, kept, or was given up by an answer")
struct TypedTextTests {
    /// The scenes without a form of their own; whoever adds one adds it here, or to the forms.
    private static let others = [
        "feed", "everyone", "liked", "tag:water", "notifications", "search", "profile", "menu",
        "logout", "user:self", "followers:self", "follower:self", "following:self", "post:POST",
        "comments:POST", "likes:POST", "shares:POST",
    ]

    /// Both forms of a sign-in: one for the server, one for its code.
    private static func signIn(_ location: Location, _ address: String) -> [TypedForm] {
        let code = TypedForm(location, .saved { _ in [] }, avoiding: ["browser"]) { pilot in
            guard !pilot.sees("Sign in with the code") else { return }
            try await pilot.ask(address)
        }
        return [TypedForm(location), code]
    }

    /// The forms of somebody who is signed in.
    private static func forms(
        _ post: PostID, _ address: String, _ pilot: SessionPilot
    ) -> [TypedForm] {
        let room = FeedRoute.room.location()
        let saved = TypedForm.End.saved { typed in
            try await pilot.open("\(room)")
            let screen = try pilot.screen()
            return typed.filter { id, value in
                guard case .choice(let chosen, _)? = screen.field(id)?.kind else { return true }
                return value != .text(chosen)
            }.map(\.key)
        }
        return signIn(FeedRoute.addAccount.location(), address) + [
            TypedForm(room, saved), TypedForm(FeedRoute.write.location(), .kept),
            TypedForm(FeedRoute.answer.location(post), .kept),
        ]
    }

    @Test("on every screen with a form", arguments: [11 as UInt64, 23])
    func everywhere(_ seed: UInt64) async throws {
        let fixture = try await PhotoFeedFixture()
        let address = fixture.address
        try await fixture.run { pilot in
            var typist = Typist(
                pilot, seed: seed, home: FeedRoute.feed.location(),
                ways: [.open(FeedRoute.liked.location()), .open(FeedRoute.menu.location())])
            let signIn = Self.signIn(FeedRoute.signIn.location(), address)
            _ = try await typist.use(signIn)
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let row = try pilot.firstRow()
            let post = try #require(PostID(row.id))
            let yara = try await fixture.somebodyElse("yara")
            typist.change = { _ = try await yara.publish(PostDraft($0)) }
            let forms = Self.forms(post, address, pilot)
            let others = try Self.others.map {
                try Location(parsing: $0.replacing("POST", with: post.text))
            }
            let known = (signIn + forms).map(\.location) + others
            // It leads to the sign-in by itself.
            let passing = [FeedRoute.signInAgain.location()]
            let strange = try pilot.scenes(besides: known + passing)
            #expect(strange.isEmpty, "Scenes that this test does not know.")
            let found = try await pilot.forms(among: others).map { TypedForm($0) }
            let counts = try await typist.use(forms + found)
            for step in ["type", "act", "change", "stay", "leave"] {
                #expect(counts[step, default: 0] > 0, "\(step)")
            }
        }
        await fixture.networker.stop()
    }
}
