import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("Rows that are chosen together") struct SelectionTests {
    private static let burn = Action(
        id: "burn", title: "Burn", scope: .selection,
        confirmation: Confirmation(title: "Burn?", message: "Ashes.", confirmTitle: "Yes"))

    private static func list(
        _ names: [String], total: Int? = nil, offset: Int = 0, fixed: [String] = []
    ) -> Block {
        .list(
            ListBlock(
                id: "l", total: total, offset: offset, rows: names.map { Row(id: $0, title: $0) },
                selection: ListSelection(
                    actions: [Action(id: "send", title: "Send", scope: .selection), burn],
                    fixed: fixed)))
    }

    private static func world(_ block: Block) async throws -> World {
        try await World([Stub("a") { $0.blocks = [block] }, Stub("b")])
    }

    private func chosen(_ world: World) -> [String] {
        world.session.screen?.list("l")?.selection?.chosen ?? []
    }

    @Test("are kept by the session, and handed to the scene with the action, once")
    func acting() async throws {
        let world = try await Self.world(Self.list(["x", "y", "z"]))
        try await world.send(.select("l", .choose(["z", "x"])))
        #expect(chosen(world) == ["z", "x"])
        try await world.send(.select("l", .choose(["x", "y"])))
        try await world.send(.select("l", .release(["z"])))
        #expect(chosen(world) == ["x", "y"])
        try await world.send(.act("send"))
        let inputs = try world.scene("a").inputs
        #expect(inputs.last == .actOnRows("send", rows: ["x", "y"], input: nil))
        #expect(chosen(world) == [])
        #expect(world.refusal(.act("send")) == "session.nothing-chosen")
        await world.pilot.stop()
    }

    @Test("are refused when they are unknown, cannot be chosen, or their list has no choice")
    func refusals() async throws {
        let world = try await Self.world(Self.list(["x", "y"], fixed: ["y"]))
        #expect(world.refusal(.select("l", .choose(["w"]))) == "session.unknown-row")
        #expect(world.refusal(.select("l", .only(["y"]))) == "session.fixed-row")
        #expect(world.refusal(.select("m", .only([]))) == "session.unknown-list")
        #expect(chosen(world) == [])
        try world.scene("a").change { screen in
            screen.blocks = [.list(ListBlock(id: "l", rows: [Row(id: "x", title: "x")]))]
        }
        #expect(world.refusal(.select("l", .only(["x"]))) == "session.no-selection")
        await world.pilot.stop()
    }

    @Test("are counted in the question before the action, without those that went meanwhile")
    func asking() async throws {
        let world = try await Self.world(Self.list(["x", "y", "z"]))
        try await world.send(.select("l", .only(["x", "y"])))
        try await world.send(.act("burn"))
        #expect(world.pilot.sees("This concerns 2 rows. Ashes."))
        try world.scene("a").change { $0.blocks = [Self.list(["y", "z"])] }
        try await world.pilot.answer(.confirm)
        #expect(try world.scene("a").inputs.last == .actOnRows("burn", rows: ["y"], input: nil))
        await world.pilot.stop()
    }

    @Test("are forgotten when they go from the list, by a search, and with the screen")
    func forgetting() async throws {
        let world = try await Self.world(Self.list(["x", "y"]))
        try await world.send(.select("l", .only(["x", "y"])))
        try world.scene("a").change { $0.blocks = [Self.list(["y", "w"])] }
        #expect(chosen(world) == ["y"])
        try world.scene("a").change { $0.search = Search(text: "", label: "Find") }
        try await world.send(.search("q"))
        #expect(chosen(world) == [])
        try await world.send(.select("l", .only(["y"])))
        try await world.send(.open(.at("b")))
        try await world.send(.back)
        #expect(world.title == "a")
        #expect(chosen(world) == [])
        await world.pilot.stop()
    }

    @Test("may lie outside of the window of a long list, until their place is seen without them")
    func windows() async throws {
        let world = try await Self.world(Self.list(["r0", "r1"], total: 6))
        try await world.send(.select("l", .choose(["r0", "r1"])))
        try world.scene("a").change { $0.blocks = [Self.list(["r4", "r5"], total: 6, offset: 4)] }
        try await world.send(.select("l", .choose(["r4"])))
        #expect(chosen(world) == ["r0", "r1", "r4"])
        try world.scene("a").change { $0.blocks = [Self.list(["r0", "r2"], total: 5)] }
        #expect(chosen(world) == ["r0", "r4"])
        #expect(world.refusal(.select("l", .choose(["r5"]))) == "session.unknown-row")
        await world.pilot.stop()
    }

    @Test("are part of a recording, and chosen again by its replay")
    func recording() async throws {
        let recorder = SessionRecorder()
        let stub = Stub("a") { screen in
            screen.blocks = [Self.list(["x", "y", "z"])]
            screen.filters = [Filter(id: "f", title: "F", options: [.init(id: "o", title: "O")])]
        }
        let world = try await World([stub], observers: [recorder])
        let inputs: [SessionInput] = [
            .filter("f", ["o"]), .select("l", .only(["x", "y"])), .select("l", .choose(["z"])),
            .select("l", .release(["x"])), .act("send"),
        ]
        for input in inputs { try await world.send(input) }
        let again = try await World([stub])
        try await SessionReplay(#require(recorder.recording)).play(in: again.session)
        #expect(try again.scene("a").inputs == world.scene("a").inputs)
        #expect(
            try again.scene("a").inputs.last == .actOnRows("send", rows: ["y", "z"], input: nil))
        await world.pilot.stop()
        await again.pilot.stop()
    }
}

@Suite("Filters") struct FilterTests {
    private static let filters = [
        Filter(
            id: "f", title: "F", options: [.init(id: "p", title: "P"), .init(id: "q", title: "Q")]),
        Filter(id: "g", title: "G", options: [.init(id: "r", title: "R")], takesSeveral: true),
    ]

    @Test("reach the scene; what they do not have is refused")
    func filtering() async throws {
        let world = try await World([Stub("a") { $0.filters = Self.filters }])
        try await world.send(.filter("f", ["q"]))
        #expect(try world.scene("a").inputs.last == .filter("f", ["q"]))
        #expect(world.refusal(.filter("f", ["p", "q"])) == "session.wrong-option")
        #expect(world.refusal(.filter("g", ["p"])) == "session.wrong-option")
        #expect(world.refusal(.filter("h", [])) == "session.unknown-filter")
        await world.pilot.stop()
    }

    @Test("take an option away when it is chosen again")
    func toggling() {
        var filter = Self.filters[0]
        #expect(filter.toggling("p") == ["p"])
        filter.chosen = ["p"]
        #expect(filter.toggling("p") == [])
        #expect(filter.toggling("q") == ["q"])
        filter.takesSeveral = true
        #expect(filter.toggling("q") == ["p", "q"])
    }

    @Test("can be chosen one after the other before the screen has the first of them")
    func expecting() {
        var screen = Screen(location: .at("a"), title: "A", filters: Self.filters)
        screen.filters[0].takesSeveral = true
        for option in ["p", "q", "p"] {
            guard let filter = screen.filter("f") else { continue }
            screen.expect(filter.toggling(option), of: "f")
        }
        #expect(screen.filter("f")?.chosen == ["q"])
        screen.expect(["p"], of: "none")
        #expect(screen.filter("g")?.chosen == [])
    }
}
