import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct ConformanceTests {
    @Test("a front end that shows everything conforms", arguments: ConformanceSuite.checks)
    func conforms(_ check: ConformanceCheck) async throws {
        try await check.run(PilotDriver())
    }

    @Test("the names of the checks are different")
    func names() {
        let names = ConformanceSuite.checks.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
