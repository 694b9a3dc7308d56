import FeedAPI
import FeedTestSupport
import TenonCore
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

@Suite("Sign-ins that end")
struct RenewalTests {
    @Test("are renewed while one reads, are kept, and count after a restart")
    func renewal() async throws {
        let fixture = try await PhotoFeedFixture("--token-life", "3600")
        let (first, second) = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            let first = try #require(fixture.token())
            try fixture.change("UPDATE token SET ends = 1")
            try await pilot.open("profile")
            try await pilot.wait(for: "Followers")
            try await pilot.wait("another token") { fixture.token() != first }
            #expect(try pilot.screen().location == Location(parsing: "profile"))
            return (first, try #require(fixture.token()))
        }
        try await fixture.run(at: "followers:self") { pilot in
            try await pilot.wait("people") { (try? pilot.firstRow()) != nil }
            #expect(fixture.token() == second)
        }
        let old = try FeedClient(fixture.address, fixture.networker, token: first)
        #expect(await feedError { try await old.ownAccount() }?.isSignedOut == true)
        let new = try FeedClient(fixture.address, fixture.networker, token: second)
        #expect(try await new.ownAccount().userName == "ana")
        await fixture.networker.stop()
    }

    @Test("are over when the server renews them no more, and not when it is away")
    func over() async throws {
        let fixture = try await PhotoFeedFixture("--token-life", "3600")
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try fixture.change("UPDATE token SET ends = 1")
            fixture.stopServer()
            try await pilot.open("notifications")
            try await pilot.open("feed")
            #expect(!pilot.offers("Sign in again"))
            try fixture.startServer()
            try fixture.change("DELETE FROM refresh")
            try await pilot.open("everyone")
            try await pilot.wait(for: "does not know this sign-in any more")
        }
        await fixture.networker.stop()
    }

    @Test("are gone on with when somebody has signed in again in another program")
    func again() async throws {
        let over = "does not know this sign-in any more"
        let fixture = try await PhotoFeedFixture("--token-life", "3600")
        try await fixture.run { first in
            try await fixture.signIn("ana", first)
            try await first.wait(for: "Photograph")
            let old = try #require(fixture.token())
            try fixture.change("UPDATE token SET ends = 1")
            try fixture.change("DELETE FROM refresh")
            try await first.open("everyone")
            try await first.wait(for: over)
            try await fixture.run { second in
                try await second.open("everyone")
                try await second.wait(for: over)
                try await second.choose("Sign in again")
                try await fixture.signIn("ana", second)
                try await second.wait(for: "Photograph")
            }
            let new = try #require(fixture.token())
            #expect(new != old)
            try await first.choose("Sign in again")
            try await first.wait(for: "Photograph")
            #expect(fixture.token() == new)
        }
        await fixture.networker.stop()
    }
}
