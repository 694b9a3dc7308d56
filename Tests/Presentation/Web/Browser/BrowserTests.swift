import TenonCore
import TenonWeb
import TestSupport
import Testing

@Suite("In a real browser", .serialized)
struct BrowserTests {
    private func withPage(
        _ sample: String, _ options: Browser.Options = Browser.Options(),
        _ body: @Sendable (Browser, KeptServer) async throws -> Void
    ) async throws {
        try await Browser.run(options, at: sample, body)
    }

    @Test("the address is clean after the start, and the token is not in the history")
    func cleanAddress() async throws {
        try await withPage("home") { browser, server in
            let address = try await browser.address()
            #expect(address.firstMatch(of: /\/s\/[A-Za-z0-9_-]{22}\/conformance:home$/) != nil)
            let token = server.address.split(separator: "/").last.map(String.init) ?? ""
            let html: String = try await browser.evaluate(
                "return document.documentElement.outerHTML + location.href")
            #expect(!html.contains(token))
        }
    }

    @Test("a script in a text does not run, and markup in it makes no element")
    func hostileText() async throws {
        try await withPage("hostile") { browser, _ in
            let harm: Bool = try await browser.evaluate(
                "return 'owned' in window || document.getElementById('owned') !== null"
                    + " || document.querySelectorAll('script').length !== 1")
            #expect(!harm)
        }
    }

    @Test("a question takes the focus and gives it back, Escape cancels it")
    func dialogFocus() async throws {
        try await withPage("actions") { browser, _ in
            let button = "document.getElementById('act.moderate')"
            try await browser.run("\(button).focus()")
            try await browser.press(.enter)
            try await browser.wait("document.querySelector('#question:modal')")
            try await browser.wait("document.activeElement.id === 'answer.cancel'")
            for _ in 0..<6 {
                try await browser.press(.tab)
                let isInside: Bool = try await browser.evaluate(
                    "return document.activeElement === document.body"
                        + " || document.getElementById('question').contains("
                        + "document.activeElement)")
                #expect(isInside)
            }
            try await browser.press(.escape)
            try await browser.wait("!document.querySelector('#question')")
            try await browser.wait("document.activeElement === \(button)")
            let text: String = try await browser.evaluate(PageScript.text)
            #expect(text.contains("0 done"))
        }
    }

    @Test("letters press actions, ? shows them, and both can be switched off")
    func shortcuts() async throws {
        try await withPage("actions") { browser, _ in
            try await browser.type("o")
            try await browser.wait("document.body.innerText.includes('1 done, last: primary.')")
            try await browser.type("?")
            try await browser.wait("document.querySelector('#shortcuts:modal')")
            let text: String = try await browser.evaluate(
                "return document.getElementById('shortcuts').innerText")
            #expect(text.contains("Do the obvious"))
            try await browser.run("document.getElementById('shortcuts-use').click()")
            try await browser.press(.escape)
            try await browser.wait("!document.querySelector('#shortcuts:modal')")
            // What it would do would be the second that is done.
            try await browser.type("t")
            try await browser.run("document.getElementById('act.primary').click()")
            try await browser.wait("document.body.innerText.includes('2 done, last: primary.')")
        }
    }

    @Test("letters are no commands in a form, also where nothing is written")
    func lettersInForm() async throws {
        try await withPage("form") { browser, _ in
            try await browser.wait("document.activeElement.id === 'field.name'")
            for (place, isCommand) in [
                ("document.querySelector('.fields [type=radio]')", false),
                ("document.querySelector('.fields [type=checkbox]')", false),
                ("document.body", true),
            ] {
                let isTaken: Bool = try await browser.evaluate(
                    """
                    const event = new KeyboardEvent(
                      'keydown', { key: '?', bubbles: true, cancelable: true });
                    \(place).dispatchEvent(event);
                    return event.defaultPrevented;
                    """)
                #expect(isTaken == isCommand, "\(place)")
            }
        }
    }

