import TenonWeb
import TestSupport
import Testing

@Suite("Tabs of one browser")
struct ServerTabTests {
    private static let actions = "conformance:actions"

    /// Another tab at a location, with the token of its forms.
    private func tab(_ session: TestSession, _ location: String) async throws -> TestSession {
        let answer = try await session.get("/s/\(session.key)/\(location)")
        var other = session.tab(at: try #require(answer["location"]))
        other.token = try await other.page().value(ofInput: "token") ?? ""
        return other
    }

    @Test("do not move each other")
    func independent() async throws {
        try await TestServer.run(at: Self.actions) { server in
            let first = try await server.begin()
            let second = try await tab(first, "conformance:chart")
            #expect(second.key != first.key)
            #expect(try await first.page().text.contains("0 done"))
            #expect(try await second.page().text.contains("Strength as bars"))
            let act = [("at", Self.actions), ("act", "normal")]
            #expect(try await first.post("act", act).status == 303)
            #expect(try await first.page().text.contains("1 done"))
            #expect(try await second.page().text.contains("Strength as bars"))
        }
    }

    @Test("have questions of their own")
    func questions() async throws {
        try await TestServer.run(at: Self.actions) { server in
            let first = try await server.begin()
            _ = try await first.post("act", [("at", Self.actions), ("act", "severe")])
            let id = try #require(try await first.page().value(ofInput: "question"))
            let second = try await tab(first, "conformance:chart")
            let page = try await second.page()
            #expect(page.value(ofInput: "question") == nil)
            _ = try await second.post("answer", [("question", id), ("answer", "cancel")])
            #expect(try await first.page().value(ofInput: "question") == id)
        }
    }

    @Test("cancel their questions when the person goes elsewhere in them")
    func leavingAQuestion() async throws {
        try await TestServer.run(at: Self.actions) { server in
            let session = try await server.begin()
            _ = try await session.post("act", [("at", Self.actions), ("act", "severe")])
            let page = try await session.ask("/s/\(session.key)/conformance:chart")
            #expect(page.text.contains("Strength as bars"))
            #expect(page.value(ofInput: "question") == nil)
            let back = try await session.ask("/s/\(session.key)/\(Self.actions)")
            #expect(back.value(ofInput: "question") == nil)
            #expect(back.text.contains("0 done"))
        }
    }

    @Test("get a session of their own when they ask for one")
    func duplicate() async throws {
        try await TestServer.run(at: Self.actions) { server in
            let first = try await server.begin()
            let answer = try await first.get("/new/\(first.key)/\(Self.actions)")
            #expect(answer.status == 303)
            let second = first.tab(at: try #require(answer["location"]))
            #expect(second.key != first.key)
            _ = try await first.post("act", [("at", Self.actions), ("act", "normal")])
            #expect(try await first.page().text.contains("1 done"))
            #expect(try await second.page().text.contains("0 done"))
        }
    }

    @Test("part without scripts as well, when one comes back to a screen that the other has left")
    func comingBack() async throws {
        try await TestServer.run(at: Self.actions) { server in
            let session = try await server.begin()
            let path = "/s/\(session.key)/\(Self.actions)"
            #expect(try await session.get(path).status == 200)
            #expect(try await session.get(path).status == 200)
            let chart = try await session.ask("/s/\(session.key)/conformance:chart")
            #expect(chart.text.contains("Strength as bars"))
            let parted = try await session.get(path)
            #expect(parted.status == 303)
            #expect(parted["location"]?.hasPrefix("/s/\(session.key)/") == false)
            #expect(try await session.page().text.contains("Strength as bars"))
        }
    }

    @Test("sleep when there are too many, and go on where they were")
    func limit() async throws {
        var limits = WebLimits()
        limits.tabs = 2
        try await TestServer.run(at: Self.actions, limits: limits) { server in
            let first = try await server.begin()
            let second = try await tab(first, "conformance:chart")
            let third = try await tab(second, "conformance:facts")
            #expect(try await second.page().status == 200)
            #expect(try await third.page().status == 200)
            let asleep = try await first.ask("/s/\(first.key)/")
            #expect(asleep.status == 410)
            #expect(asleep.text.contains("This tab is asleep"))
            #expect(asleep.text.contains("href=\"/s/\(first.key)/\(Self.actions)\""))
            #expect(!asleep.text.contains("0 done"))
            let woken = try await first.follow("/s/\(first.key)/\(Self.actions)")
            #expect(woken.text.contains("0 done"))
            // The server does not end because a tab sleeps.
            #expect(try await third.page().status == 200)
        }
    }
}
