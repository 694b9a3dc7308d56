import TenonCore
import TenonHTTP
import TenonTesting
import TenonUI
import Testing

@Suite("The locations of PhotoFeed")
struct RouteTests {
    /// All of them but for signing in; `POST` stands for the name of a post.
    private static let all = [
        "feed", "everyone", "liked", "tag:water", "notifications", "search", "profile", "menu",
        "menu:room", "logout", "write", "user:self", "followers:self", "follower:self",
        "following:self", "post:POST", "comments:POST", "likes:POST", "write:POST",
    ]
    /// What somebody is led to who is not signed in.
    private static let waiting = ["likes:POST", "following:self", "tag:water", "menu:room"]

    @Test("lead each to a screen of its own, at once or after signing in")
    func screens() async throws {
        let fixture = try await PhotoFeedFixture()
        let post = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let post = try pilot.firstRow().id
            for location in Self.all.map({ $0.replacing("POST", with: post) }) {
                try await pilot.open(location)
                let screen = try pilot.screen()
                #expect(screen.location.description == location)
                #expect(!screen.title.isEmpty, "\(location)")
                if case .failed = screen.phase { Issue.record("\(location) failed.") }
            }
            try await pilot.open("logout")
            try await pilot.choose("Log out")
            try await pilot.wait(for: "Continue")
            return post
        }
        for location in Self.waiting.map({ $0.replacing("POST", with: post) }) {
            try await fixture.run(at: location) { pilot in
                #expect(pilot.sees("Sign in"))
                try await fixture.signIn("ana", pilot)
                try await pilot.wait("the screen that was asked for") {
                    (try? pilot.screen().location.description) == location
                }
                try await pilot.open("logout")
                try await pilot.choose("Log out")
                try await pilot.wait(for: "Continue")
            }
        }
        await fixture.networker.stop()
    }
}
