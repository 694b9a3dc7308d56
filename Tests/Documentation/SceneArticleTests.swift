import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("The article Test a scene, and the feature of Write a feature", AtFailingStep())
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

    @Test("A test may check only what it names")
    func named() async throws {
        let clock = ManualClock()
        let tea = TeaInteractor(timing: TeaTable(), clock: clock)
        try await TestStore.run(tea, coverage: .named) { store in
            try store.send(.steep("Green"))
            await clock.waitForSleepers()
            clock.advance(by: .seconds(120))
            try await store.receive(.finish) { $0.cups = 1 }
        }
    }

    @Test("One steeps tea by what can be read")
    func using() async throws {
        try await SessionPilot.run(plugins: [TeaFeature.self, TeaTablePlugin.self]) { pilot in
            #expect(pilot.sees("0 cups so far"))
            #expect(pilot.sees("Steep", on: "Black"))
            try await pilot.choose("Steep", on: "Black")
            await pilot.clock.waitForSleepers()
            pilot.clock.advance(by: .seconds(240))
            try await pilot.wait(for: "1 cup so far")
        }
    }

    @Test("Another language is a setting")
    func language() async throws {
        try await SessionPilot.run(
            plugins: [TeaFeature.self, TeaTablePlugin.self], settings: ["language": "pt-BR"],
            at: "teas"
        ) { pilot in
            try await pilot.choose("Preparar", on: "Green")
            #expect(pilot.sees("Parar"))
        }
    }
}
