import FeedAPI
import FeedTestSupport
import Foundation
import TenonHTTP
import TenonTesting
import TestSupport
import Testing

@Suite("PhotoFeed and Wallet")
struct WalletTests {
    private static let file = "home/.local/share/photofeed/tokens/1"
    private static let passphrase = ["--passphrase-file", "passphrase"]

    /// Somebody who is signed in, with the token in a file, and has a vault whose agent runs.
    private final class Person {
        let feed: PhotoFeedFixture
        let token: String

        init() async throws {
            feed = try await PhotoFeedFixture()
            let feed = feed
            try await feed.run { pilot in
                try await feed.signIn("ana", pilot)
                try await pilot.wait(for: "Photograph")
            }
            token = try #require(feed.token())
            try feed.folder.write("correct horse battery staple\n", to: "passphrase")
            #expect(try await wallet(["init"] + WalletTests.passphrase).status == 0)
        }

        var kept: String? { feed.folder.text(of: WalletTests.file) }

        func wallet(_ arguments: [String]) async throws -> Program.Result {
            try await Program(
                built: "wallet",
                environment: feed.environment.merging(["WALLET_AGENT": "on"]) { $1 },
                folder: feed.folder.path
            ).run(arguments)
        }

        func photofeed(_ output: String, _ variables: [String: String] = [:]) throws
            -> HeadlessPhotoFeed
        {
            try HeadlessPhotoFeed(
                feed.environment.merging(variables) { $1 },
                output: "\(feed.folder.path)/\(output)")
        }

        func leave() async throws {
            _ = try await wallet(["agent", "stop"])
            await feed.networker.stop()
        }
    }

    @Test(
        "A token moves into the vault, is had from it, waits while it is locked, and is taken back")
    func moves() async throws {
        let person = try await Person()
        let first = try person.photofeed("first")
        try await until { person.kept == "wallet\n" }
        #expect(try first.end() == 0)
        let shown = try await person.wallet(["show", "PhotoFeed (1)", "--json", "--reveal"])
        #expect(shown.output.contains(person.token), "\(shown.errors)")

        // What the server has is asked for with the token of the vault.
        let second = try person.photofeed("second")
        try await second.says(#""location":"feed""#)
        try second.ask(#"{"do":"open","location":"user:self"}"#)
        try await second.says("Ana Almeida")
        try second.ask(#"{"do":"open","location":"menu"}"#)
        try await second.says("What keeps the sign-in of this account: Wallet")
        #expect(try second.end() == 0)

        #expect(try await person.wallet(["lock"]).status == 0)
        let third = try person.photofeed("third")
        try await third.says("Wallet says: The vault is locked.")
        _ = try third.end()
        #expect(person.kept == "wallet\n")

        // The agent that has ended is started for what it keeps.
        _ = try await person.wallet(["agent", "stop"])
        let fourth = try person.photofeed("fourth")
        try await fourth.says("Wallet says: The vault is locked.")
        _ = try fourth.end()

        #expect(try await person.wallet(["unlock"] + Self.passphrase).status == 0)
        let last = try person.photofeed("last")
        try await last.says(#""location":"feed""#)
        try last.ask(#"{"do":"open","location":"logout"}"#)
        try await last.says(#""location":"logout""#)
        try last.ask(#"{"do":"act","action":"log-out"}"#)
        try await until { person.kept == nil }
        #expect(try last.end() == 0)
        #expect(try await person.wallet(["show", "PhotoFeed (1)"]).status != 0)
        let client = try FeedClient(
            person.feed.address, person.feed.networker, token: person.token)
        #expect(await feedError { try await client.ownAccount() }?.isSignedOut == true)
        try await person.leave()
    }

    @Test("A person who wants files has the token in its file, and nothing is in the vault")
    func filesOnly() async throws {
        let person = try await Person()
        let program = try person.photofeed("first", ["PHOTOFEED_TOKEN_FILES": "true"])
        try program.ask(#"{"do":"open","location":"menu"}"#)
        try await program.says("in a file that only you may read")
        #expect(try program.end() == 0)
        #expect(person.kept?.contains(person.token) == true)
        #expect(try await person.wallet(["list", "--plain"]).output == "")
        try await person.leave()
    }
}
