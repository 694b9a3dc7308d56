import TenonTesting
import Testing

/// One browser for all checks of a mode: starting it takes longer than most checks.
@Suite("The web front end conforms, used by keyboard in a real browser", .serialized)
struct WebConformanceTests {
    @Test("with and without scripts", arguments: [true, false])
    func conforms(hasScripts: Bool) async throws {
        try await Browser.run(Browser.Options(hasScripts: hasScripts)) { browser in
            let driver = WebFrontEndDriver(browser, hasScripts: hasScripts)
            for check in ConformanceSuite.checks {
                let start = ContinuousClock.now
                defer { print("TIME", ContinuousClock.now - start, check) }
                do {
                    try await check.run(driver)
                } catch {
                    Issue.record("\(check): \(error)")
                }
            }
        }
    }
}
