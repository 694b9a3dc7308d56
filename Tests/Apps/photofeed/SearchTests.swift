import FeedAPI
import FeedTestSupport
import TenonCore
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// Looking for people and hashtags.
@Suite("PhotoFeed finds")
struct SearchTests {
    @Test("people and hashtags, which lead to where they are; and says so when there is none")
    func search() async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.open("search")
            #expect(pilot.sees("Type a name"))
            try await pilot.search("yar")
            try await pilot.wait(for: "Yara Almeida")
            try await pilot.search("#sun")
            try await pilot.wait(for: "#sunrise")
            try await pilot.search("nobody-of-this-name")
            try await pilot.wait(for: "Nobody and nothing of that name was found.")
            try await pilot.search("#sun")
            try await pilot.wait(for: "#sunrise")
            try await pilot.choose("Open", on: "#sunrise")
            try await pilot.wait("the posts") {
                (try? pilot.screen().location.description) == "tag:sunrise"
            }
            try await pilot.back()
            try await pilot.search("yar")
            try await pilot.wait(for: "Yara Almeida")
            try await pilot.choose("Open", on: "Yara Almeida")
            try await pilot.wait(for: "@yara")
            fixture.stopServer()
            try await pilot.open("search")
            try await pilot.search("ana")
            try await pilot.wait(for: "Try again")
            try fixture.startServer()
            try await pilot.choose("Try again")
            try await pilot.wait(for: "Ana Almeida")
        }
        await fixture.networker.stop()
    }

    @Test("without the network what was found before, also after a restart, and says that it is")
    func seen() async throws {
        let fixture = try await PhotoFeedFixture()
        let searches = [
            ("yar", "Yara Almeida"), ("#sun", "#sunrise"),
            ("nobody-of-this-name", "Nobody and nothing of that name was found."),
        ]
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            try await pilot.open("search")
            for (words, found) in searches {
                try await pilot.search(words)
                try await pilot.wait(for: found)
            }
        }
        fixture.stopServer()
        try await fixture.run { pilot in
            try await pilot.open("search")
            for (words, found) in searches {
                try await pilot.search(words.uppercased())
                try await pilot.wait(for: "As it was seen last.")
                #expect(pilot.sees(found) && pilot.sees("cannot be reached."), "\(words)")
                #expect(pilot.offers("Try again"), "\(words)")
            }
            try await pilot.search("ana")
            try await pilot.wait(for: "Not kept on this machine")
            #expect(!pilot.sees("As it was seen last.") && pilot.offers("Try again"))
        }
        await fixture.networker.stop()
    }
}
