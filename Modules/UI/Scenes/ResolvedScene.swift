import TenonCore

/// The scene that a location leads to, through the router and past the policies.
struct ResolvedScene: Sendable {
    /// The location it leads to, which may differ from the requested one.
    let location: Location
    /// The arguments that the route found in the location.
    let arguments: [String: String]
    /// The scene's definition.
    let definition: SceneDefinition
    /// Makes the scene.
    let make: @Sendable (SceneContext) throws -> any Scene
    /// Whether nothing else may be shown, below or after.
    let isGate: Bool

    /// The most redirections by policies before they count as a loop.
    private static let maximumSteps = 8

    /// Finds the scene of a location.
    ///
    /// - Throws: `RoutingError`: unknown, an argument of the wrong type, or refused by a policy.
    init(to wanted: Location, in container: Container) throws {
        var location = wanted
        var isGate = false
        for _ in 0..<Self.maximumSteps {
            let match = try container[.sceneRouter].match(location)
            let arguments = match.arguments
            guard let make = match.value.prepare(arguments) else {
                throw RoutingError.badArgument(location)
            }
            let request = RouteRequest(
                location, pattern: match.pattern, needs: match.value.needs)
            switch container[.routePolicies].verdict(on: request) {
            case .allowed:
                self.location = location
                self.arguments = arguments
                definition = match.value
                self.make = make
                self.isGate = isGate
                return
            case .redirected(let target):
                location = target
            case .gated(let gate):
                location = gate
                isGate = true
            case .refused(let reason):
                throw RoutingError.refused(reason: reason)
            }
        }
        throw RoutingError.circle(wanted)
    }
}
