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
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(Route("number")) { context in
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

    private struct Steps: Interactor {
        var initialState: String { "" }

        func reduce(_ state: inout String, _ step: String) { state += step + " " }
    }

    private struct StepsPresenter: Presenter {
        enum Command: String { case count, moreThanOne = "more-than-one" }

        func screen(for state: String) -> Screen {
            Screen(
                location: Location(["steps"]), title: state,
                actions: [
                    Action(Command.count, title: "Count"),
                    Action(Command.moreThanOne, title: "More"),
                    Action(id: "foreign", title: "Foreign"),
                ])
        }
    }

    @Test("a scene is told its commands, the ids of others, and that it is covered")
    func events() async throws {
        let pilot = try await SessionPilot(plugins: [], at: "steps") { registrar in
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(Route("steps")) { context in
                        InteractiveScene(Steps(), presenter: StepsPresenter(), context: context) {
                            event, _ in
                            switch event {
                            case .act(.count, _): "one"
                            case .act(.moreThanOne, _): "more"
                            case .other(let id, _): id
                            case .appear: "appears"
                            case .disappear: "disappears"
                            case .edit, .search, .filter, .window, .reading, .back: nil
                            }
                        }
                    },
                    try SceneDefinition(Route("number")) { context in
                        InteractiveScene(Even(), presenter: Number(), context: context) { _, _ in
                            nil
                        }
                    },
                ]
            }
        }
        try await pilot.choose("Count")
        try await pilot.choose("More")
        try await pilot.choose("Foreign")
        try await pilot.open("number")
        #expect(pilot.session.screen?.title == "0")
        try await pilot.back()
        #expect(
            pilot.session.screen?.title == "appears one more foreign disappears appears ")
        await pilot.stop()
    }
}
