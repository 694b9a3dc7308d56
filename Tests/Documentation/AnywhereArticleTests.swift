import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("The article Act from anywhere", AtFailingStep())
struct AnywhereArticleTests {
    @Test("The bell rings wherever one is, and one stays there")
    func bell() async throws {
        try await SessionPilot.run(
            plugins: [BellFeature.self, RoastFeature.self, CupboardFeature.self], at: "oven"
        ) { pilot in
            try await pilot.choose("Ring the bell")
            try await pilot.answer(.confirm)
            #expect(pilot.notices == ["The bell has rung."])
            #expect(try pilot.screen().title == "Oven")
            try await pilot.press("t")
            #expect(try pilot.screen().title == "All shelves")
            try await pilot.back()
            #expect(try pilot.screen().title == "Oven")
        }
    }

    @Test("The application begins where its coordinator says, or where --open does")
    func beginning() async throws {
        for (settings, title) in [([:], "All shelves"), (["open": "oven"], "Oven")] {
            try await SessionPilot.run(
                plugins: [BellFeature.self, RoastFeature.self, CupboardFeature.self],
                settings: settings
            ) { pilot in
                let screen = try pilot.screen()
                #expect(screen.title == title)
            }
        }
    }

    @Test("What comes next is decided by the outcome of a scene")
    func outcome() async {
        let decision = await BellCoordinator().decide(
            .finished(CupReturned(shelf: 7), from: ShelfRoute.cup.location(7, .green)))
        #expect(decision == .replace(ShelfRoute.one.location(7)))
    }
}
