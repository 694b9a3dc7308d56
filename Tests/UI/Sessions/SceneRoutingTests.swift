import Foundation
import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct SceneRoutingTests {
    /// A lock that can be opened, and a subscription that can be had.
    private final class Policy: RoutePolicy {
        let isOpen = Atomic(false)

        func verdict(on request: RouteRequest) -> RouteVerdict {
            if request.location.segments == ["unlock"] { return .allowed }
            guard isOpen.load(ordering: .relaxed) else {
                let then = ["then": request.location.description]
                return .gated(by: Location(["unlock"], query: then))
            }
            if request.needs.contains(RouteNeed("premium")) { return .redirected(to: .at("offer")) }
            if request.needs.contains(RouteNeed("admin")) { return .refused(reason: "Ask Ada.") }
            if request.needs.contains(RouteNeed("circle")) {
                return .redirected(to: request.location)
            }
            return .allowed
        }
    }

    private static let stubs = [
        Stub("a"), Stub("b"), Stub("unlock"), Stub("offer"), Stub("item:{id:int}"),
        Stub("report").needing(RouteNeed("premium")), Stub("users").needing(RouteNeed("admin")),
        Stub("round").needing(RouteNeed("circle")),
    ]

    /// Goes on to where the person wanted to go.
    private static let flow = StubFlow { event in
        switch event {
        case .finished(let named as Named, from: let location) where named.name == "open":
            .restart(location.query["then"].flatMap { try? Location(parsing: $0) })
        case .finished(let named as Named, _) where named.name == "report": .show(.at("report"))
        case .finished(let named as Named, _) where named.name == "users": .replace(.at("users"))
        case .start(let wanted): .reset([.at("a")] + (wanted.map { [$0] } ?? []))
        default: nil
        }
    }

    private func world(_ policy: Policy, at location: String) async throws -> World {
        try await World(
            Self.stubs, coordinators: [Self.flow], policies: [policy], at: location)
    }

    private func finish(_ name: String, at location: String, in world: World) async throws {
        try world.scene(location).context.navigator.finish(Named(name: name))
        await world.session.settle()
    }

    @Test("what lies behind a gate leads to the gate alone, and from there on to the target")
    func gate() async throws {
        let policy = Policy()
        let world = try await world(policy, at: "item:42")
        #expect(world.title == "unlock")
        #expect(!world.session.canGoBack)
        #expect(world.scenes.count == 1)
        try await world.send(.open(.at("b")))
        #expect(world.title == "unlock")
        #expect(!world.session.canGoBack)
        policy.isOpen.store(true, ordering: .relaxed)
        try await finish("open", at: "unlock?then=b", in: world)
        #expect(world.title == "b")
        #expect(world.session.canGoBack)
    }

    @Test("a scene that wants to go on after the gate has closed leads to the gate")
    func closed() async throws {
        let policy = Policy()
        policy.isOpen.store(true, ordering: .relaxed)
        let world = try await world(policy, at: "b")
        policy.isOpen.store(false, ordering: .relaxed)
        try await finish("report", at: "b", in: world)
        #expect(world.title == "unlock")
        #expect(!world.session.canGoBack)
        #expect(world.scenes.prefix(2).map(\.isStopped) == [true, true])
    }

    @Test("a scene that is on the stack is not returned to behind a gate")
    func returned() async throws {
        let policy = Policy()
        policy.isOpen.store(true, ordering: .relaxed)
        let world = try await world(policy, at: "b")
        policy.isOpen.store(false, ordering: .relaxed)
        try await world.send(.open(.at("a")))
        #expect(world.title == "unlock")
    }

    @Test("a redirection leads elsewhere and keeps what is below")
    func redirection() async throws {
        let policy = Policy()
        policy.isOpen.store(true, ordering: .relaxed)
        let world = try await world(policy, at: "b")
        try await world.send(.open(.at("report")))
        #expect(world.title == "offer")
        #expect(world.session.screen?.location == .at("offer"))
        try await world.pilot.back()
        #expect(world.title == "b")
        try await finish("report", at: "b", in: world)
        #expect(world.title == "offer")
    }

    @Test("unknown, wrong argument and refused are three different errors, and change nothing")
    func errors() async throws {
        let policy = Policy()
        policy.isOpen.store(true, ordering: .relaxed)
        let world = try await world(policy, at: "b")
        #expect(world.refusal(.open(.at("nowhere"))) == "location.unknown")
        #expect(world.refusal(.open(.at("item", "x"))) == "location.bad-argument")
        #expect(world.refusal(.open(.at("users"))) == "location.refused")
        #expect(world.refusal(.open(.at("round"))) == "location.refused")
        await world.session.settle()
        #expect(world.title == "b")
        await #expect(throws: RoutingError.self) { try await self.world(policy, at: "users") }
    }

    @Test("a decision that a policy refuses is told with its reason")
    func refusedDecision() async throws {
        let policy = Policy()
        policy.isOpen.store(true, ordering: .relaxed)
        let world = try await world(policy, at: "b")
        try await finish("users", at: "b", in: world)
        #expect(world.title == "b")
        #expect(world.pilot.notices == ["Ask Ada."])
    }

    @Test("the payload of a push message leads to its location, in all spellings")
    func push() async throws {
        let policy = Policy()
        policy.isOpen.store(true, ordering: .relaxed)
        let world = try await world(policy, at: "b")
        for (number, urn) in ["item:1", "test:item:2", "test://item:3"].enumerated() {
            let json = #"{"aps": {"alert": "Look", "urn": "\#(urn)", "badge": 1}, "x": []}"#
            let push = try PushMessage(json: json.utf8)
            #expect(push.body == "Look")
            let location = try #require(try push.location(scheme: "test"))
            try await world.send(.open(location))
            #expect(try world.scene("item:\(number + 1)").inputs == [.appear])
        }
    }

    @Test("a payload is written as it is read")
    func pushCoding() throws {
        let location = Location(["login", "a:b"], query: ["x": "1"])
        let messages = [
            (
                PushMessage(title: "New", body: "x", location: location),
                #"{"aps":{"alert":{"body":"x","title":"New"},"urn":"login:a%3Ab?x=1"}}"#
            ),
            (PushMessage(body: "x"), #"{"aps":{"alert":"x"}}"#),
            (PushMessage(location: location), #"{"aps":{"urn":"login:a%3Ab?x=1"}}"#),
        ]
        for (message, json) in messages {
            #expect(String(decoding: try message.json(), as: UTF8.self) == json)
            #expect(try PushMessage(json: json.utf8) == message)
        }
        #expect(try PushMessage(json: messages[1].1.utf8).location() == nil)
        #expect(try PushMessage(json: messages[0].1.utf8).location() == location)
    }

    @Test(
        "what is no payload is refused",
        arguments: ["", "{}", "[]", #"{"aps":1}"#, #"{"aps":{"urn":1}}"#, #"{"aps":{"alert":[]}}"#])
    func badPush(json: String) {
        let error = #expect(throws: RoutingError.self) { try PushMessage(json: json.utf8) }
        #expect(error?.code == .pushMalformed)
    }

    @Test("a payload with a malformed location says so")
    func badURN() throws {
        let push = try PushMessage(json: #"{"aps":{"urn":"a::b"}}"#.utf8)
        let error = #expect(throws: RoutingError.self) { try push.location() }
        #expect(error?.code == .locationMalformed)
    }

    @Test("a scene of a typed route gets values, and a wrong one is an error before it is made")
    func typed() async throws {
        let route = Route("page").argument("id", as: UUID.self).argument("kind", as: Kind.self)
        let pilot = try await SessionPilot(plugins: [], at: "home") { registrar in
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(Route("home")) { Self.titled("Home", $0) },
                    try SceneDefinition(route) { context, values in
                        Self.titled("\(values.0.uuidString) \(values.1)", context)
                    },
                ]
            }
        }
        #expect(route.pattern.text == "page:{id:uuid}:{kind}")
        let id = UUID()
        try pilot.session.send(.open(route.location(id, .long, payload: "from home")))
        await pilot.session.settle()
        #expect(pilot.session.screen?.title == "\(id.uuidString) long from home")
        for wrong in ["page:1:long", "page:\(id):wide"] {
            let location = try Location(parsing: wrong)
            let error = #expect(throws: RoutingError.self) {
                try pilot.session.send(.open(location))
            }
            #expect(error?.code == .locationBadArgument)
        }
        await pilot.stop()
    }

    private enum Kind: String, RouteArgument {
        case short
        case long
    }

    private static func titled(_ title: String, _ context: SceneContext) -> StubScene {
        let note = (context.location.payload as? String).map { " \($0)" } ?? ""
        let screen = Screen(location: context.location, title: title + note)
        return StubScene(context, screen: screen) { _, _ in false }
    }

    @Test("routes of two modules that conflict are one boot error that names all of them")
    func conflicts() async throws {
        let failure = await #expect(throws: BootFailure.self) {
            _ = try await SessionPilot(plugins: [First.self, Second.self])
        }
        let message = try #require(failure?.message.description)
        #expect(failure?.problems.count == 1)
        #expect(message.contains("\"a:{x}\" (test.first) and \"a:{y}\" (test.second)"))
        #expect(message.contains("\"b\" (test.first) and \"b\" (test.second)"))
    }

    private enum First: Plugin {
        static let manifest = PluginManifest(
            name: "test.first", version: "1.0.0", summary: "Some routes")

        static func register(in registrar: inout Registrar) {
            registrar.contribute(.scenes) {
                [try SceneRoutingTests.definition("a:{x}"), try SceneRoutingTests.definition("b")]
            }
        }
    }

    private enum Second: Plugin {
        static let manifest = PluginManifest(
            name: "test.second", version: "1.0.0", summary: "The same routes")

        static func register(in registrar: inout Registrar) {
            registrar.contribute(.scenes) {
                [try SceneRoutingTests.definition("b"), try SceneRoutingTests.definition("a:{y}")]
            }
        }
    }

    private static func definition(_ pattern: String) throws -> SceneDefinition {
        try SceneDefinition(pattern: pattern) { titled(pattern, $0) }
    }
}
