import TenonCore
import TenonTesting
import TenonUI
import Testing

/// The locations of cups: `shelf`, `shelf:7`, `shelf:7:cup:green`.
enum ShelfRoute {
    static let all = Route("shelf")
    static let one = all.argument("shelf", as: Int.self)
    static let cup = one.constant("cup").argument("glaze", as: Glaze.self)
}

/// A type of one's own in a location.
enum Glaze: String, RouteArgument {
    case green, blue
}

extension RouteNeed {
    /// Somebody who may open the cupboard.
    static let keyToCupboard = RouteNeed("keyToCupboard")
}

/// Keeps people without a key from what needs one.
struct CupboardPolicy: RoutePolicy {
    let hasKey: Bool

    func verdict(on request: RouteRequest) -> RouteVerdict {
        guard request.needs.contains(.keyToCupboard), !hasKey else { return .allowed }
        return .redirected(to: ShelfRoute.all.location())
    }
}

/// Two scenes, of which one needs the key.
enum CupboardFeature: Plugin {
    static let manifest = PluginManifest(
        name: "acme.cupboard", version: "1.0.0", summary: "Shows shelves and cups")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes) {
            [
                try SceneDefinition(ShelfRoute.all) { context in
                    PageScene("All shelves", context)
                },
                try SceneDefinition(ShelfRoute.cup, needs: [.keyToCupboard]) { context, cup in
                    let (shelf, glaze) = cup
                    return PageScene("A \(glaze) cup on shelf \(shelf)", context)
                },
            ]
        }
        registrar.contribute(.routePolicies) { [CupboardPolicy(hasKey: false)] }
    }
}

@Suite("The article Route to a screen")
struct RouteArticleTests {
    @Test("A route prints its locations and reads them back")
    func roundTrip() throws {
        let location = ShelfRoute.cup.location(7, .green)
        #expect(location.description == "shelf:7:cup:green")
        #expect(try Location(parsing: "tea://shelf:7:cup:green", scheme: "tea") == location)
    }

    @Test("A push message leads to a location")
    func push() throws {
        let payload = #"{"aps": {"alert": "A cup is free", "urn": "shelf:7:cup:blue"}}"#
        let message = try PushMessage(json: payload.utf8)
        #expect(try message.location() == ShelfRoute.cup.location(7, .blue))
    }

    @Test("A location leads to its screen, or to where the policy says")
    func policy() async throws {
        let pilot = try await SessionPilot(
            plugins: [CupboardFeature.self], at: "shelf:7:cup:green")
        #expect(pilot.sees("All shelves"))
        await pilot.stop()
    }

    @Test("With the key one gets there")
    func allowed() {
        let location = ShelfRoute.cup.location(7, .blue)
        let request = RouteRequest(
            location, pattern: ShelfRoute.cup.pattern, needs: [.keyToCupboard])
        #expect(CupboardPolicy(hasKey: true).verdict(on: request) == .allowed)
        #expect(
            CupboardPolicy(hasKey: false).verdict(on: request)
                == .redirected(to: ShelfRoute.all.location()))
    }

    @Test("Unknown, and an argument of the wrong type, are different errors")
    func errors() async throws {
        let pilot = try await SessionPilot(plugins: [CupboardFeature.self], at: "shelf")
        let unknown = await #expect(throws: RoutingError.self) { try await pilot.open("drawer") }
        #expect(unknown?.code == .locationUnknown)
        let badArgument = await #expect(throws: RoutingError.self) {
            try await pilot.open("shelf:7:cup:mauve")
        }
        #expect(badArgument?.code == .locationBadArgument)
        await pilot.stop()
    }
}

/// A screen with a title and nothing else.
private final class PageScene: Scene {
    let screen: Screen

    init(_ title: String, _ context: SceneContext) {
        screen = Screen(location: context.location, title: title)
    }

    func start(changed: @escaping @Sendable () -> Void) {}
    func receive(_ input: SceneInput) -> Bool { false }
    func stop() {}
}
