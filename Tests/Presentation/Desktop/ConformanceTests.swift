import TenonTesting
import Testing

/// One display for all checks: starting it takes longer than most of them.
@Suite("The desktop front end conforms, used by keyboard in a real window", .serialized)
struct ConformanceTests {
    @Test("in a window")
    func conforms() async throws {
        let desktop = try DesktopSession()
        let mirrored = DesktopDriver(desktop, arguments: ["--language=ar"])
        for (checks, driver) in [
            (ConformanceSuite.checks, DesktopDriver(desktop)),
            (ConformanceSuite.checksOfDirection, mirrored),
        ] {
            for check in checks {
                do {
                    try await check.run(driver)
                } catch {
                    let evidence = await driver.evidence
                    Issue.record("\(check): \(error)\n\(evidence)")
                }
            }
        }
    }
}