    @Test("two keys take back what was done last, and in a text what was typed")
    func undoKeys() async throws {
        try await withPage("questions") { browser, _ in
            let pull =
                "[...document.querySelectorAll('button')]"
                + ".find((button) => button.innerText.includes('Pull down a tower'))"
            try await browser.run("\(pull).click()")
            try await browser.wait("document.querySelector('#notices .undo')")
            try await browser.run(
                "document.body.insertAdjacentHTML('beforeend', '<input id=text value=a>');"
                    + "document.getElementById('text').focus()")
            func press() async throws -> Bool {
                try await browser.evaluate(
                    """
                    const event = new KeyboardEvent(
                      'keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true });
                    document.activeElement.dispatchEvent(event);
                    return event.defaultPrevented;
                    """)
            }
            #expect(try await !press())
            try await browser.run("document.activeElement.blur()")
            #expect(try await press())
            try await browser.wait("document.body.innerText.includes('The tower is back.')")
        }
    }

    @Test("/ goes to the search, typing searches, and what is typed meanwhile stays")
    func liveSearch() async throws {
        try await withPage("many") { browser, _ in
            try await browser.type("/")
            try await browser.wait("document.activeElement.id === 'search-text'")
            try await browser.type("#7777")
            try await browser.wait(
                "document.querySelector('.row-title')?.innerText === 'Item #7777.'")
            let value: String = try await browser.evaluate(
                "return document.activeElement.id + ' ' + document.activeElement.value")
            #expect(value == "search-text #7777")
            try await browser.press(.down)
            try await browser.wait("document.activeElement.matches('.row-main')")
        }
    }

    @Test("other rows begin at their first, and a screen that one comes back to is as it was left")
    func places() async throws {
        try await withPage("home") { browser, _ in
            func open(_ sample: String) async throws {
                try await browser.run(
                    "document.querySelector('a[href$=\":\(sample)\"].row-main').focus();"
                        + "document.activeElement.click()")
            }
            try await open("text")
            try await browser.wait("document.body.innerText.includes('The upper heading')")
            try await browser.run("document.getElementById('back').click()")
            try await browser.wait("document.activeElement.href?.endsWith(':text')")
            try await open("many")
            let next = "document.getElementById('page.items.next')"
            try await browser.wait(next)
            for first in ["#21", "#71"] {
                try await browser.run("\(next).focus(); \(next).click()")
                try await browser.wait(
                    "document.activeElement.matches('.row-main')"
                        + " && document.activeElement.innerText.includes('\(first).')")
            }
        }
    }

    @Test("the browser's way back leads to what was found")
    func backToFound() async throws {
        try await withPage("choosing") { browser, _ in
            let rows = "[...document.querySelectorAll('.row-title')].map((e) => e.innerText).join()"
            try await browser.type("/")
            try await browser.wait("document.activeElement.id === 'search-text'")
            try await browser.type("chart")
            try await browser.wait("\(rows) === 'Thing chart'")
            try await browser.run("document.querySelector('.row-main').click()")
            try await browser.wait("document.body.innerText.includes('Strength as bars')")
            try await browser.run("history.back()")
            try await browser.wait("\(rows) === 'Thing chart'")
        }
    }

    @Test("what reveals a secret keeps the focus, for what conceals it")
    func focusAfterReveal() async throws {
        try await withPage("facts") { browser, _ in
            let button = "document.querySelector('[id=\"fact.password\"] button')"
            for title in ["Reveal", "Conceal", "Reveal"] {
                try await browser.wait("\(button).innerText.includes('\(title)')")
                try await browser.run("\(button).focus()")
                try await browser.press(.enter)
                try await browser.wait(
                    "!\(button).innerText.includes('\(title)')"
                        + " && document.activeElement === \(button)")
            }
        }
    }

