import Foundation
import TestSupport
import Testing

/// The rules of axe-core, which looks for barriers in a page.
struct AxeRules: Sendable {
    /// The file of axe-core 4.12.1, and which package of PyPI has it.
    private static let place = [
        "axe-playwright-python", "0.1.8", "axe_playwright_python/axe.min.js",
    ]
    private static let widths = [375, 768, 1280]

    private let script: String

    /// Gets the rules from PyPI, unless they are there.
    init() async throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized.path
        let found = try await Program(path: "\(root)/tools/wheel").run(Self.place)
        guard found.status == 0 else { throw LoopbackHTTP.Failure(description: found.errors) }
        script = found.output
    }

    /// Expects that the rules find nothing in the present page: as on a telephone, a tablet and a screen,
    /// light and dark.
    ///
    /// Colours are all that differs in the dark, so only the rules about them are looked at there.
    func expectNothing(in browser: Browser, _ what: String) async throws {
        try await browser.run("if (!window.axe) { \(script) }")
        for width in Self.widths {
            try await browser.resize(width: width, height: 800)
            for scheme in ["light", "dark"] {
                try await browser.prefer("prefers-color-scheme", scheme)
                let found: [String] = try await browser.evaluate(Self.run, scheme)
                #expect(found.isEmpty, "\(what), \(width) pixels, \(scheme): \(found)")
            }
        }
    }

    /// Ends what moves, since a page that is not drawn never does, runs the rules, and gives a text for
    /// each violation.
    private static let run = """
        for (const animation of document.getAnimations()) {
          if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
        }
        const rules = arguments[0] === "dark"
          ? { runOnly: ["color-contrast", "link-in-text-block"] } : {};
        const result = await axe.run(document, { ...rules, resultTypes: ["violations"] });
        if (result.passes.length === 0) return ["no rule was applied"];
        return result.violations.map((found) => `${found.id}: ${found.help}: `
          + found.nodes.map((node) => node.html.slice(0, 200)).join(" | "));
        """
}
