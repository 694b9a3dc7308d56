import TenonWeb
import TestSupport
import Testing

@Suite("A secret in its field, on a page", .serialized)
struct SecretPageTests {
    private static let field = "document.getElementById('field.new')"

    private func withSecret(
        hasScripts: Bool, _ body: @Sendable (Browser) async throws -> Void
    ) async throws {
        try await Browser.run(Browser.Options(hasScripts: hasScripts), at: "secret") { browser, _ in
            try await browser.run("document.querySelector('[value=\"make:new\"]').click()")
            try await browser.wait("\(Self.field)?.value === 'm4de-short'")
            try await browser.wait("\(Self.field).type === 'text'")
            try await body(browser)
        }
    }

    /// How its letters look some milliseconds after it came into sight.
    private func look(_ browser: Browser, after time: Int) async throws -> String {
        try await browser.evaluate(
            "for (const part of \(Self.field).getAnimations()) part.currentTime = \(time);"
                + "return getComputedStyle(\(Self.field)).webkitTextSecurity")
    }

    @Test(
        "is concealed a little after 30 seconds without scripts, and keeps what is typed beside it",
        arguments: ["no-preference", "reduce"])
    func withoutScripts(motion: String) async throws {
        try await withSecret(hasScripts: false) { browser in
            try await browser.prefer("prefers-reduced-motion", motion)
            try await browser.run("document.getElementById('field.keeper').value = 'Bo'")
            #expect(try await look(browser, after: 30_900) == "none")
            #expect(try await look(browser, after: 31_100) == "disc")
            let typed: String = try await browser.evaluate(
                "return document.getElementById('field.keeper').value")
            #expect(typed == "Bo")
        }
    }

    @Test("is concealed by the session with scripts, and by the page when the server is gone")
    func serverGone() async throws {
        try await withSecret(hasScripts: true) { browser in
            #expect(try await look(browser, after: 31_100) == "none")
            try await browser.run("window.fetch = () => Promise.reject(new TypeError('gone'))")
            try await browser.run("document.getElementById('field.keeper').focus()")
            try await browser.type("x")
            try await browser.wait("!document.getElementById('lost').hidden")
            try await browser.wait("\(Self.field).type === 'password'")
            let isWritten: Bool = try await browser.evaluate(
                "return document.documentElement.outerHTML.includes('m4de-short')")
            #expect(!isWritten)
        }
    }

    @Test("what the page itself shows is concealed after 30 seconds, counted anew each time")
    func peek() async throws {
        try await Browser.run(at: "secret") { browser, _ in
            try await browser.run(
                """
                window.waits = [];
                const wait = window.setTimeout;
                window.setTimeout = (work, time, ...rest) =>
                    time === 30000 ? window.waits.push(() => work(...rest)) : wait(work, time, ...rest);
                window.clearTimeout = (number) => delete window.waits[number - 1];
                \(Self.field).value = 'typed';
                """)
            let peek = "document.querySelector('[data-peek=\"field.new\"]')"
            for _ in 0..<3 { try await browser.run("\(peek).click()") }
            #expect(try await browser.evaluate("return \(Self.field).type") == "text")
            // The first look was ended by hand; the second one goes on.
            #expect(
                try await browser.evaluate("return window.waits.filter(Boolean).length") == 1)
            try await browser.run("window.waits.forEach((end) => end())")
            #expect(try await browser.evaluate("return \(Self.field).type") == "password")
            #expect(try await browser.evaluate("return \(Self.field).value") == "typed")
            #expect(try await browser.evaluate("return \(peek).ariaPressed") == "false")
            // Pressed twice it shows and conceals, and types nothing.
            try await browser.run("\(peek).focus()")
            for type in ["text", "password"] {
                try await browser.type(" ")
                try await browser.wait("\(Self.field).type === '\(type)'")
            }
            #expect(try await browser.evaluate("return \(Self.field).value") == "typed")
        }
    }
}
