import TenonTesting
import Testing

@Suite struct ConformanceStageTests {
    @Test("the stages make the whole suite, one after the other, each with checks of its own")
    func stages() {
        var before: [String] = []
        for stage in ConformanceStage.allCases {
            let names = ConformanceSuite.checks(through: stage).map(\.name)
            #expect(names.count > before.count)
            #expect(Array(names.prefix(before.count)) == before)
            before = names
        }
        #expect(before == ConformanceSuite.checks.map(\.name))
        #expect(Set(before).count == before.count)
    }

    @Test("the first stage is about what is seen")
    func first() {
        let names = ConformanceSuite.checks(through: .seeing).map(\.name)
        #expect(names.contains("everything on the screen \"form\" is seen with little room"))
        #expect(!names.contains("actions of every role are done"))
    }
}