    @Test("the list of the keys begins at its title, with what the screen has only")
    func shortcutList() async throws {
        for (sample, hasSearch) in [("many", true), ("text", false)] {
            try await withPage(sample) { browser, _ in
                try await browser.type("?")
                try await browser.wait("document.activeElement.id === 'shortcuts-title'")
                let keys: [String] = try await browser.evaluate(
                    "return [...document.querySelectorAll('#shortcuts kbd')]"
                        + ".map((key) => key.innerText)")
                #expect(keys.contains("/") == hasSearch && keys.contains("↑ ↓") == hasSearch)
                #expect(keys.contains("Ctrl Z"))
            }
        }
    }

    @Test("what is typed into a question stays while something else changes")
    func typedAnswer() async throws {
        try await withPage("questions") { browser, _ in
            try await browser.run("document.getElementById('act.prompt').click()")
            try await browser.wait("document.querySelector('#question:modal')")
            try await browser.wait("document.activeElement.id === 'question-text'")
            try await browser.press("a", holding: .control)
            try await browser.type("Bo")
            // As the page does when the server tells it of a change.
            let value: String = try await browser.evaluate(
                "const live = document.querySelector('script[type=module]').src;"
                    + "return import(new URL('./server.js', live))"
                    + ".then((server) => server.ask(document.body.dataset.now, 'outside'))"
                    + ".then(() => document.getElementById('question-text').value)")
            #expect(value == "Bo")
        }
    }

    @Test("the row in sight is told when the page has come to rest")
    func place() async throws {
        try await withPage("place") { browser, _ in
            try await browser.resize(width: 800, height: 600)
            // Notes the row of which the server was told last.
            try await browser.run(
                "const own = fetch; window.fetch = async (...request) => {"
                    + "const answer = await own(...request);"
                    + "if (request[0].endsWith('/reading')) {"
                    + "  window.told = request[1].body.get('reading');"
                    + "} return answer }")
            try await browser.run("document.querySelectorAll('ul.rows > li')[14].scrollIntoView()")
            let row: [String] = try await browser.evaluate(
                "const bar = document.querySelector('.bar').getBoundingClientRect().bottom;"
                    + "const row = [...document.querySelectorAll('ul.rows > li')].find((row) => {"
                    + "  const { top, bottom } = row.getBoundingClientRect();"
                    + "  return (top + bottom) / 2 >= Math.max(0, bar);"
                    + "}); return [row.textContent.match(/#(\\d+)/)[1], row.id]")
            let page = try #require(row.first)
            #expect(page != "121")
            try await browser.wait("window.told === '\(row[1])'")
            try await browser.run("document.getElementById('application.tell').click()")
            try await browser.wait(
                "document.getElementById('notices').textContent.includes('is \(page).')")
        }
    }

    @Test("the appearance that was chosen stays")
    func appearance() async throws {
        try await withPage("text") { browser, _ in
            let background = "getComputedStyle(document.documentElement).backgroundColor"
            let light: String = try await browser.evaluate("return \(background)")
            try await browser.run("document.getElementById('scheme-dark').click()")
            try await browser.wait("document.documentElement.dataset.theme === 'dark'")
            try await browser.reload()
            let dark: String = try await browser.evaluate("return \(background)")
            #expect(light != dark)
            let theme: String? = try await browser.evaluate(
                "return document.documentElement.dataset.theme")
            #expect(theme == "dark")
        }
    }

    @Test("a row is a link: it leads on in its tab, and in another one with its own session")
    func rowLinks() async throws {
        try await withPage("home") { browser, _ in
            let location = "document.body.dataset.location"
            let address: String = try await browser.evaluate(
                "return document.querySelector('a.row-main[href$=\":chart\"]').href")
            let tabs = try await browser.openTab(address)
            try await browser.wait("\(location) === 'conformance:chart'")
            try await browser.show(tab: tabs.before)
            #expect(try await browser.evaluate("return \(location) === 'conformance:home'"))
            try await browser.run(
                "document.querySelector('a.row-main[href$=\":facts\"]').click()")
            try await browser.wait("\(location) === 'conformance:facts'")
            try await browser.run("document.getElementById('back').click()")
            try await browser.wait("\(location) === 'conformance:home'")
        }
    }

