import TenonWeb
import TestSupport
import Testing

@Suite("What was typed into a page with scripts", .serialized)
struct DraftPageTests {
    private static let line = "document.getElementById('field.line')"
    private static let seal = "document.getElementById('field.seal')"

    private func withPage(
        _ body: @Sendable (Browser, KeptServer) async throws -> Void
    ) async throws {
        try await Browser.run(at: "draft", body)
    }

    private func type(_ text: String, into field: String, _ browser: Browser) async throws {
        // What is there goes by it.
        try await browser.run("\(field).focus(); \(field).select()")
        try await browser.type(text)
    }

    private func send(_ browser: Browser) async throws {
        try await browser.run("document.querySelector('[data-action=send]').click()")
    }

    @Test("is heard while somebody types on without a pause")
    func steady() async throws {
        try await withPage { browser, _ in
            try await browser.wait("document.activeElement === \(Self.line)")
            try await browser.run(
                """
                window.own = fetch; window.heard = 0;
                window.fetch = async (...request) => {
                  const answer = await own(...request);
                  if (request[0].endsWith('/edit')) heard += 1;
                  return answer;
                };
                window.typing = setInterval(() => {
                  \(Self.line).value += 'x';
                  \(Self.line).dispatchEvent(new Event('input', { bubbles: true }));
                }, 50);
                """)
            try await browser.wait("heard > 2")
            try await browser.run("clearInterval(typing)")
        }
    }

    @Test("comes back when the page is loaded again at once, and is sent with its secret")
    func reload() async throws {
        try await withPage { browser, _ in
            try await type("s3al-Wq9", into: Self.seal, browser)
            try await type("typed in a hurry", into: Self.line, browser)
            try await browser.reload()
            try await browser.wait("\(Self.line)?.value === 'typed in a hurry'")
            try await browser.wait("document.querySelector('.is-set')?.checkVisibility()")
            let kept: String = try await browser.evaluate("return \(Self.seal).value")
            #expect(kept.isEmpty)
            try await send(browser)
            try await browser.wait("document.body.innerText.includes('a seal of 8 bytes')")
        }
    }

    @Test("is kept while the server is out of reach, and sent when it is back")
    func lostConnection() async throws {
        try await withPage { browser, _ in
            try await browser.run(
                "window.own = fetch; window.fetch = () => Promise.reject(new TypeError('gone'))")
            try await type("far away", into: Self.line, browser)
            try await browser.wait("!document.getElementById('lost').hidden")
            try await browser.wait("\(Self.line).value === 'far away'")
            try await browser.run(
                "window.heard = 0; window.fetch = async (...request) => {"
                    + "const answer = await own(...request);"
                    + "if (request[0].endsWith('/edit')) heard += 1; return answer }")
            try await browser.wait("heard > 0 && document.getElementById('lost').hidden")
            try await browser.reload()
            try await browser.wait("\(Self.line)?.value === 'far away'")
        }
    }

    @Test("is shown when it is a secret that only the session has, after the page was loaded again")
    func shownAgain() async throws {
        try await withPage { browser, _ in
            try await type("s3al-Wq9", into: Self.seal, browser)
            try await type("a line", into: Self.line, browser)
            try await browser.reload()
            try await browser.wait("\(Self.line)?.value === 'a line'")
            let peek = "document.querySelector('[data-peek=\"field.seal\"]')"
            try await browser.run("\(peek).click()")
            try await browser.wait("\(Self.seal).value === 's3al-Wq9'")
            try await browser.run("\(peek).click()")
            try await browser.wait("\(Self.seal).type === 'password'")
            try await send(browser)
            try await browser.wait("document.body.innerText.includes('a seal of 8 bytes')")
        }
    }

    @Test(
        "goes when it is a secret that only the session has and one deletes in its field",
        arguments: [(true, Key.backspace), (false, Key.delete)])
    func deleted(isRefused: Bool, key: Key) async throws {
        try await withPage { browser, _ in
            try await type("s3al-Wq9", into: Self.seal, browser)
            try await type(isRefused ? "Dear nobody" : "a line", into: Self.line, browser)
            if isRefused {
                try await send(browser)
                try await browser.wait("document.body.innerText.includes('has no address')")
            }
            try await browser.reload()
            let note = "Leave empty to keep what you typed."
            try await browser.wait("document.querySelector('.is-set')?.innerText === '\(note)'")
            try await browser.run("\(Self.seal).focus()")
            try await browser.press(key)
            try await browser.wait("!document.querySelector('.is-set, .clear-kept')")
            try await type("a line", into: Self.line, browser)
            try await send(browser)
            try await browser.wait("document.body.innerText.includes('a seal of 0 bytes')")
        }
    }

    @Test("goes on while the page says that the session ends soon, which it puts off")
    func warned() async throws {
        try await withPage { browser, _ in
            try await browser.wait("document.activeElement === \(Self.line)")
            try await browser.run("\(Self.line).select()")
            #expect(try await browser.evaluate(PageScript.endSoon) == true)
            try await browser.type("Dear B")
            try await browser.wait("pageState.deadline - performance.now() > 120_000")
            try await browser.wait("!document.getElementById('ends-soon').checkVisibility()")
            let now: [String] = try await browser.evaluate(
                "return [document.activeElement.id, \(Self.line).value]")
            #expect(now == ["field.line", "Dear B"])
            #expect(try await browser.evaluate(PageScript.endSoon) == true)
            try await browser.click("#stay")
            try await browser.wait("pageState.deadline - performance.now() > 120_000")
            try await browser.wait("!document.getElementById('ends-soon').checkVisibility()")
            try await browser.type("ob")
            try await browser.wait("\(Self.line).value === 'Dear Bob'")
        }
    }

