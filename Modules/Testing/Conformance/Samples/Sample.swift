import TenonCore
import TenonUI

/// A change of a sample's state.
typealias Change<State> = @Sendable (inout State) -> Void

/// One scene of the conformance application.
struct Sample: Sendable {
    /// Its location is `conformance:` and this name.
    let name: String
    /// The screen before anybody does anything.
    let screen: Screen
    /// Makes the scene.
    let make: @Sendable (SceneContext) -> any Scene

    /// Makes a sample that reacts.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - state: The first state.
    ///   - screen: The presenter.
    ///   - respond: What an input does; `nil` when it means nothing.
    ///   - secret: Makes the secret that an action of a field puts into it.
    init<State: Sendable & Equatable>(
        _ name: String, state: State, screen: @escaping @Sendable (State) -> Screen,
        respond:
            @escaping @Sendable (SceneInput, State, SceneContext) -> Effect<Change<State>>?,
        secret: @escaping @Sendable (_ action: String, _ field: String) -> SecretText? = { _, _ in
            nil
        }
    ) {
        self.name = name
        self.screen = screen(state)
        make = { context in
            InteractiveScene(
                SampleLogic(initialState: state), input: { respond($0, $1, context) },
                presenter: SamplePresenter(present: screen), context: context, secret: secret)
        }
    }

    /// Makes a sample that only shows something.
    init(_ name: String, screen: Screen) {
        self.init(name, state: 0, screen: { _ in screen }, respond: { _, _, _ in nil })
    }

    /// The location of the sample with a name.
    static func location(_ name: String) -> Location { route(name).location() }

    /// The route of the sample with a name.
    static func route(_ name: String) -> Route<Void> { Route("conformance").constant(name) }

    /// The location as a driver starts at it.
    var location: String { "\(Self.location(name))" }
}

extension Screen {
    /// A screen below the list of all samples.
    static func sample(
        _ name: String, _ title: String, summary: String = "", phase: Phase = .ready,
        blocks: [Block] = [], actions: [Action] = [], search: Search? = nil,
        filters: [Filter] = []
    ) -> Screen {
        Screen(
            location: Sample.location(name), title: title, summary: summary, phase: phase,
            blocks: blocks, actions: actions, search: search, filters: filters,
            parent: Sample.location("home"))
    }
}

/// Logic whose actions are effects: samples are too small for types of their own.
private struct SampleLogic<State: Sendable & Equatable>: Interactor {
    typealias Action = Effect<Change<State>>
    typealias Mutation = Change<State>

    let initialState: State

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> { action }

    func reduce(_ state: inout State, _ mutation: Mutation) { mutation(&state) }
}

private struct SamplePresenter<State>: Presenter {
    let present: @Sendable (State) -> Screen

    func screen(for state: State) -> Screen { present(state) }
}
