import TenonTesting
import Testing

@Suite("The full screen", .serialized)
struct ConformanceTests {
    @Test("conforms in a terminal", arguments: ConformanceSuite.checks)
    func conforms(_ check: ConformanceCheck) async throws {
        try await check.run(TerminalDriver())
    }
}
