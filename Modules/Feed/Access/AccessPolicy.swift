import FeedStore
import TenonCore
import TenonUI

/// Keeps everything behind the sign-in; what was asked for opens afterwards.
struct AccessPolicy: RoutePolicy {
    let isSignedIn: Bool

    func verdict(on request: RouteRequest) -> RouteVerdict {
        let isSignIn = request.location.segments == FeedRoute.signIn.location().segments
        if isSignedIn { return isSignIn ? .redirected(to: FeedRoute.feed.location()) : .allowed }
        return isSignIn
            ? .allowed : .gated(by: Self.signIn(then: request.location))
    }

    /// The sign-in, and where to go on.
    static func signIn(then target: Location) -> Location {
        target == FeedRoute.feed.location()
            ? FeedRoute.signIn.location()
            : FeedRoute.signIn.location(query: ["then": target.description])
    }

    /// Where to go on after a sign-in; `nil` for the beginning.
    static func target(of location: Location) -> Location? {
        location.query["then"].flatMap { try? Location(parsing: $0) }
    }
}

/// Begins with the feed, and above it what was asked for.
struct AccessCoordinator: Coordinator {
    func decide(_ event: NavigationEvent) async -> NavigationDecision? {
        guard case .start(let target) = event else { return nil }
        let feed = FeedRoute.feed.location()
        return .reset([feed] + (target.map { $0 == feed ? [] : [$0] } ?? []))
    }
}
