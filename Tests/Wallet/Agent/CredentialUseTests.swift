import Foundation
import Synchronization
import TenonCore
import TenonSecurity
import TenonTesting
import TestSupport
import Testing
import WalletAgentClient
import WalletAgentLink
import WalletAgentMessages
import WalletCredentials
import WalletVault

@testable import WalletAgent  // Other modules see its socket only.

@Suite("What programs ask for, and the time without use")
struct CredentialUseTests {
    private static let limit = 60
    private static let display = ["DISPLAY=:0"]

    /// An unlocked vault that was not used for ten seconds, with a login.
    private func idle() async throws -> AgentFixture {
        let wall = Wall()
        let (fixture, client) = try await AgentFixture.unlocked(
            autoLock: .seconds(Self.limit),
            makePerson: { _ in Willing(wall: wall) })
        wall.clock.withLock { $0 = fixture.clock }
        try await client.add(
            Login(
                title: "Site", sites: ["https://example.com"], userName: "alice",
                password: SecretText("secret")))
        await client.close()
        fixture.clock.advance(by: .seconds(10))
        #expect(remaining(fixture) == Self.limit - 10)
        return fixture
    }

    private func remaining(_ fixture: AgentFixture) -> Int? {
        fixture.service.report().vaults.first?.remaining
    }

    /// Asks as `git` and `docker` do.
    private func ask(
        _ family: CredentialExchange.Family, _ verb: String, _ input: String,
        _ fixture: AgentFixture
    ) async throws -> String {
        try await blocking {
            let link = try AgentLink(
                try fixture.place.connect(), client: "test", vault: fixture.path)
            let frame = Array(input.utf8).withUnsafeBytes {
                CredentialExchange.request(
                    family, verb: verb, surroundings: Self.display, input: $0)
            }
            try link.send(frame)
            var text = ""
            try CredentialExchange.readAnswer(try link.receive(within: nil)) { output, _, _ in
                text = String(decoding: output, as: UTF8.self)
            }
            return text
        }
    }

    @Test("an editor that fetches every minute does not keep the vault open")
    func programs() async throws {
        let fixture = try await idle()
        let place = "protocol=https\nhost=example.com\n"
        #expect(try await ask(.git, "get", place, fixture).contains("password=secret"))
        let known = place + "username=alice\npassword=secret\n"
        #expect(try await ask(.git, "store", known, fixture).isEmpty)
        #expect(try await ask(.docker, "list", "unused", fixture) == "{}\n")
        #expect(remaining(fixture) == Self.limit - 10)
        await fixture.stop()
    }

    @Test("unlocking for git is a use")
    func unlocking() async throws {
        let fixture = try await idle()
        await fixture.service.lockAll()
        try await blocking {
            let link = try AgentLink(
                try fixture.place.connect(), client: "test", vault: fixture.path)
            try AgentFixture.passphrase.withBytes { try link.send(CredentialExchange.unlock($0)) }
            _ = try link.receive(within: nil)
        }
        #expect(remaining(fixture) == Self.limit)
        await fixture.stop()
    }

    @Test("messages of a browser are use when it is allowed, and gets something")
    func browser() async throws {
        let fixture = try await idle()
        try await blocking {
            let page = try Page(fixture)
            // Of no one in particular.
            #expect(try page.say(["action": "get-logins"])["errorCode"] != nil)
            #expect(try page.say(["nonsense": "x"])["errorCode"] != nil)
            try page.exchangeKeys()
            for action in ["get-databasehash", "generate-password", "get-logins", "set-login"] {
                _ = try page.ask(action, ["url": "https://example.com"])
            }
            #expect(self.remaining(fixture) == Self.limit - 10)
            // Of a browser that the person allows at this moment.
            let key = Data(page.pair.publicKey).base64EncodedString()
            let id = try #require(
                try page.ask("associate", ["key": key, "idKey": key])["id"] as? String)
            #expect(self.remaining(fixture) == Self.limit)
            fixture.clock.advance(by: .seconds(5))
            let keys = [["id": id, "key": key]]
            // Nobody did anything for these.
            _ = try page.ask("test-associate", ["id": id, "key": key])
            _ = try page.ask("get-databasehash")
            _ = try page.ask("get-logins", ["url": "https://other.test", "keys": keys])
            #expect(self.remaining(fixture) == Self.limit - 5)
            let answer = try page.ask(
                "get-logins", ["url": "https://example.com", "keys": keys])
            #expect(answer["count"] as? String == "1")
            #expect(self.remaining(fixture) == Self.limit)
            fixture.clock.advance(by: .seconds(5))
            _ = try page.ask(
                "set-login", ["url": "https://new.test", "login": "bob", "password": "x"])
            #expect(self.remaining(fixture) == Self.limit)
        }
        await fixture.stop()
    }

    @Test("a passphrase that was typed for the browser is a use")
    func passphrase() async throws {
        let fixture = try await idle()
        await fixture.service.lockAll()
        fixture.clock.advance(by: .seconds(40))
        try await blocking {
            let page = try Page(fixture)
            try page.exchangeKeys()
            let answer = try page.ask("get-databasehash", outer: ["triggerUnlock": "true"])
            #expect(answer["errorCode"] as? String == "1")
            while try page.receive()["action"] as? String != "database-unlocked" {}
        }
        try await until { remaining(fixture) == Self.limit }
        await fixture.stop()
    }

    @Test("the question for the passphrase goes with the browser that it was for")
    func leaving() async throws {
        let person = Thoughtful()
        let (fixture, client) = try await AgentFixture.unlocked(makePerson: { _ in person })
        await client.lock()
        try await blocking {
            let page = try Page(fixture)
            try page.exchangeKeys()
            _ = try page.ask("get-databasehash", outer: ["triggerUnlock": "true"])
        }
        for await _ in person.leftAlone { break }
        await fixture.stop()
    }
}

