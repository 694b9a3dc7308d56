import Synchronization
import TenonCore

/// What leads from one scene to another waits in the order in which it came.
extension SceneStage {
    /// A request, and the scene that made it; `nil` when it came from elsewhere.
    struct Request: Sendable {
        let event: NavigationEvent
        let scene: Int?
    }

    /// How many locations were asked for from outside of the scenes, and how many were opened.
    struct AskedLocations: Sendable {
        var count = 0
        var opened = 0
        var last: Location?
    }

    /// How many of the locations that were asked for from outside were opened by now.
    var openedCount: Int { asked.withLock(\.opened) }

    /// The location that was asked for last from outside; `nil` when no more than a number were.
    func lastAsked(after count: Int) -> Location? {
        asked.withLock { $0.count > count ? $0.last : nil }
    }

    /// Adds a request; the person waits until it is carried out.
    func navigate(by event: NavigationEvent, from scene: Int? = nil) {
        gate.changeActivity(by: 1)
        if let scene { state.withLock { $0.finish(scene) } }
        if scene == nil, case .open(let location) = event {
            asked.withLock { asked in
                asked.count += 1
                asked.last = location
            }
        }
        requests.continuation.yield(Request(event: event, scene: scene))
    }

    /// Carries out the requests one by one, as coordinators decide.
    ///
    /// - Parameters:
    ///   - ask: Called when a decision would lose what was typed into some scenes, with what makes the request
    ///     once more; later ones, such as a lock, do not wait for the answer.
    ///   - end: Called when a decision leaves nothing to show.
    func follow(
        _ coordinators: [any Coordinator],
        ask: ([Int], @escaping @Sendable () -> Void) -> Void, end: () -> Void
    ) async {
        for await request in requests.stream {
            // A scene that was left while its request was waiting is ignored.
            if !isStale(request) {
                let decision = await coordinators.decide(request.event)
                let lost = unsent(leavingBy: decision, on: request)
                if !lost.isEmpty {
                    ask(lost) { [weak self] in
                        self?.navigate(by: request.event, from: request.scene)
                    }
                } else if !apply(decision, causedBy: request.scene) {
                    end()
                }
            }
            if request.scene == nil, case .open = request.event {
                asked.withLock { $0.opened += 1 }
            }
            gate.changeActivity(by: -1)
        }
    }

    /// Whether the scene that ended, or is left, has gone already.
    private func isStale(_ request: Request) -> Bool {
        switch request.event {
        case .start, .open: false
        case .finished, .back:
            request.scene.map { id in state.withLock { !$0.scenes.contains { $0.id == id } } }
                ?? false
        }
    }
}
