public import TenonCore

/// The inputs of a running scene.
public enum SceneInput: Sendable, Equatable {
    /// An action of its screen: its id, the row or fact, the form's values, and the text that the
    /// action asked for.
    case act(String, target: String?, fields: [String: FieldValue], input: SecretText?)
    /// An action for the rows that are chosen: its id, theirs, and the text that it asked for.
    case actOnRows(String, rows: [String], input: SecretText?)
    /// Values of live fields while the person types.
    case edit([String: FieldValue])
    /// Search for a text.
    case search(String)
    /// Narrow the lists: a filter, and the options that are chosen.
    case filter(String, [String])
    /// Show other rows of a list.
    case window(String, Range<Int>)
    /// The person reads a list from a row on, the first one in sight; a scene may keep the place.
    ///
    /// Not every front end says so. Rows that come or go above may move a list as well as the person does.
    case reading(String, row: String)
    /// The scene is on top (again).
    case appear
    /// Another scene covers it.
    case disappear
    /// The person wants to leave; a scene that does not take this input is left.
    case back
}

/// A running scene: one screenful of a feature, with any interactor and presenter.
public protocol Scene: AnyObject, Sendable {
    /// The present screen.
    var screen: Screen { get }
    /// Begins to work; `changed` is called whenever the screen may have changed.
    func start(changed: @escaping @Sendable () -> Void)
    /// Takes an input; `false` when it means nothing to this scene.
    func receive(_ input: SceneInput) -> Bool
    /// Makes the secret that an action of a field puts into it; `nil` when the action means something else.
    ///
    /// It goes into the field without being in any screen, and the person sees it there at once.
    ///
    /// - Throws: What keeps it from being made; the person is told.
    func makeSecret(_ action: String, for field: String) throws -> SecretText?
    /// Stops all work.
    func stop()
}

extension Scene {
    /// Makes none.
    public func makeSecret(_ action: String, for field: String) throws -> SecretText? { nil }
}

/// A pure function from state to screen; strings are built, formatted and localised here.
public protocol Presenter<State>: Sendable {
    /// The state of the interactor.
    associatedtype State
    /// The commands of its screens; the scene handles each of them.
    associatedtype Command: RawRepresentable<String> & Sendable = NoName
    /// The fields of its forms; the scene gets the values of these.
    associatedtype FieldName: RawRepresentable<String> & Hashable & Sendable = NoName
    /// The filters of its lists; the scene handles each of them.
    associatedtype FilterName: RawRepresentable<String> & Sendable = NoName
    /// The screen for a state.
    func screen(for state: State) -> Screen
}

/// A scene made of an interactor and a presenter.
public final class InteractiveScene<Logic: Interactor>: Scene {
    private let store: Store<Logic>
    private let present: @Sendable (Logic.State) -> Screen
    private let action: @Sendable (SceneInput, Logic.State) -> Logic.Action?
    private let secret: @Sendable (String, String) throws -> SecretText?

    /// Makes a scene.
    ///
    /// - Parameters:
    ///   - interactor: The logic.
    ///   - presenter: Makes the screen.
    ///   - context: Where the scene is and what its session lends it.
    ///   - secret: Makes the secret that an action of a field puts into it.
    ///   - action: What an event means to the interactor; `nil` when it means nothing.
    public init<P: Presenter<Logic.State>>(
        _ interactor: Logic, presenter: P, context: SceneContext,
        secret: @escaping @Sendable (_ action: String, _ field: P.FieldName) throws -> SecretText? =
            { _, _ in nil },
        action: @escaping @Sendable (SceneEvent<P>, Logic.State) -> Logic.Action?
    ) {
        store = Store(interactor, hooks: context.hooks)
        present = { presenter.screen(for: $0) }
        self.action = { input, state in
            SceneEvent<P>(input).flatMap { action($0, state) }
        }
        self.secret = { action, field in
            try P.FieldName(rawValue: field).flatMap { try secret(action, $0) }
        }
    }

    /// Makes a scene that reads its input by the ids on its screens, as samples and tests do.
    package init(
        _ interactor: Logic, input: @escaping @Sendable (SceneInput, Logic.State) -> Logic.Action?,
        presenter: some Presenter<Logic.State>, context: SceneContext,
        secret: @escaping @Sendable (_ action: String, _ field: String) throws -> SecretText?
    ) {
        store = Store(interactor, hooks: context.hooks)
        present = { presenter.screen(for: $0) }
        action = input
        self.secret = secret
    }

    /// The presenter's screen for the latest state that the interactor lets out.
    public var screen: Screen { present(store.latest) }

    /// Calls back after every change of state.
    public func start(changed: @escaping @Sendable () -> Void) {
        store.observe { _ in changed() }
    }

    /// Sends the action that the input means.
    public func receive(_ input: SceneInput) -> Bool {
        guard let action = action(input, store.state) else { return false }
        store.send(action)
        return true
    }

    /// Makes what the scene was made to make.
    public func makeSecret(_ action: String, for field: String) throws -> SecretText? {
        try secret(action, field)
    }

    /// Cancels the store.
    public func stop() { store.cancel() }
}
