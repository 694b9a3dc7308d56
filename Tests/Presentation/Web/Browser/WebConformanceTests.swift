import TenonTesting
import Testing

/// One browser for all checks of a mode: starting it takes longer than most checks.
@Suite("The web front end conforms, used by keyboard in a real browser", .serialized)
struct WebConformanceTests {
    /// Expects an answer while something is typed, which a page without scripts cannot give; the
    /// fields themselves are proved by the check that tells a problem.
    private static let needsScripts = "all nine fields arrive as they were filled in"

    private func run(_ check: ConformanceCheck, _ driver: WebFrontEndDriver) async {
        do {
            try await check.run(driver)
        } catch {
            Issue.record("\(check): \(error)")
        }
    }

    @Test("with and without scripts", arguments: [true, false])
    func conforms(hasScripts: Bool) async throws {
        try await Browser.run(Browser.Options(hasScripts: hasScripts)) { browser in
            let driver = WebFrontEndDriver(browser, hasScripts: hasScripts)
            for check in ConformanceSuite.checks
            where hasScripts || check.name != Self.needsScripts {
                await run(check, driver)
            }
            try await driver.expectEnds()
            let mirrored = WebFrontEndDriver(browser, hasScripts: hasScripts, language: "ar")
            for check in ConformanceSuite.checksOfDirection { await run(check, mirrored) }
            try await mirrored.expectEnds()
        }
    }
}
