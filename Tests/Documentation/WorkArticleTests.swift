import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("The article Go on without the scene", AtFailingStep())
struct WorkArticleTests {
    @Test("Coffee is roasted while the person is elsewhere")
    func roast() async throws {
        try await SessionPilot.run(
            plugins: [RoastFeature.self, CupboardFeature.self], at: "shelf"
        ) { pilot in
            try await pilot.open("oven")
            try pilot.session.send(.act("roast"))
            await pilot.clock.waitForSleepers()
            try await pilot.back()
            for _ in 1...3 {
                await pilot.clock.waitForSleepers()
                #expect(pilot.sees("Roasting Sidamo"))
                pilot.clock.advance(by: .seconds(60))
            }
            try await pilot.wait("the end to be told") { !pilot.notices.isEmpty }
            #expect(pilot.notices == ["850 grams of coffee are ready."])
            try await pilot.open("oven")
            try await pilot.choose("Take out")
            #expect(pilot.sees("The oven is empty."))
        }
    }
}
