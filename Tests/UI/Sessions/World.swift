import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

/// The question of the application, not that of Swift Testing.
typealias Confirmation = TenonCore.Confirmation

/// An application of stub scenes, with a session.
final class World: Sendable {
    private let made: Made
    let pilot: SessionPilot

    init(
        _ stubs: [Stub], coordinators: [any Coordinator] = [],
        policies: [any RoutePolicy] = [],
        applicationActions: [ApplicationAction] = [],
        destinations: [ApplicationDestination] = [], observers: [any SessionObserving] = [],
        keeper: (any DraftKeeping)? = nil, at location: String? = "a"
    ) async throws {
        let made = Made()
        self.made = made
        pilot = try await SessionPilot(plugins: [], at: location) { registrar in
            registrar.contribute(.scenes) {
                try stubs.map { stub in
                    try SceneDefinition(
                        pattern: stub.pattern,
                        offersApplicationActions: stub.offersApplicationActions,
                        needs: stub.needs
                    ) { context in
                        let scene = StubScene(context, screen: stub.screen, react: stub.react)
                        made.add(scene)
                        return scene
                    }
                }
            }
            if let keeper { registrar.provide(.draftKeeper) { keeper } }
            registrar.contribute(.coordinators) { coordinators }
            registrar.contribute(.routePolicies) { policies }
            registrar.contribute(.sessionObservers) { observers }
            registrar.contribute(.applicationActions) { applicationActions }
            registrar.contribute(.destinations) { destinations }
        }
    }

    var session: Session { pilot.session }

    /// The scene that was made last at a location.
    func scene(_ location: String) throws -> StubScene {
        try #require(made.scenes.last { $0.context.location.description == location })
    }

    /// All scenes in the order in which they were made.
    var scenes: [StubScene] { made.scenes }

    /// The title of the present screen.
    var title: String? { session.screen?.title }

    func send(_ input: SessionInput) async throws {
        try session.send(input)
        await session.settle()
    }

    /// The code of the error with which an input is refused.
    func refusal(_ input: SessionInput) -> String? {
        do {
            try session.send(input)
            return nil
        } catch let error as any ExplainedError {
            return error.code.name
        } catch {
            return "\(error)"
        }
    }

    private final class Made: Sendable {
        private let state = Mutex<[StubScene]>([])

        var scenes: [StubScene] { state.withLock(\.self) }

        func add(_ scene: StubScene) { state.withLock { $0.append(scene) } }
    }
}

/// A coordinator that decides by a closure.
struct StubFlow: Coordinator {
    var stream: AsyncStream<NavigationEvent>?
    let decision: @Sendable (NavigationEvent) -> NavigationDecision?

    init(
        stream: AsyncStream<NavigationEvent>? = nil,
        _ decision: @escaping @Sendable (NavigationEvent) -> NavigationDecision?
    ) {
        self.stream = stream
        self.decision = decision
    }

    func decide(_ event: NavigationEvent) async -> NavigationDecision? { decision(event) }

    func events() -> AsyncStream<NavigationEvent> { stream ?? AsyncStream { $0.finish() } }
}

/// An outcome with a name.
struct Named: SceneOutcome {
    let name: String
}

extension Location {
    /// A location of constant segments.
    static func at(_ segments: String...) -> Location { Location(segments) }
}

/// Collects the events of a session until a condition holds for the last one.
func collect(
    _ events: AsyncStream<SessionEvent>, until isLast: (SessionEvent) -> Bool
) async -> [SessionEvent] {
    var result: [SessionEvent] = []
    for await event in events {
        result.append(event)
        if isLast(event) { break }
    }
    return result
}
