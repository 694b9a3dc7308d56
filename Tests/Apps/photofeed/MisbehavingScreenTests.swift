import FeedTestSupport
import Foundation
import Synchronization
import TenonCore
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

/// What a person reads when the server fails: why, and what was seen before.
@Suite("PhotoFeed says what is wrong with a server, and shows what was seen before")
struct MisbehavingScreenTests {
    private struct Case {
        let name: String
        let answer: [RawServer.Step]
        let words: [String]
    }

    /// A clock on which waiting ends soon, so that patience with a server does.
    private struct QuickClock: TimeTelling {
        /// How many times as fast as others it runs.
        private static let speed = 50
        private let clock = RunningClock()

        func now() -> Timestamp { clock.now() }

        func sinceBoot() -> Duration { clock.sinceBoot() * Self.speed }

        func sleep(for duration: Duration) async throws {
            try await clock.sleep(for: duration / Self.speed)
        }
    }

    private static let cases = [
        Case(
            name: "an internal error",
            answer: [.reply("<html>Oops</html>", status: "500 Oops")],
            words: ["had an internal problem (status 500).", "Try again later."]),
        Case(
            name: "plain text",
            answer: [
                .reply(
                    "Not today\u{1B}[31m", status: "422 No", fields: ["Content-Type: text/plain"])
            ], words: ["refused the request (status 422).", "It says: Not today"]),
        Case(
            name: "half an answer",
            answer: [.send("HTTP/1.1 200 OK\nContent-Length: 50\n\n[{"), .close],
            words: ["broke off.", "Try again."]),
        Case(
            name: "half of the content", answer: [.json(#"[{"id": "1", "#)],
            words: ["ends too early.", "Try again."]),
        Case(
            name: "a web page", answer: [.reply("<html>Welcome</html>")],
            words: ["A web page came in place of the reply", "wants a sign-in"]),
        Case(
            name: "no JSON", answer: [.json("Welcome")],
            words: ["is not what was expected.", "Check the address of the server."]),
        Case(
            name: "a limit by seconds",
            answer: [
                .json("{}", status: "429 Too Many Requests", fields: ["Retry-After: 240"])
            ], words: ["takes no more requests at the moment.", "Try again in 240 seconds."]),
        Case(
            name: "a limit by a clock that is years behind",
            answer: [
                .json(
                    "{}", status: "429 Too Many Requests",
                    fields: [
                        "X-RateLimit-Limit: 300", "X-RateLimit-Remaining: 0",
                        "Date: Thu, 26 Nov 2020 10:00:00 GMT",
                        "X-RateLimit-Reset: 2020-11-26T10:04:00.000000Z",
                    ])
            ], words: ["takes no more requests at the moment.", "Try again in 240 seconds."]),
        Case(
            name: "a sign-in that has expired",
            answer: [.json(#"{"error": "expired"}"#, status: "401 Unauthorized")],
            words: ["does not know this sign-in any more.", "Sign in again"]),
    ]

    @Test("in words on the lines, and in JSON")
    func words() async throws {
        let fixture = try await PhotoFeedFixture()
        let seen = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            return try pilot.firstRow().id
        }
        let answer = Mutex<[RawServer.Step]>([])
        let server = try fixture.replaceServer { _, _ in answer.withLock(\.self) }
        for wrong in Self.cases {
            answer.withLock { $0 = wrong.answer }
            let asked = server.requests.count
            let headless = try HeadlessPhotoFeed(
                fixture.environment, output: "\(fixture.folder.path)/said")
            try await headless.says("As it was seen last.")
            for word in wrong.words {
                #expect(headless.said.contains(word), "\(wrong.name)")
            }
            #expect(headless.said.contains(seen), "\(wrong.name)")
            #expect(try headless.end() == 0)
            let line = try await Program(built: "photofeed", environment: fixture.environment)
                .run(["--open", "feed"])
            let shown = line.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for word in wrong.words {
                #expect(shown.contains(word), "\(wrong.name): \(shown)")
            }
            #expect(shown.contains("Photograph"))
            #expect(!line.output.contains("\u{1B}"))
            #expect(server.requests.count > asked)
        }
        await fixture.networker.stop()
    }

    @Test("in words, when it begins a reply and does not go on")
    func slow() async throws {
        let fixture = try await PhotoFeedFixture()
        let seen = try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
            return try pilot.firstRow().id
        }
        let server = try fixture.replaceServer { _, _ in
            [.send("HTTP/1.1 200 OK\nContent-Length: 50\n\n[{"), .pause(.seconds(600))]
        }
        try await fixture.run(by: QuickClock()) { pilot in
            try await pilot.wait(for: "did not reply in time. Try again later.")
            #expect(pilot.sees("As it was seen last."))
            #expect(try pilot.firstRow().id == seen)
        }
        #expect(!server.requests.isEmpty)
        await fixture.networker.stop()
    }
}
