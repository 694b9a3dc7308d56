import TenonTesting
import Testing

@Suite("The line front end", .serialized)
struct ConformanceTests {
    @Test("conforms at pipes", arguments: ConformanceSuite.checks)
    func conformsAtPipes(_ check: ConformanceCheck) async throws {
        try await check.run(LineDriver(usesTerminal: false))
    }

    @Test("shows all writing in a language from right to left", arguments: [false, true])
    func conformsFromRightToLeft(usesTerminal: Bool) async throws {
        for check in ConformanceSuite.checksOfDirection {
            try await check.run(LineDriver(usesTerminal: usesTerminal, language: "ar"))
        }
    }

    @Test("conforms at a terminal", arguments: ConformanceSuite.checks)
    func conformsAtTerminal(_ check: ConformanceCheck) async throws {
        try await check.run(LineDriver(usesTerminal: true))
    }
}
