import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct InteractiveSceneTests {
    /// Counts, and shows even numbers only.
    private struct Even: Interactor {
        var initialState: Int { 0 }

        func transform(states: Flow<Int>) -> Flow<Int> { states.filter { $0 % 2 == 0 } }

        func reduce(_ state: inout Int, _ mutation: String) { state += 1 }
    }

    private struct Number: Presenter {
        func screen(for state: Int) -> Screen {
            Screen(
                location: Location(["number"]), title: "\(state)",
                search: Search(text: "", label: "Count"))
        }
    }

    @Test("the screen is made of what the transform of states lets through")
    func transformedStates() async throws {
        let pilot = try await SessionPilot(plugins: [], at: "number") { registrar in
            registrar.contribute(.scenes) { _ in
                [
                    try SceneDefinition("number") { context in
                        InteractiveScene(Even(), presenter: Number(), context: context) {
                            input, _ in
                            if case .search(let text) = input { text } else { nil }
                        }
                    }
                ]
            }
        }
        #expect(pilot.session.screen?.title == "0")
        try await pilot.search("one")
        #expect(pilot.session.screen?.title == "0")
        try await pilot.search("two")
        #expect(pilot.session.screen?.title == "2")
        await pilot.stop()
    }
}
