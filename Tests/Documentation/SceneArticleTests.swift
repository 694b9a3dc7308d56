import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("The article Test a scene, and the feature of Write a feature")
struct SceneArticleTests {
    @Test("Tea is ready when its time is over")
    func steeping() async throws {
        let clock = ManualClock()
        let tea = TeaInteractor(timing: TeaTable(), clock: clock)
        try await TestStore.run(tea) { store in
            try store.send(.steep("Green"), starts: ["steep"]) { $0.steeping = "Green" }
            await clock.waitForSleepers()
            clock.advance(by: .seconds(120))
            try await store.receive(.finish) { state in
                state.steeping = nil
                state.cups = 1
            }
        }
    }

    @Test("Tea that is stopped fills no cup")
    func stopping() async throws {
        let tea = TeaInteractor(timing: TeaTable(), clock: ManualClock())
        try await TestStore.run(tea) { store in
            try store.send(.steep("Black"), starts: ["steep"]) { $0.steeping = "Black" }
            try store.send(.stop, cancels: ["steep"]) { $0.steeping = nil }
        }
    }

    @Test("One steeps tea by what can be read")
    func using() async throws {
        let pilot = try await SessionPilot(plugins: [TeaFeature.self, TeaTablePlugin.self])
        #expect(pilot.sees("0 cups so far"))
        try await pilot.choose("Steep", on: "Black")
        await pilot.clock.waitForSleepers()
        pilot.clock.advance(by: .seconds(240))
        try await pilot.wait(for: "1 cup so far")
        await pilot.stop()
    }

    @Test("Another language is a setting")
    func language() async throws {
        let pilot = try await SessionPilot(
            plugins: [TeaFeature.self, TeaTablePlugin.self],
            configuration: Configuration(flags: ["language": "pt-BR"]), at: "teas")
        try await pilot.choose("Preparar", on: "Green")
        #expect(pilot.sees("Parar"))
        await pilot.stop()
    }
}
