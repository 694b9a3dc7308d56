import TenonWeb
import TestSupport
import Testing

@Suite("What was typed into a page and is not saved")
struct ServerDraftTests {
    private static let draft = "conformance:draft"
    private static let line = ("field.line", "half a line")
    private static let seal = ("field.seal", "s3al-Wq9")
    private static let question = "Discard what you typed?"

    private func post(
        _ session: TestSession, _ command: String, _ fields: [(String, String)]
    ) async throws -> LoopbackHTTP.Response {
        let answer = try await session.post(command, [("at", Self.draft)] + fields)
        guard let next = answer["location"] else { return answer }
        return try await session.follow(next)
    }

    @Test("is in the page whenever it is loaded, but for secrets, and goes along with an action")
    func reloaded() async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            _ = try await post(session, "edit", [Self.line, Self.seal])
            for _ in 0..<2 {
                let page = try await session.page()
                #expect(page.text.contains("half a line"))
                #expect(page.text.contains("keep"))
                #expect(!page.text.contains("s3al-Wq9"))
            }
            let sent = try await post(
                session, "act", [("act", "send"), Self.line, ("field.seal", "")])
            #expect(sent.text.contains("with a seal of 8 bytes."))
        }
    }

    @Test("is in the tab that it gets when another one has taken its session")
    func takenSession() async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            _ = try await session.post("open", [("at", Self.draft), ("place", "conformance:text")])
            _ = try await session.page()
            let answer = try await session.post(
                "act", [("at", Self.draft), ("act", "send"), Self.line, Self.seal])
            let next = try #require(answer["location"])
            let page = try await session.follow(next)
            #expect(!next.contains(session.key) && page.text.contains("The screen had changed"))
            #expect(page.text.contains("half a line") && page.text.contains("value=\"clear:seal\""))
        }
    }

    @Test("is in the page as it was typed where it is a list of tokens")
    func tokens() async throws {
        let jar = "conformance:jar"
        try await TestServer.run(at: jar) { server in
            let session = try await server.begin()
            for typed in ["acacia, Z13.a,", "lime,acacia ,"] {
                _ = try await session.post("edit", [("at", jar), ("field.contents", typed)])
                _ = try await session.post("theme", [("scheme", "light")])
                #expect(try await session.page().text.contains("value=\"\(typed)\""))
            }
            // What it is by now is not what was typed.
            _ = try await session.post("open", [("at", jar), ("place", "conformance:facts")])
            let page = try await session.page()
            let id = try #require(page.value(ofInput: "question"))
            _ = try await session.post("answer", [("question", id), ("answer", "confirm")])
            let back = try await session.ask("/s/\(session.key)/\(jar)")
            #expect(!back.text.contains("lime,acacia ,"))
        }
    }

    @Test("is emptied by a button beside it where it is a secret, without a script")
    func cleared() async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            let kept = try await post(session, "edit", [Self.seal])
            #expect(kept.text.contains("value=\"clear:seal\""))
            let cleared = try await post(
                session, "act", [("act", "clear:seal"), Self.line, ("field.seal", "")])
            #expect(cleared.text.contains("half a line"))
            #expect(!cleared.text.contains("value=\"clear:seal\""))
            let sent = try await post(
                session, "act", [("act", "send"), Self.line, ("field.seal", "")])
            #expect(sent.text.contains("with a seal of 0 bytes."))
        }
    }

    @Test("is asked about by the way back, which takes along what no script has sent")
    func back() async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            let asked = try await post(session, "back", [Self.line, Self.seal])
            #expect(asked.text.contains(Self.question) && asked.text.contains("half a line"))
            let id = try #require(asked.value(ofInput: "question"))
            let stayed = try await post(
                session, "answer", [("question", id), ("answer", "cancel")])
            #expect(!stayed.text.contains(Self.question) && stayed.text.contains("half a line"))
            let again = try await post(session, "back", [Self.line])
            let other = try #require(again.value(ofInput: "question"))
            let left = try await post(
                session, "answer", [("question", other), ("answer", "confirm")])
            #expect(left.text.contains("All samples") && !left.text.contains("half a line"))
        }
    }

    @Test(
        "goes along with the buttons around the screen, without a script",
        arguments: ["theme", "undo"])
    func around(_ command: String) async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            let button = command == "theme" ? ("scheme", "dark") : ("undo", "none")
            let page = try await post(session, command, [button, Self.line, Self.seal])
            #expect(page.text.contains("half a line") && !page.text.contains("s3al-Wq9"))
            let sent = try await post(
                session, "act", [("act", "send"), Self.line, ("field.seal", "")])
            #expect(sent.text.contains("with a seal of 8 bytes."))
        }
    }

    /// Another tab, and the question whether to go on with what was typed; `nil` when it is not asked.
    private func tab(
        beside session: TestSession, isAsked: Bool
    ) async throws -> (tab: TestSession, question: String?) {
        let answer = try await session.get("/new/\(session.key)/conformance:chart")
        var tab = session.tab(at: try #require(answer["location"]))
        if isAsked {
            try await until("to be asked") {
                try await tab.page().text.contains("Go on with what you typed?")
            }
        }
        let page = try await tab.page()
        tab.token = page.value(ofInput: "token") ?? ""
        return (tab, page.value(ofInput: "question"))
    }

    @Test("is offered in the next tab when its own was closed, and only then")
    func closedTab() async throws {
        try await TestServer.run(at: Self.draft, others: [KeepingDrafts.self]) { server in
            let session = try await server.begin()
            let at = ("at", Self.draft)
            _ = try await session.post("edit", [at, Self.line, Self.seal])
            // It is loaded again, or another tab is shown.
            _ = try await session.post("edit", [at, ("leaving", "closed")])
            #expect(try await session.page().text.contains("half a line"))
            _ = try await session.post("edit", [at, ("leaving", "hidden")])
            #expect(try await tab(beside: session, isAsked: false).question == nil)
            #expect(try await session.page().text.contains("half a line"))
            // It is closed; what it had said before arrives late.
            _ = try await session.post("edit", [at, ("leaving", "closed")])
            _ = try await session.post("edit", [at, Self.line, ("leaving", "hidden")])
            let (next, question) = try await tab(beside: session, isAsked: true)
            let id = try #require(question)
            _ = try await next.post("answer", [("question", id), ("answer", "choice:go-on")])
            try await until("what was typed") {
                try await next.page().text.contains("half a line")
            }
            let sent = try await post(
                next, "act", [("act", "send"), Self.line, ("field.seal", "")])
            #expect(sent.text.contains("with a seal of 8 bytes."))
        }
    }

    @Test(
        "is offered in a tab that is there already, or takes the place of its own, when that was closed",
        arguments: [true, false])
    func closedForAnother(isThere: Bool) async throws {
        try await TestServer.run(at: Self.draft, others: [KeepingDrafts.self]) { server in
            let session = try await server.begin()
            let other = try await tab(beside: session, isAsked: false).tab
            let at = ("at", Self.draft)
            _ = try await session.post("edit", [at, Self.line, Self.seal])
            _ = try await session.post("edit", [at, ("leaving", "closed")])
            var next = other
            if !isThere {
                // The address of a screen that the session does not show.
                let answer = try await session.get("/s/\(session.key)/conformance:facts")
                next = session.tab(at: try #require(answer["location"]))
            }
            try await until("to be asked") {
                try await next.page().text.contains("Go on with what you typed?")
            }
        }
    }

    @Test("is there when one has said to stay, after the warning that the session ends soon")
    func staying() async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            _ = try await post(session, "edit", [Self.line, Self.seal])
            let stayed = try await post(session, "stay", [])
            #expect(stayed.text.contains("half a line") && !stayed.text.contains("s3al-Wq9"))
            let sent = try await post(
                session, "act", [("act", "send"), Self.line, ("field.seal", "")])
            #expect(sent.text.contains("with a seal of 8 bytes."))
        }
    }

    @Test("can be saved on the way to another place, without a script")
    func savedOnTheWay() async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            let place = ("place", "conformance:facts")
            let asked = try await post(session, "open", [place, Self.line, Self.seal])
            let id = try #require(asked.value(ofInput: "question"))
            #expect(asked.text.contains("value=\"choice:send\""))
            let left = try await post(
                session, "answer", [("question", id), ("answer", "choice:send")])
            #expect(left.text.contains("Further facts") && !left.text.contains(Self.question))
            #expect(!left.text.contains("half a line"))
        }
    }

    @Test("is asked about by a button that leads to a place, without a script")
    func place() async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            let place = ("place", "conformance:facts")
            #expect(try await session.page().text.contains("value=\"\(place.1)\""))
            let asked = try await post(session, "open", [place, Self.line, Self.seal])
            #expect(asked.text.contains(Self.question) && asked.text.contains("half a line"))
            let id = try #require(asked.value(ofInput: "question"))
            let left = try await post(
                session, "answer", [("question", id), ("answer", "confirm")])
            #expect(!left.text.contains("half a line"))
            for none in ["", "::", "conformance:none"] {
                let refused = try await session.post("open", [("at", Self.draft), ("place", none)])
                #expect(refused.status != 500)
            }
        }
    }

    @Test("is asked about by a link that a script follows in the page")
    func link() async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            _ = try await post(session, "edit", [Self.line])
            let page = try await session.ask("/s/\(session.key)/conformance:chart")
            #expect(page.text.contains(Self.question) && page.text.contains("half a line"))
        }
    }

    @Test("stays in its tab when a link opens another one")
    func otherTab() async throws {
        try await TestServer.run(at: Self.draft) { server in
            let session = try await server.begin()
            _ = try await post(session, "edit", [Self.line])
            let other = try await session.follow("/s/\(session.key)/conformance:chart")
            #expect(other.text.contains("Strength as bars"))
            let page = try await session.follow("/s/\(session.key)/\(Self.draft)")
            #expect(page.text.contains("half a line"))
        }
    }

    @Test("in any tab is asked about before everything ends")
    func stopping() async throws {
        var limits = WebLimits()
        limits.graceTime = .milliseconds(100)
        try await TestServer.run(at: Self.draft, limits: limits) { server in
            let session = try await server.begin()
            _ = try await post(session, "edit", [Self.line])
            let answer = try await session.get("/new/\(session.key)/conformance:chart")
            var other = session.tab(at: try #require(answer["location"]))
            other.token = try await other.page().value(ofInput: "token") ?? ""
            _ = try await other.post("stop", [])
            let asked = try await other.page()
            #expect(asked.text.contains(Self.question))
            let id = try #require(asked.value(ofInput: "question"))
            #expect(try await session.page().text.contains("half a line"))
            _ = try await other.post("answer", [("question", id), ("answer", "confirm")])
            try await server.waitForEnd()
        }
    }

    @Test("keeps its session awake when there are many tabs")
    func awake() async throws {
        var limits = WebLimits()
        limits.tabs = 2
        try await TestServer.run(at: Self.draft, limits: limits) { server in
            let session = try await server.begin()
            _ = try await post(session, "edit", [Self.line])
            for _ in 0..<3 {
                _ = try await session.get("/new/\(session.key)/conformance:chart")
            }
            #expect(try await session.page().text.contains("half a line"))
        }
    }
}
