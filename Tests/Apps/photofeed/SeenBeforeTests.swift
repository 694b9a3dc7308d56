import FeedAPI
import FeedTestSupport
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// One rule for all that the server has told: what was seen is there without it, and what was not is
/// called so.
@Suite("PhotoFeed without a network")
struct SeenBeforeTests {
    /// What one reads: the title, and the rows of all lists; `nil` until it is complete.
    private func shown(_ pilot: SessionPilot) -> [String]? {
        guard let screen = try? pilot.screen() else { return nil }
        let rows = screen.lists.flatMap { $0.rows.map { "\($0.id) \($0.title)" } }
        return switch screen.phase {
        case .ready: rows.isEmpty ? nil : [screen.title] + rows
        case .empty(let message, _): [screen.title, message]
        case .loading, .failed: nil
        }
    }

    @Test("each place is as it was seen, after a restart as well, and says that it is of before")
    func seen() async throws {
        let fixture = try await PhotoFeedFixture()
        let seen = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let client = try FeedClient(fixture.address, fixture.networker, token: fixture.token())
            let row = try pilot.firstRow()
            let id = try #require(PostID(row.id))
            let author = try await client.like(id).account.id
            var draft = PostDraft("So it was.")
            draft.answered = id
            _ = try await client.publish(draft)
            // Nobody has posted the last one, so that its list is empty.
            let locations = [
                "feed", "everyone", "liked", "notifications", "profile", "followers:self",
                "following:self", "user:\(author)", "followers:\(author)", "following:\(author)",
                "post:\(id)", "comments:\(id)", "likes:\(id)", "tag:water", "tag:nothingness",
            ]
            var seen: [(location: String, shown: [String])] = []
            for location in locations {
                try await pilot.open(location)
                try await pilot.wait("all of \(location)") { self.shown(pilot) != nil }
                seen.append((location, try #require(shown(pilot))))
            }
            return seen
        }
        fixture.stopServer()
        try await fixture.run { pilot in
            for (location, before) in seen {
                try await pilot.open(location)
                try await pilot.wait(for: "As it was seen last.")
                #expect(shown(pilot) == before, "\(location)")
                #expect(!pilot.sees("Not kept on this machine"), "\(location)")
            }
        }
        await fixture.networker.stop()
    }

    @Test("what was never seen is called so, with the reason, in the place of what is missing")
    func unseen() async throws {
        let fixture = try await PhotoFeedFixture()
        let post = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            return try pilot.firstRow().id
        }
        fixture.stopServer()
        let strange = [
            "tag:water", "post:424242", "comments:424242", "likes:424242", "user:424242",
            "followers:424242", "following:424242",
        ]
        try await fixture.run { pilot in
            for location in strange {
                try await pilot.open(location)
                try await pilot.wait(for: "Not kept on this machine")
                #expect(pilot.sees("cannot be reached."), "\(location)")
                guard case .failed = try pilot.screen().phase else {
                    Issue.record("\(location) looks as if it were there.")
                    continue
                }
            }
            // Of these a part is known, by the list that they stand on.
            for location in ["post:\(post)", "comments:\(post)"] {
                try await pilot.open(location)
                try await pilot.wait(for: "Not kept on this machine")
                #expect(pilot.sees("As it was seen last."), "\(location)")
                #expect(try pilot.screen().phase == .ready, "\(location)")
            }
            try await pilot.open("feed")
            try await pilot.wait(for: "Photograph")
            try await pilot.act("author", on: pilot.firstRow())
            try await pilot.wait(for: "Not kept on this machine")
            #expect(pilot.sees("As it was seen last."))
            #expect(pilot.sees("Followers"))
        }
        await fixture.networker.stop()
    }
}
