import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct NavigationTests {
    private static let stubs = [Stub("a"), Stub("b"), Stub("c"), Stub("item:{id}")]

    @Test("a place that is opened again shows all, one that is gone back to what was found there")
    func narrowed() async throws {
        let filter = Filter(
            id: "kind", title: "Kind", options: [Filter.Option(id: "k", title: "K")], chosen: ["k"])
        let world = try await World([
            Stub("a") { screen in
                screen.search = Search(text: "bees", label: "Find")
                screen.filters = [filter]
            }, Stub("b"),
        ])
        try await world.send(.open(.at("b")))
        try await world.send(.back)
        #expect(try world.scene("a").inputs == [.appear, .disappear, .appear])
        try await world.send(.open(.at("b")))
        try await world.send(.open(.at("a")))
        #expect(
            try world.scene("a").inputs.suffix(4)
                == [.disappear, .search(""), .filter("kind", []), .appear])
    }

    @Test("a location is opened on top, with its arguments, and one goes back to what was below")
    func openAndBack() async throws {
        let world = try await World(Self.stubs)
        #expect(!world.session.canGoBack)
        try await world.pilot.open("item:42")
        #expect(world.title == "item:{id}")
        #expect(try world.scene("item:42").context.arguments == ["id": "42"])
        #expect(world.session.canGoBack)
        try await world.pilot.back()
        #expect(world.title == "a")
        #expect(try world.scene("item:42").isStopped)
        #expect(try world.scene("a").inputs == [.appear, .disappear, .appear])
    }

    @Test("going back from the last scene ends the session")
    func lastBack() async throws {
        let world = try await World(Self.stubs)
        try await world.pilot.back()
        #expect(world.session.isEnded)
    }

    @Test("a scene that takes the way back stays")
    func interceptedBack() async throws {
        let world = try await World([Stub("a"), Stub("b").reacting { _, _ in true }])
        try await world.pilot.open("b")
        try await world.pilot.back()
        #expect(world.title == "b")
        #expect(try world.scene("b").inputs == [.appear, .back])
        try world.scene("b").context.navigator.back()
        await world.session.settle()
        #expect(world.title == "a")
    }

    @Test("pressing back twice at once leaves one scene")
    func doubleBack() async throws {
        let world = try await World(Self.stubs)
        try await world.pilot.open("b")
        try await world.pilot.open("c")
        // What was pressed on a scene that has gone meanwhile does not count for the next one.
        let navigator = try world.scene("c").context.navigator
        navigator.back()
        navigator.back()
        await world.session.settle()
        #expect(world.title == "b")
    }

    @Test("a scene that finishes twice goes once")
    func doubleFinish() async throws {
        let world = try await World(Self.stubs)
        try await world.pilot.open("b")
        try await world.pilot.open("c")
        let navigator = try world.scene("c").context.navigator
        navigator.finish(Named(name: "done"))
        navigator.finish(Named(name: "done"))
        await world.session.settle()
        #expect(world.title == "b")
    }

    @Test("a scene below the top that finishes goes without moving the top")
    func finishBelow() async throws {
        let world = try await World(Self.stubs)
        try await world.pilot.open("b")
        try await world.pilot.open("c")
        try world.scene("b").context.navigator.finish(Named(name: "done"))
        await world.session.settle()
        #expect(world.title == "c")
        #expect(try world.scene("b").isStopped)
        try await world.pilot.back()
        #expect(world.title == "a")
    }

    @Test("a scene that is on the stack already is returned to")
    func returned() async throws {
        let world = try await World(Self.stubs)
        try await world.pilot.open("b")
        try await world.pilot.open("c")
        try await world.pilot.open("a")
        #expect(world.title == "a")
        #expect(!world.session.canGoBack)
        #expect(world.scenes.count == 3)
        #expect(try world.scene("b").isStopped)
        #expect(try world.scene("c").isStopped)
    }

    @Test("a scene below the top does not change what is seen")
    func changeBelow() async throws {
        let world = try await World(Self.stubs)
        try await world.pilot.open("b")
        try world.scene("a").change { $0.title = "changed" }
        #expect(world.title == "b")
        try await world.pilot.back()
        #expect(world.title == "changed")
    }

    private static func deciding(
        _ decision: NavigationDecision, on name: String = "go"
    ) -> StubFlow {
        StubFlow { event in
            if case .finished(let named as Named, from: _) = event, named.name == name {
                decision
            } else {
                nil
            }
        }
    }

    private func world(deciding decision: NavigationDecision) async throws -> World {
        let world = try await World(Self.stubs, coordinators: [Self.deciding(decision)])
        try await world.pilot.open("b")
        try world.scene("b").context.navigator.finish(Named(name: "go"))
        await world.session.settle()
        return world
    }

    @Test("decision: show puts a scene on top")
    func show() async throws {
        let world = try await world(deciding: .show(.at("c")))
        #expect(world.title == "c")
        try await world.pilot.back()
        #expect(world.title == "b")
    }

    @Test("decision: replace takes the place of the one on top")
    func replace() async throws {
        let world = try await world(deciding: .replace(.at("c")))
        #expect(world.title == "c")
        #expect(try world.scene("b").isStopped)
        try await world.pilot.back()
        #expect(world.title == "a")
    }

    @Test("decision: reset makes the whole stack, of which only the top appears")
    func reset() async throws {
        let world = try await world(deciding: .reset([.at("c"), .at("item", "1"), .at("c")]))
        #expect(world.title == "c")
        #expect(world.scenes.prefix(2).map(\.isStopped) == [true, true])
        #expect(world.scenes.dropFirst(2).map(\.inputs) == [[], [], [.appear]])
        try await world.pilot.back()
        #expect(world.title == "item:{id}")
    }

    @Test("decision: back leaves the scene, stay keeps it, end ends the session")
    func backStayEnd() async throws {
        #expect(try await world(deciding: .back).title == "a")
        #expect(try await world(deciding: .stay).title == "b")
        #expect(try await world(deciding: .end).session.isEnded)
    }

    @Test("decision: restart asks the coordinators where to begin")
    func restart() async throws {
        let world = try await world(deciding: .restart(.at("c")))
        #expect(world.title == "c")
        #expect(!world.session.canGoBack)
        #expect(world.scenes.prefix(2).map(\.isStopped) == [true, true])
    }

    @Test(
        "a decision for a location that leads nowhere changes nothing and is told",
        arguments: [
            NavigationDecision.show(.at("x")), .replace(.at("x")), .reset([.at("x")]),
        ])
    func unknown(_ decision: NavigationDecision) async throws {
        let world = try await world(deciding: decision)
        #expect(world.title == "b")
        #expect(try !world.scene("b").isStopped)
        #expect(world.pilot.notices == ["There is nothing at this address."])
    }

    @Test("of several coordinators the first with a decision wins")
    func order() async throws {
        let world = try await World(
            Self.stubs,
            coordinators: [
                Self.deciding(.end, on: "other"), Self.deciding(.show(.at("c"))),
                Self.deciding(.show(.at("b"))),
            ])
        try world.scene("a").context.navigator.finish(Named(name: "go"))
        await world.session.settle()
        #expect(world.title == "c")
    }

    @Test("coordinators decide where a session begins")
    func start() async throws {
        let flow = StubFlow { event in
            if case .start(let wanted) = event {
                .reset([.at("b"), wanted ?? .at("c")])
            } else {
                nil
            }
        }
        let world = try await World(Self.stubs, coordinators: [flow], at: nil)
        #expect(world.title == "c")
        try await world.pilot.back()
        #expect(world.title == "b")
        #expect(try await World(Self.stubs, coordinators: [flow], at: "a").title == "a")
    }

    @Test("a session with nowhere to begin ends at once")
    func nowhere() async throws {
        #expect(try await World(Self.stubs, at: nil).session.isEnded)
    }

    @Test("a session does not begin at a location that nobody knows")
    func unknownStart() async throws {
        await #expect(throws: RoutingError.self) { try await World(Self.stubs, at: "x") }
    }

    @Test("an event from outside, such as a lock, clears the stack and stops its scenes")
    func lock() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: NavigationEvent.self)
        let flow = StubFlow(stream: stream) { event in
            if case .finished(let named as Named, from: _) = event, named.name == "lock" {
                .reset([.at("c")])
            } else {
                nil
            }
        }
        let world = try await World(Self.stubs, coordinators: [flow])
        try await world.pilot.open("b")
        continuation.yield(.finished(Named(name: "lock"), from: .at("anywhere")))
        try await world.pilot.wait("the lock") { world.title == "c" }
        #expect(world.scenes.prefix(2).map(\.isStopped) == [true, true])
        #expect(!world.session.canGoBack)
        world.session.end()
        continuation.yield(.start(nil))
        await world.session.settle()
    }
}
