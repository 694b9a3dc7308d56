public import TenonCore

/// Something that may lead to another scene.
public enum NavigationEvent: Sendable {
    /// The session begins, or begins again; with the location that the person asked for.
    case start(Location?)
    /// A location is requested.
    case open(Location)
    /// The scene at a location came to an outcome.
    case finished(any SceneOutcome, from: Location)
    /// The person wants to leave the scene at a location.
    case back(from: Location)
}

/// What happens to the stack of scenes.
public enum NavigationDecision: Sendable, Equatable {
    /// The scene is put on top; when it is in the stack already, those above it go.
    case show(Location)
    /// The scene takes the place of the one on top.
    case replace(Location)
    /// These scenes are the whole stack.
    case reset([Location])
    /// The scene on top goes; the last one ends the session.
    case back
    /// The session begins again, with a location to go to.
    case restart(Location?)
    /// Nothing happens.
    case stay
    /// The session ends.
    case end
}

/// Decides which scene comes next, for one flow of the application; knows no front end.
///
/// A session asks the coordinators of all features in turn; without a decision of any, an event has its
/// usual consequence.
public protocol Coordinator: Sendable {
    /// Decides on an event; `nil` when it is not for this flow to decide.
    ///
    /// Before something that was typed is lost by it, the session asks the person, and then for a decision once
    /// more; not at the start.
    func decide(_ event: NavigationEvent) async -> NavigationDecision?

    /// Events from outside the session, such as a lock, for as long as it lasts.
    func events() -> AsyncStream<NavigationEvent>
}

extension Coordinator {
    /// No events from outside.
    public func events() -> AsyncStream<NavigationEvent> { AsyncStream { $0.finish() } }
}

extension [any Coordinator] {
    /// The first decision of one of them; without one, the event has its usual consequence.
    func decide(_ event: NavigationEvent) async -> NavigationDecision {
        for coordinator in self {
            if let decision = await coordinator.decide(event) { return decision }
        }
        return switch event {
        case .start(let location): location.map { .reset([$0]) } ?? .end
        case .open(let location): .show(location)
        case .finished, .back: .back
        }
    }
}