    /// Answers come when the test lets them.
    private static let holdAnswers =
        "window.own = fetch; window.held = [];"
        + "window.fetch = async (...request) => {"
        + "const answer = await own(...request);"
        + "await new Promise((go) => held.push(go)); return answer }"

    @Test("reaches the session before an action does")
    func beforeAction() async throws {
        try await withPage { browser, _ in
            try await browser.run(Self.holdAnswers)
            try await browser.run(
                """
                const holding = fetch;
                window.order = [];
                window.fetch = (address, options) => {
                    order.push(new URL(address, document.baseURI).pathname.split("/").at(-1));
                    return holding(address, options);
                }
                """)
            try await type("a", into: Self.line, browser)
            try await browser.wait("held.length > 0")
            try await browser.run("document.querySelector('[data-action=send]').click()")
            try await browser.run("order.push('answer'); held.shift()()")
            try await browser.wait("order.includes('act')")
            let order: [String] = try await browser.evaluate("return order")
            // The page may be asked for as well.
            #expect(order.filter { !$0.isEmpty } == ["edit", "answer", "act"])
            try await browser.run("window.fetch = own")
            try await browser.wait(
                "(held.shift()?.(), document.body.innerText.includes('It arrived: <a>'))")
        }
    }

    @Test("is not replaced by the answer to an action that left before it")
    func afterAction() async throws {
        try await withPage { browser, _ in
            try await type("first", into: Self.line, browser)
            try await browser.wait("\(Self.line).defaultValue === 'first'")
            // The answer to the action comes when more was typed.
            try await browser.run(Self.holdAnswers)
            try await browser.run("document.querySelector('[data-action=send]').click()")
            try await browser.wait("held.length > 0")
            try await browser.run(
                """
                \(Self.line).value = 'second';
                \(Self.line).dispatchEvent(new Event('input', { bubbles: true }));
                window.fetch = own;
                for (const go of held) go();
                """)
            try await browser.wait("document.body.innerText.includes('It arrived: <first>')")
            let now: String = try await browser.evaluate("return \(Self.line).value")
            #expect(now == "second")
            try await send(browser)
            try await browser.wait("document.body.innerText.includes('It arrived: <second>')")
        }
    }

    @Test("is not replaced by an answer to what was typed before")
    func lateAnswer() async throws {
        try await withPage { browser, _ in
            // The answer to the first letters comes when more was typed, and the focus is elsewhere.
            try await browser.run(Self.holdAnswers)
            try await type("ab", into: Self.line, browser)
            try await browser.wait("held.length > 0")
            try await browser.type("c")
            try await browser.run("\(Self.seal).focus(); window.fetch = own")
            try await browser.run("for (const go of held) go()")
            try await browser.wait("\(Self.line).defaultValue.startsWith('ab')")
            let now: String = try await browser.evaluate("return \(Self.line).value")
            #expect(now == "abc")
            try await browser.wait("\(Self.line).defaultValue === 'abc'")
        }
    }

    @Test("is kept when it is a secret, while what was wrong with it is no longer said")
    func corrected() async throws {
        try await withPage { browser, _ in
            try await type("br0ken", into: Self.seal, browser)
            try await send(browser)
            try await browser.wait("document.activeElement === \(Self.seal)")
            try await browser.wait("document.querySelector('.has-problem')")
            try await type("s3al", into: Self.seal, browser)
            // The page has answered what was typed so far.
            try await browser.wait("!document.querySelector('.has-problem')")
            try await browser.type("-Wq9")
            let now: String = try await browser.evaluate("return \(Self.seal).value")
            #expect(now == "s3al-Wq9")
            try await send(browser)
            try await browser.wait("document.body.innerText.includes('a seal of 8 bytes')")
        }
    }

    @Test("does not move anything while it is typed")
    func still() async throws {
        try await withPage { browser, _ in
            let place = "document.querySelector('[data-action=send]').getBoundingClientRect().top"
            let before: Double = try await browser.evaluate("return \(place)")
            try await type("s3al", into: Self.seal, browser)
            try await browser.wait("document.querySelector('.is-set')")
            let after: Double = try await browser.evaluate("return \(place)")
            #expect(after == before)
        }
    }

    @Test("is asked about when the browser's button leads back, and the address stays")
    func historyBack() async throws {
        try await Browser.run(at: "home") { browser, _ in
            try await browser.run(
                "document.querySelector('a[href$=\":draft\"]').click()")
            try await browser.wait("document.body.dataset.location === 'conformance:draft'")
            try await type("half", into: Self.line, browser)
            let entry: String = try await browser.evaluate("return navigation.currentEntry.key")
            for _ in 0..<2 {
                try await browser.run("history.back()")
                try await browser.wait("document.querySelector('#question:modal')")
                // A new entry would make the button of the browser pass over the one before it.
                try await browser.wait("navigation.currentEntry.key === '\(entry)'")
                try await browser.press(.escape)
                try await browser.wait("!document.querySelector('#question')")
                let kept: [String] = try await browser.evaluate(
                    "return [\(Self.line).value, location.pathname.split('/').pop()]")
                #expect(kept == ["half", "conformance:draft"])
            }
            // Nobody can be asked while the server is out of reach.
            try await browser.run(
                """
                window.fetch = () => Promise.reject(new TypeError('gone'));
                window.moves = 0;
                addEventListener('popstate', () => { moves += 1; });
                history.back();
                """)
            try await browser.wait("moves === 2 && navigation.currentEntry.key === '\(entry)'")
            let line: String = try await browser.evaluate("return \(Self.line).value")
            #expect(line == "half")
        }
    }
}
