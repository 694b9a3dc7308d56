import TestSupport
import Testing

@Suite("The palette of a page, in a real browser", .serialized)
struct PaletteTests {
    private static let location = "document.body.dataset.location"
    private static let isOpen = "document.getElementById('palette').open"
    private static let chosen = "document.querySelector('#palette-list [aria-selected=true]')"

    private func withPalette(
        at sample: String = "text", _ body: @Sendable (Browser) async throws -> Void
    ) async throws {
        try await Browser.run(at: sample) { browser, _ in
            try await browser.press("k", holding: .control)
            try await browser.wait(Self.isOpen)
            try await body(browser)
        }
    }

    @Test("finds a place by a part of its name, and goes there with Return")
    func place() async throws {
        try await withPalette { browser in
            try await browser.type("ROWS endl")
            try await browser.wait("\(Self.chosen).textContent === 'Endless rows'")
            try await browser.press(.enter)
            try await browser.wait("\(Self.location) === 'conformance:many'")
            #expect(try await browser.evaluate("return !\(Self.isOpen)"))
        }
    }

    @Test("does what the screen offers, and leaves out what cannot be done now")
    func action() async throws {
        try await withPalette(at: "actions") { browser in
            let rows: [String] = try await browser.evaluate(
                "return [...document.querySelectorAll('#palette-list li')].map(e => e.textContent)")
            let enabled: [String] = try await browser.evaluate(
                "return [...document.querySelectorAll('#content [data-action]:not([data-target])"
                    + ":not([aria-disabled]) > [dir]')].map(e => e.textContent)")
            let disabled: [String] = try await browser.evaluate(
                "return [...document.querySelectorAll('#content [aria-disabled] > [dir]')]"
                    + ".map(e => e.textContent)")
            #expect(!enabled.isEmpty && Set(enabled).isSubset(of: rows))
            #expect(!disabled.isEmpty && Set(disabled).isDisjoint(with: rows))
        }
    }

    @Test("searches the list of the screen for what was typed")
    func search() async throws {
        try await withPalette(at: "many") { browser in
            try await browser.type("row 77")
            try await browser.press(.up)
            try await browser.press(.enter)
            try await browser.wait("document.getElementById('search-text').value === 'row 77'")
            try await browser.wait("document.querySelectorAll('.row').length < 50")
            #expect(try await browser.evaluate("return \(Self.location) === 'conformance:many'"))
        }
    }

    @Test("says so when nothing fits, and closes without having done anything")
    func nothing() async throws {
        try await withPalette { browser in
            try await browser.type("qqq")
            try await browser.wait("!document.getElementById('palette-nothing').hidden")
            try await browser.press(.enter)
            #expect(try await browser.evaluate("return \(Self.isOpen)"))
            try await browser.press(.escape)
            try await browser.wait("!\(Self.isOpen)")
            #expect(try await browser.evaluate("return \(Self.location) === 'conformance:text'"))
        }
    }

    @Test("keeps the basics of accessibility at every width, light and dark")
    func looks() async throws {
        try await withPalette(at: "many") { browser in
            for width in [375, 768, 1280] {
                try await browser.resize(width: width, height: 800)
                for scheme in ["light", "dark"] {
                    try await browser.prefer("prefers-color-scheme", scheme)
                    #expect(try await browser.evaluate(AccessibilityAudit.script) == [String]())
                    #expect(try await browser.evaluate(PageScript.cutOff) == [String]())
                }
            }
        }
    }
}
