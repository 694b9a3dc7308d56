import FeedAPI
import FeedStore
import FeedTestSupport
import Foundation
import Synchronization
import TenonCore
import TenonSQLite
import TenonTesting
import TestSupport
import Testing

/// What is being written, over a real socket and a real database.
@Suite("What is being written") struct WritingTests {
    private let fixture: FeedAccountFixture
    private let clock = ManualClock()

    init() throws { fixture = try FeedAccountFixture() }

    private static let post = #"{"id": "9", "account": {"id": "7", "username": "yara"}}"#

    private func writing(_ text: String) -> Writing {
        var writing = Writing()
        writing.text = text
        return writing
    }

    /// Types a text, of which all but the last letter is kept.
    private func type(_ text: String, _ account: FeedAccount) async throws {
        try account.keep(writing(String(text.dropLast())), answering: nil)
        try await until { clock.sleepers == 1 }
        try account.keep(writing(text), answering: nil)
    }

    /// What another start of the program finds.
    private func found(_ record: AccountRecord) async throws -> Writing? {
        var writing: Writing?
        try await fixture.again(record) { writing = try await $0.writing(answering: nil) }
        return writing
    }

    /// Does something with the database behind the back of the program.
    private func change(_ body: (any DatabaseConnection) throws -> Void) throws {
        let database = try SQLiteDatabases().open(
            path: "\(fixture.folder.path)/data/photofeed.db",
            options: DatabaseOptions(create: false))
        try database.write(body)
        try database.close()
    }

    /// How many pictures the database has.
    private func pictureCount() throws -> Int64 {
        var count: Int64 = -1
        try change {
            try $0.query("SELECT count(*) FROM feed_picture", []) { count = $0.integer(0) }
        }
        return count
    }

    @Test(
        "has pictures, which go when they are removed, when it is discarded, and with the account")
    func pictures() async throws {
        try await fixture.run { _, _ in
            []
        } _: { account, _ in
            let picture = Picture([1, 2, 3], name: "lake.png", type: "image/png")
            var writing = try await account.attach(picture, to: writing("Lakes"), answering: nil)
            writing = try await account.attach(picture, to: writing, answering: nil)
            #expect(try await account.writing(answering: nil) == writing)
            #expect(try pictureCount() == 2)
            let first = writing.pictures.removeFirst()
            try account.keep(writing, answering: nil)
            // A text that was typed before a picture came, or in another window, throws none away.
            try await until { try await found(account.record)?.text == "Lakes" }
            #expect(try await found(account.record)?.pictures == [first] + writing.pictures)
            try await account.detach(first.number, answering: nil)
            #expect(try pictureCount() == 1)
            #expect(try await found(account.record) == writing)
            try await account.discardWriting(answering: nil)
            #expect(try pictureCount() == 0)
        }
    }

