/// Something that a route needs before it may be followed, such as a subscription.
public struct RouteNeed: Hashable, Sendable {
    /// The name, unique in an application.
    public let name: String

    /// Makes a need; keep it in a static property.
    public init(_ name: String) { self.name = name }
}

/// A wish to go to a location that a route was found for.
public struct RouteRequest: Sendable {
    /// Where somebody wants to go.
    public let location: Location
    /// The route.
    public let pattern: RoutePattern
    /// What the feature says that its route needs.
    public let needs: Set<RouteNeed>

    /// Makes a request.
    public init(_ location: Location, pattern: RoutePattern, needs: Set<RouteNeed> = []) {
        self.location = location
        self.pattern = pattern
        self.needs = needs
    }
}

/// What a policy says about a wish.
public enum RouteVerdict: Sendable, Equatable {
    /// The way is free as far as this policy goes.
    case allowed
    /// It leads to another location, as if that one had been asked for.
    case redirected(to: Location)
    /// Nothing at all is shown but this location, until what it asks for was done; its query can say
    /// where to go on from there.
    case gated(by: Location)
    /// It leads nowhere; with the reason, in the person's language.
    case refused(reason: String)
}

/// Decides which locations may be gone to, whoever wants to and however they got the address.
public protocol RoutePolicy: Sendable {
    /// Decides on a wish; called for every navigation, so it looks at what is known and returns at
    /// once.
    func verdict(on request: RouteRequest) -> RouteVerdict
}

extension Sequence<any RoutePolicy> {
    /// The verdict of the first policy that does not allow it.
    public func verdict(on request: RouteRequest) -> RouteVerdict {
        for policy in self {
            let verdict = policy.verdict(on: request)
            if verdict != .allowed { return verdict }
        }
        return .allowed
    }
}

extension AnyPort {
    /// What decides which locations may be gone to; those of higher priority are asked first.
    public static let routePolicies = CollectionPort<any RoutePolicy>("routePolicies")
}