    @Test("going back in the browser goes back in the application")
    func history() async throws {
        try await withPage("home") { browser, _ in
            try await browser.run(
                "document.querySelector('a[href$=\":chart\"]').click()")
            try await browser.wait("document.body.dataset.location === 'conformance:chart'")
            try await browser.run("history.back()")
            try await browser.wait("document.body.dataset.location === 'conformance:home'")
        }
    }

    @Test("two tabs do not move each other, and a tab that was duplicated parts from the other")
    func tabs() async throws {
        try await withPage("home") { browser, _ in
            let location = "document.body.dataset.location"
            let address = try await browser.address()
            let tabs = try await browser.openTab(address)
            // The very same address: a session of its own replaces it.
            try await browser.wait(
                "location.href !== '\(address)' && \(location) === 'conformance:home'")
            try await browser.run(
                "document.querySelector('a[href$=\":chart\"]').click()")
            try await browser.wait("\(location) === 'conformance:chart'")
            try await browser.show(tab: tabs.before)
            let there: String = try await browser.evaluate("return \(location)")
            #expect(there == "conformance:home")
            try await browser.run(
                "document.querySelector('a[href$=\":facts\"]').click()")
            try await browser.wait("\(location) === 'conformance:facts'")
            try await browser.show(tab: tabs.new)
            let here: String = try await browser.evaluate("return \(location)")
            #expect(here == "conformance:chart")
            // A page that is loaded again stays what it is.
            let before = try await browser.address()
            try await browser.reload()
            // Time: a page that took itself for a copy would go elsewhere after half a second.
            try await Task.sleep(for: .seconds(1))
            try await browser.wait("\(location) === 'conformance:chart'")
            #expect(try await browser.address() == before)
        }
    }

    @Test("words stay whole, and nothing is cut off, at the width of a telephone and of a screen")
    func wholeWords() async throws {
        for width in [375, 1280] {
            try await expectNothing(of: PageScript.cutOff, onScreensAt: width)
        }
    }

    @Test("the stop button ends the server, and the page says so")
    func stop() async throws {
        // It stays until the last page has come.
        try await Browser.run(at: "facts", grace: .seconds(10)) { browser, server in
            try await browser.run("document.getElementById('stop').click()")
            try await browser.wait("document.body.hasAttribute('data-over')")
            let title: String = try await browser.evaluate("return document.title")
            #expect(title == "The session is over – Conformance")
            let status = try await server.end()
            #expect(status == .success)
        }
    }

    @Test("a page whose server is gone says so")
    func lost() async throws {
        try await withPage("facts") { browser, server in
            await server.stop()
            try await browser.wait(
                "document.body.hasAttribute('data-over')"
                    + " || !document.getElementById('lost').hidden")
        }
    }

    @Test(
        "every screen keeps the basics of accessibility, wide and narrow",
        arguments: [1280, 320])
    func basics(_ width: Int) async throws {
        try await expectNothing(of: AccessibilityAudit.script, onScreensAt: width)
    }

    /// Opens every screen and expects a script to find no problem there.
    private func expectNothing(of script: String, onScreensAt width: Int) async throws {
        try await withPage("home", Browser.Options(width: width)) { browser, _ in
            let names: [String] = try await browser.evaluate(
                "return [...document.querySelectorAll('.row-main')]"
                    + ".map((e) => e.href.split(':').pop())")
            #expect(names.count > 15)
            for name in names {
                try await browser.run(
                    "location.assign(document.body.dataset.now + 'conformance:' + arguments[0])",
                    name)
                try await browser.wait(
                    "document.readyState === 'complete'"
                        + " && document.body.dataset.location === 'conformance:\(name)'")
                let problems: [String] = try await browser.evaluate(script)
                #expect(problems.isEmpty, "\(name) at \(width) pixels")
            }
        }
    }
}
