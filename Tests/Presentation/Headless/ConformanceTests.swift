import TenonTesting
import Testing

@Suite("The headless front end", .serialized)
struct ConformanceTests {
    @Test("conforms", arguments: ConformanceSuite.checks)
    func conforms(_ check: ConformanceCheck) async throws {
        try await check.run(HeadlessDriver())
    }
}