/// A person who thinks for as long as they are asked.
private final class Thoughtful: PersonAsking {
    let leftAlone: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (leftAlone, continuation) = AsyncStream.makeStream() }

    func allows(_ question: Sentence) async -> Bool { false }

    func passphrase(for reason: Sentence) async -> SecretText? {
        try? await untilCancelled()
        continuation.yield()
        return nil
    }
}

/// Where the clock of an agent hangs once there is one.
private final class Wall: Sendable {
    let clock = Mutex<ManualClock?>(nil)
}

/// A person who allows everything, and types the passphrase after a while.
private struct Willing: PersonAsking {
    let wall: Wall

    func allows(_ question: Sentence) async -> Bool { true }

    func passphrase(for reason: Sentence) async -> SecretText? {
        wall.clock.withLock { $0?.advance(by: .seconds(20)) }
        return AgentFixture.passphrase
    }
}

/// A browser's side of its conversation with the agent.
private final class Page {
    typealias Object = [String: Any]

    let pair: CryptoBox.KeyPair
    private let link: AgentLink
    private var box: CryptoBox?

    init(_ fixture: AgentFixture) throws {
        pair = try .make()
        link = try AgentLink(try fixture.place.connect(), client: "test", vault: fixture.path)
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        try link.send(
            CredentialExchange.request(
                .browser, verb: "", surroundings: ["DISPLAY=:0"], input: none))
        _ = try link.receive(within: nil)
    }

    /// Sends a message as it is, and waits for what comes.
    func say(_ message: Object) throws -> Object {
        let data = try JSONSerialization.data(withJSONObject: message)
        try link.send(data.withUnsafeBytes { CredentialExchange.message($0) })
        return try receive()
    }

    func receive() throws -> Object {
        let data = try link.receive(within: nil).withBody { Data($0) }
        return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
    }

    func exchangeKeys() throws {
        let answer = try say([
            "action": "change-public-keys",
            "publicKey": Data(pair.publicKey).base64EncodedString(),
            "nonce": Data(CryptoBox.makeNonce()).base64EncodedString(),
        ])
        let key = (answer["publicKey"] as? String).flatMap { Data(base64Encoded: $0) }
        box = try CryptoBox(pair, with: Array(try #require(key)))
    }

    /// Sends a message in a box; returns what was in that of the answer, or the error.
    func ask(_ action: String, _ members: Object = [:], outer: Object = [:]) throws -> Object {
        let box = try #require(box)
        let nonce = CryptoBox.makeNonce()
        let inner = try JSONSerialization.data(
            withJSONObject: members.merging(["action": action]) { $1 })
        let sealed = try inner.withUnsafeBytes { try box.seal($0, nonce: nonce) }
        let answer = try say(
            [
                "action": action, "message": Data(sealed).base64EncodedString(),
                "nonce": Data(nonce).base64EncodedString(),
            ].merging(outer) { $1 })
        guard let text = answer["message"] as? String, let reply = Data(base64Encoded: text)
        else { return answer }
        let plain = try box.open(Array(reply), nonce: CryptoBox.incremented(nonce))
            .withBytes { Data($0) }
        return try #require(try JSONSerialization.jsonObject(with: plain) as? Object)
    }
}