    @Test("is still there, to the last letter, when the database does not take it as a post")
    func refusedByDatabase() async throws {
        try await fixture.run(clock: clock) { _, _ in
            []
        } _: { account, _ in
            try await type("Lakes", account)
            // Neither what is posted nor what is written can be kept for a while.
            for name in ["feed_errand", "feed_writing"] {
                try change { try $0.execute("ALTER TABLE \(name) RENAME TO \(name)_away", []) }
            }
            await #expect(throws: (any Error).self) {
                try await account.perform(.publish(PostDraft("Lakes")))
            }
            // It is tried by itself, also after that has failed.
            clock.advance(by: .milliseconds(250))
            for name in ["feed_errand", "feed_writing"] {
                try change { try $0.execute("ALTER TABLE \(name)_away RENAME TO \(name)", []) }
            }
            #expect(try await account.writing(answering: nil)?.text == "Lakes")
            try await until {
                clock.advance(by: .seconds(5))
                return try await found(account.record)?.text == "Lakes"
            }
        }
    }

    @Test("keeps a picture that another window has attached, also when this one posts")
    func anotherWindow() async throws {
        try await fixture.run { _, _ in
            [.json(Self.post)]
        } _: { account, _ in
            let picture = Picture([1, 2, 3], name: "lake.png", type: "image/png")
            let other = try await account.attach(picture, to: writing("Lakes"), answering: nil)
            try account.keep(writing("Woods"), answering: nil)
            #expect(try await account.writing(answering: nil)?.pictures == other.pictures)
            #expect(try await account.perform(.publish(PostDraft("Woods"))) == .sent)
            let left = try #require(try await account.writing(answering: nil))
            #expect(left.text.isEmpty && left.pictures == other.pictures)
            #expect(try await account.countUnsent() == 1)
            try await account.discardWriting(answering: nil)
            #expect(try await account.countUnsent() == 0)
        }
    }

    @Test("has the pictures still when the server refused it, with the same numbers and words")
    func refusedPictures() async throws {
        try await fixture.run { _, _ in
            [.json(#"{"error": "No"}"#, status: "422 Unprocessable Content")]
        } _: { account, _ in
            let picture = Picture([1, 2, 3], name: "lake.png", type: "image/png")
            var writing = try await account.attach(picture, to: writing("Lakes"), answering: nil)
            writing.pictures[0].description = "A lake."
            writing.pictures[0].part = .left
            await #expect(throws: FeedError.self) {
                try await account.perform(
                    .publish(PostDraft("Lakes")), with: writing.pictures)
            }
            #expect(try await account.writing(answering: nil) == writing)
            #expect(try pictureCount() == 1)
        }
    }

    @Test("is there again when it is taken back while a picture is on its way, which ends")
    func takenBack() async throws {
        let takingBack: [@Sendable (FeedAccount) async throws -> Void] = [
            { try await $0.stopPosting(answering: nil) },
            { try await $0.drop(#require(try await $0.waiting().first?.number)) },
        ]
        for takeBack in takingBack {
            let fixture = try FeedAccountFixture()
            let gate = Gate()
            defer { gate.open() }
            try await fixture.run { number, _ in
                gate.wait()
                return []
            } _: { account, server in
                let picture = Picture([1, 2, 3], name: "lake.png", type: "image/png")
                var writing = try await account.attach(
                    picture, to: writing("Lakes"), answering: nil)
                writing.pictures[0].description = "A lake."
                let sending = Task { [writing] in
                    try await account.perform(.publish(PostDraft("Lakes")), with: writing.pictures)
                }
                try await until { server.requests.count == 1 }
                // Nothing is sent from another place.
                let other = try #require(PostID("9"))
                try await account.stopPosting(answering: other)
                #expect(try await account.waiting().count == 1)
                try await takeBack(account)
                #expect(try await sending.value == .takenBack)
                #expect(try await account.waiting().isEmpty)
                #expect(try await account.writing(answering: nil) == writing)
                // There is nothing to be stopped any more.
                try await account.stopPosting(answering: nil)
                #expect(try await account.writing(answering: nil) == writing)
                gate.open()
                #expect(server.requests.map(\.target) == ["/api/v2/media"])
            }
        }
    }

    @Test("says how much of its pictures was sent, as it goes on, and that none is sent any more")
    func progress() async throws {
        let gate = Gate()
        defer { gate.open() }
        try await fixture.run { number, _ in
            if number == 2 { gate.wait() }
            return [
                number == 1
                    ? .json(#"{"id": "1", "type": "image", "url": "https://a.example/1.png"}"#)
                    : .json(#"{"error": "No"}"#, status: "422 Unprocessable Content")
            ]
        } _: { account, _ in
            let seen = Mutex<[UploadProgress?]>([])
            let watching = Task {
                for await upload in account.uploads() { seen.withLock { $0.append(upload) } }
            }
            defer { watching.cancel() }
            var writing = writing("Lakes")
            for length in [1_000_000, 3_000_000] {
                writing = try await account.attach(
                    Picture(Array(repeating: 1, count: length), name: "a.png", type: "image/png"),
                    to: writing, answering: nil)
            }
            let sending = Task { [writing] in
                try await account.perform(
                    .publish(PostDraft("Lakes")), with: writing.pictures)
            }
            try await until { seen.withLock { $0.last??.fraction == 1 } }
            gate.open()
            await #expect(throws: FeedError.self) { try await sending.value }
            try await until { seen.withLock { $0.last == .some(nil) } }
            let parts = seen.withLock { $0.compactMap { $0?.fraction } }
            #expect(parts == parts.sorted() && parts.contains { $0 < 1 })
        }
    }

    @Test("is read as it was first written, by all versions to come")
    func firstForm() throws {
        let form =
            #"{"text":"Lakes","warning":"Water","visibility":{"word":"private"},"#
            + #""isSensitive":true,"pictures":[{"number":5,"name":"lake.png","#
            + #""description":"A lake.","part":"top"}]}"#
        let writing = try JSONDecoder().decode(Writing.self, from: Data(form.utf8))
        #expect(writing.text == "Lakes" && writing.warning == "Water")
        #expect(writing.visibility == .followers && writing.isSensitive)
        let picture = try #require(writing.pictures.first)
        #expect(picture.number == 5 && picture.name == "lake.png")
        #expect(picture.description == "A lake." && picture.part == .top)
    }

    @Test("is kept with its first letter, then a few times a second, and as it is in the end")
    func typing() async throws {
        let record = try await fixture.run(clock: clock) { _, _ in
            []
        } _: { account, _ in
            try await type("Hell", account)
            #expect(try await account.writing(answering: nil)?.text == "Hell")
            #expect(try await found(account.record)?.text == "Hel")
            clock.advance(by: .milliseconds(250))
            try await until { try await found(account.record)?.text == "Hell" }
            try account.keep(writing("Hello"), answering: nil)
            return account.record
        }
        #expect(try await found(record)?.text == "Hello")
    }

    @Test("is of one account, and of the post that is answered")
    func places() async throws {
        try await fixture.run { _, _ in
            []
        } _: { account, _ in
            let answered = try #require(PostID("4"))
            try account.keep(writing("A post"), answering: nil)
            try account.keep(writing("An answer"), answering: answered)
            #expect(try await account.writing(answering: nil)?.text == "A post")
            #expect(try await account.writing(answering: answered)?.text == "An answer")
            #expect(try await account.writing(answering: PostID("5")) == nil)
            try await account.discardWriting(answering: nil)
            #expect(try await account.writing(answering: nil) == nil)
            try await until { try await account.countUnsent() == 1 }
        }
    }

    @Test("is gone when it is posted, also what was typed in the last moment")
    func posting() async throws {
        let record = try await fixture.run(clock: clock) { _, _ in
            [.json(Self.post)]
        } _: { account, _ in
            try await type("Hello", account)
            _ = try await account.perform(.publish(PostDraft("Hello")))
            #expect(try await account.writing(answering: nil) == nil)
            return account.record
        }
        #expect(try await found(record) == nil)
    }

    @Test("goes on where the server refuses it; beside another one it waits")
    func refusal() async throws {
        let gate = Gate()
        try await fixture.run { number, _ in
            if number > 1 { gate.wait() }
            return [.json(#"{"error": "No"}"#, status: "422 Unprocessable Content")]
        } _: { account, server in
            await #expect(throws: FeedError.self) {
                try await account.perform(.publish(PostDraft("Hello")))
            }
            #expect(try await account.writing(answering: nil)?.text == "Hello")
            #expect(try await account.waiting().isEmpty)

            let again = Task { try await account.perform(.publish(PostDraft("Hello"))) }
            try await until { server.requests.count == 2 }
            try account.keep(writing("Another"), answering: nil)
            try await until { try await account.countUnsent() == 2 }
            gate.open()
            await #expect(throws: FeedError.self) { try await again.value }
            #expect(try await account.writing(answering: nil)?.text == "Another")
            #expect(try await account.waiting().map { $0.refusal.isEmpty } == [false])
        }
    }
}
