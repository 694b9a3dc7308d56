import TestSupport
import Testing

@Suite("The places of an application in a real browser", .serialized)
struct PlacesTests {
    private static let location = "document.body.dataset.location"
    private static let current = "document.querySelector('[aria-current]').id"
    private static let table = "place.conformance_3atable"
    private static let many = "place.conformance_3amany"

    private func withPage(
        _ sample: String, _ options: Browser.Options = Browser.Options(), language: String = "en",
        _ body: @Sendable (Browser) async throws -> Void
    ) async throws {
        try await Browser.run(
            options, at: sample, language: language
        ) { browser, _ in try await body(browser) }
    }

    private func press(_ id: String, _ browser: Browser) async throws {
        try await browser.run("document.getElementById(arguments[0]).focus()", id)
        try await browser.press(.enter)
    }

    private func openPlaces(_ browser: Browser) async throws {
        try await browser.run("document.querySelector('[popovertarget=places]').focus()")
        try await browser.press(.enter)
    }

    @Test("lead there in the same tab and session, and the one that was chosen is marked")
    func choosing() async throws {
        try await withPage("text") { browser in
            let key: String = try await browser.evaluate("return document.body.dataset.now")
            try await browser.run("window.isSamePage = true")
            try await press(Self.table, browser)
            try await browser.wait("\(Self.location) === 'conformance:table'")
            try await browser.wait("\(Self.current) === '\(Self.table)'")
            try await browser.wait("document.activeElement.id === 'title'")
            let isSame: Bool = try await browser.evaluate(
                "return window.isSamePage && document.body.dataset.now === arguments[0]", key)
            #expect(isSame)
            try await browser.run("history.back()")
            try await browser.wait("\(Self.location) === 'conformance:text'")
        }
    }

    @Test("leave the foot of a long page where it can be clicked")
    func foot() async throws {
        try await withPage("text", Browser.Options(height: 300)) { browser in
            try await browser.run("scrollTo(0, document.body.scrollHeight)")
            let covered: [String] = try await browser.evaluate(
                """
                return [...document.querySelectorAll(".foot button")].filter((button) => {
                  const { x, y } = button.getBoundingClientRect();
                  return !button.contains(document.elementFromPoint(x + 8, y + 8));
                }).map((button) => button.id);
                """)
            #expect(covered.isEmpty, "\(covered)")
            let overlap: Bool = try await browser.evaluate(
                """
                const [places, foot] = [".places", ".foot"].map((name) =>
                  document.querySelector(name).getBoundingClientRect());
                return places.bottom > foot.top;
                """)
            #expect(overlap)
        }
    }

    @Test("can be opened in another tab, which has a session of its own")
    func otherTab() async throws {
        try await withPage("text") { browser in
            let address: String = try await browser.evaluate(
                "return document.getElementById(arguments[0]).href", Self.table)
            let tabs = try await browser.openTab(address)
            try await browser.wait("\(Self.location) === 'conformance:table'")
            try await press(Self.many, browser)
            try await browser.wait("\(Self.location) === 'conformance:many'")
            try await browser.show(tab: tabs.before)
            let before: String = try await browser.evaluate("return \(Self.location)")
            #expect(before == "conformance:text")
        }
    }

    @Test("answer to their letters")
    func letters() async throws {
        try await withPage("text") { browser in
            try await browser.type("y")
            try await browser.wait("\(Self.location) === 'conformance:many'")
        }
    }

    @Test("stand where lines begin, and stay where they are from screen to screen")
    func side() async throws {
        let box = "document.getElementById('places').getBoundingClientRect()"
        let page = "document.documentElement.getBoundingClientRect()"
        for language in ["en", "ar"] {
            try await withPage("text", language: language) { browser in
                let isAtStart: Bool = try await browser.evaluate(
                    language == "ar"
                        ? "return \(box).right === \(page).right"
                        : "return \(box).left === \(page).left")
                #expect(isAtStart, "\(language)")
                let before: [Double] = try await browser.evaluate(
                    "return [\(box).left, \(box).top, \(box).width]")
                // This one has a search in the bar.
                try await press(Self.many, browser)
                try await browser.wait("\(Self.location) === 'conformance:many'")
                let after: [Double] = try await browser.evaluate(
                    "return [\(box).left, \(box).top, \(box).width]")
                #expect(before == after)
            }
        }
    }

