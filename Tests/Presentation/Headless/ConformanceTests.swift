import TenonTesting
import Testing

@Suite("The headless front end", .serialized)
struct ConformanceTests {
    @Test("conforms", arguments: ConformanceSuite.checks)
    func conforms(_ check: ConformanceCheck) async throws {
        try await check.run(HeadlessDriver())
    }

    @Test(
        "hands on all writing in a language from right to left",
        arguments: ConformanceSuite.checksOfDirection)
    func conformsFromRightToLeft(_ check: ConformanceCheck) async throws {
        try await check.run(HeadlessDriver(language: "ar"))
    }
}
