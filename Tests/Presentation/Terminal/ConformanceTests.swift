import TenonTesting
import Testing

@Suite("The full screen", .serialized)
struct ConformanceTests {
    @Test("conforms in a terminal", arguments: ConformanceSuite.checks)
    func conforms(_ check: ConformanceCheck) async throws {
        try await check.run(TerminalDriver())
    }

    @Test(
        "shows all writing in a language from right to left",
        arguments: ConformanceSuite.checksOfDirection)
    func conformsFromRightToLeft(_ check: ConformanceCheck) async throws {
        try await check.run(TerminalDriver(language: "ar"))
    }
}
