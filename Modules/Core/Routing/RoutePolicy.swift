/// Something that a route needs before it may be followed, such as a subscription.
public struct RouteNeed: Hashable, Sendable {
    /// The name, unique in an application.
    public let name: String

    /// Makes a need; keep it in a static property.
    public init(_ name: String) { self.name = name }
}

/// A request to open a location that a route was found for.
public struct RouteRequest: Sendable {
    /// The requested location.
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

/// A policy's decision on a request.
public enum RouteVerdict: Sendable, Equatable {
    /// This policy allows it.
    case allowed
    /// It leads to another location, as if that one had been requested.
    case redirected(to: Location)
    /// Only this location is shown until its request is fulfilled; its query can say where to go on
    /// from there.
    case gated(by: Location)
    /// It leads nowhere; with the reason, in the person's language.
    case refused(reason: String)
}

/// Decides which locations may be opened; where the request comes from makes no difference.
public protocol RoutePolicy: Sendable {
    /// Decides on a request; called for every navigation, so it uses only known facts and returns
    /// at once.
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
    /// The policies that decide which locations may be opened; those of higher priority come first.
    public static let routePolicies = CollectionPort<any RoutePolicy>("routePolicies")
}
