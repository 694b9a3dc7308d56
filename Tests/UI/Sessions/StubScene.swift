import Synchronization
import TenonCore
import TenonUI

/// A scene that does what a test says and remembers what it was told.
final class StubScene: Scene {
    typealias React = @Sendable (SceneInput, StubScene) -> Bool

    private struct State {
        var screen: Screen
        var inputs: [SceneInput] = []
        var isStopped = false
        var changed: @Sendable () -> Void = {}
    }

    let context: SceneContext
    private let react: React
    private let state: Mutex<State>

    init(_ context: SceneContext, screen: Screen, react: @escaping React) {
        self.context = context
        self.react = react
        var screen = screen
        screen.location = context.location
        state = Mutex(State(screen: screen))
    }

    var screen: Screen { state.withLock(\.screen) }
    var inputs: [SceneInput] { state.withLock(\.inputs) }
    var isStopped: Bool { state.withLock(\.isStopped) }

    func change(_ body: (inout Screen) -> Void) {
        let changed = state.withLock { state in
            body(&state.screen)
            return state.changed
        }
        changed()
    }

    func start(changed: @escaping @Sendable () -> Void) {
        state.withLock { $0.changed = changed }
    }

    func receive(_ input: SceneInput) -> Bool {
        state.withLock { $0.inputs.append(input) }
        return react(input, self)
    }

    func stop() { state.withLock { $0.isStopped = true } }
}

/// How a test describes the scene at a location.
struct Stub: Sendable {
    let pattern: String
    var screen: Screen
    var offersApplicationActions = true
    var needs: Set<RouteNeed> = []
    var react: StubScene.React = { input, _ in if case .back = input { false } else { true } }

    /// A scene that takes everything but the way back.
    init(_ pattern: String, title: String = "", _ change: (inout Screen) -> Void = { _ in }) {
        self.pattern = pattern
        screen = Screen(location: Location([pattern]), title: title.isEmpty ? pattern : title)
        change(&screen)
    }

    /// The same with something that policies look at.
    func needing(_ needs: RouteNeed...) -> Stub {
        var copy = self
        copy.needs = Set(needs)
        return copy
    }

    /// The same with another reaction.
    func reacting(_ react: @escaping StubScene.React) -> Stub {
        var copy = self
        copy.react = react
        return copy
    }
}
