import FeedAPI
import FeedTestSupport
import Foundation
import TenonCore
import TenonHTTP
import TenonTesting
import TenonUI
import TestSupport
import Testing

@Suite("What comes to a running PhotoFeed from outside")
struct PushTests {
    private func whileRunning(
        _ body: (HeadlessPhotoFeed, [String: String]) async throws -> Void
    ) async throws {
        let fixture = try await PhotoFeedFixture()
        try await fixture.run { pilot in
            try await fixture.signIn("ana", pilot)
            try await pilot.wait(for: "Photograph")
        }
        let environment = fixture.environment.merging(
            ["XDG_RUNTIME_DIR": fixture.folder.path]) { $1 }
        let running = try HeadlessPhotoFeed(
            environment, output: "\(fixture.folder.path)/output")
        try await running.says(#""location":"feed""#)
        try await body(running, environment)
        #expect(try running.end() == 0)
        let left = try FileManager.default.contentsOfDirectory(
            atPath: "\(fixture.folder.path)/photofeed")
        #expect(left.isEmpty)
        await fixture.networker.stop()
    }

    @Test("a second start with a link opens it in the first one, and ends")
    func link() async throws {
        try await whileRunning { running, environment in
            let program = Program(built: "photofeed-headless", environment: environment)
            let result = try await program.run("open", "photofeed://user:self")
            #expect(result.status == 0)
            #expect(result.output.isEmpty && result.errors.isEmpty)
            try await running.says(#""location":"user:self""#)
            try await running.says("Ana Almeida")
        }
    }

    @Test("a push message says what it has to say, and leads to its screen")
    func push() async throws {
        try await whileRunning { running, environment in
            let program = Program(built: "photofeed", environment: environment)
            let payload = """
                {"aps": {"alert": {"title": "Ana", "body": "likes you"}, "urn": "menu"}}
                """
            let result = try await program.run(["push"], input: payload)
            #expect(result.status == 0)
            #expect(result.errors.isEmpty)
            try await running.says("Ana: likes you")
            try await running.says(#""location":"menu""#)
        }
    }

    @Test(
        "what is malformed, unknown or too long is refused in words of its own",
        arguments: [
            (#"{"aps": {"urn": "a:b:c"}}"#, Int32(1), #"There is nothing at "a:b:c"."#),
            ("{", 65, "The payload of a push message is malformed."),
            (#"{"aps": {"urn": ""}}"#, 64, "\"\" is not a location."),
            (String(repeating: " ", count: 5_000), 65, "The message is longer than 4096 bytes."),
        ])
    func refused(payload: String, status: Int32, words: String) async throws {
        try await whileRunning { _, environment in
            let program = Program(built: "photofeed", environment: environment)
            let result = try await program.run(["push"], input: payload)
            #expect(result.status == status)
            #expect(result.errors.contains(words))
        }
    }

    @Test("without a running program, a message says so, and a link begins there")
    func nobody() async throws {
        let folder = try TemporaryFolder()
        let environment = [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": folder.path,
        ]
        let push = try await Program(built: "photofeed", environment: environment)
            .run(["push"], input: #"{"aps": {"urn": "feed"}}"#)
        #expect(push.status == 69)
        #expect(push.errors.contains("No program is running that could take it."))
        let open = try await Program(built: "photofeed-headless", environment: environment)
            .run("open", "photofeed://user:self")
        #expect(open.status == 0)
        #expect(open.output.contains(#""location":"sign-in?then=user%3Aself""#))
    }
}