    @Test(
        "are behind a button where there is little room, with scripts and without",
        arguments: [true, false])
    func narrow(hasScripts: Bool) async throws {
        let options = Browser.Options(width: 375, height: 760, hasScripts: hasScripts)
        let isOpen = "document.getElementById('places').checkVisibility()"
        try await withPage("text", options) { browser in
            #expect(try await browser.evaluate("return \(isOpen)") == false)
            try await openPlaces(browser)
            try await browser.wait(isOpen)
            try await browser.press(.escape)
            try await browser.wait("!\(isOpen)")
            try await openPlaces(browser)
            try await browser.wait(isOpen)
            // The first place comes next.
            try await browser.press(.tab)
            try await browser.wait("document.activeElement.closest('#places')")
            try await press(Self.table, browser)
            try await browser.wait("\(Self.location) === 'conformance:table' && !\(isOpen)")
            try await browser.wait("\(Self.current) === '\(Self.table)'")
        }
    }

    @Test("ask before what was typed is given up")
    func typedText() async throws {
        try await withPage("form") { browser in
            let notes = "document.getElementById('field.notes')"
            try await browser.run("\(notes).focus()")
            try await browser.type("Half a thought")
            try await press(Self.table, browser)
            try await browser.wait("document.querySelector('#question:modal')")
            let text: String = try await browser.evaluate(PageScript.text)
            #expect(text.contains("Discard what you typed?"))
            try await browser.press(.escape)
            try await browser.wait("!document.querySelector('#question')")
            let kept: [String] = try await browser.evaluate(
                "return [\(Self.location), \(notes).value]")
            #expect(kept == ["conformance:form", "Half a thought"])
            try await press("back", browser)
            try await browser.wait("document.querySelector('#question:modal')")
            try await press("answer.cancel", browser)
            try await browser.wait("!document.querySelector('#question')")
            try await press(Self.table, browser)
            try await browser.wait("document.querySelector('#question:modal')")
            try await browser.run("document.querySelector('#question [value=confirm]').click()")
            try await browser.wait("\(Self.location) === 'conformance:table'")
        }
    }

    @Test("ask nothing when nothing was typed, or it was sent")
    func sentText() async throws {
        try await withPage("form") { browser in
            try await press(Self.table, browser)
            try await browser.wait("\(Self.location) === 'conformance:table'")
            try await press("back", browser)
            try await browser.wait("\(Self.location) === 'conformance:form'")
            try await browser.run("document.getElementById('field.notes').focus()")
            try await browser.type("A whole thought")
            try await press("act.save", browser)
            try await browser.wait("document.body.innerText.includes('A whole thought')")
            try await press(Self.table, browser)
            try await browser.wait("\(Self.location) === 'conformance:table'")
        }
    }

    @Test("leave room for twelve rows of a list on a screen, and for seven on a telephone")
    func density() async throws {
        try await withPage("many") { browser in
            for (width, height, least) in [(1280, 800, 12), (375, 760, 7)] {
                try await browser.resize(width: width, height: height)
                let seen: Int = try await browser.evaluate(
                    "return [...document.querySelectorAll('.row')]"
                        + ".filter((e) => e.getBoundingClientRect().bottom <= innerHeight).length")
                #expect(seen >= least, "\(width) pixels")
            }
        }
    }

    @Test(
        "have a button where there is no room for them, and none where there is",
        arguments: ["many", "form"])
    func button(sample: String) async throws {
        try await withPage(sample) { browser in
            for (width, isThere) in [(375, true), (768, false), (1280, false)] {
                try await browser.resize(width: width, height: 800)
                let isSeen: Bool = try await browser.evaluate(
                    "return document.querySelector('.bar [popovertarget=places]')"
                        + ".checkVisibility()")
                #expect(isSeen == isThere, "\(width) pixels")
            }
        }
    }

    @Test("are drawn, and keep the basics of accessibility, at every width, light and dark")
    func looks() async throws {
        try await withPage("many") { browser in
            for width in [375, 768, 1280] {
                try await browser.resize(width: width, height: 800)
                for scheme in ["light", "dark"] {
                    try await browser.prefer("prefers-color-scheme", scheme)
                    if width == 375 { try await openPlaces(browser) }
                    let drawings: [Bool] = try await browser.evaluate(
                        "return [...document.querySelectorAll('.place svg use')]"
                            + ".map((e) => e.getBBox().width > 5)")
                    #expect(drawings == [Bool](repeating: true, count: 5))
                    #expect(try await browser.evaluate(AccessibilityAudit.script) == [String]())
                    #expect(try await browser.evaluate(PageScript.cutOff) == [String]())
                    if width == 375 { try await browser.press(.escape) }
                }
            }
        }
    }
}
