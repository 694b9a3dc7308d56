public import TenonCore

/// The scenes that a feature offers: their locations, and how a scene is made.
///
/// When a scene cannot be made, a screen that says why takes its place.
public struct SceneDefinition: Sendable {
    /// The pattern of its locations.
    public let pattern: RoutePattern
    /// Whether the actions of the application are offered while the scene is shown.
    public let offersApplicationActions: Bool
    /// The needs that policies check before the scene is opened.
    public let needs: Set<RouteNeed>
    /// Reads the arguments; `nil` when one is not of its type, otherwise what makes the scene.
    let prepare: @Sendable ([String: String]) -> (@Sendable (SceneContext) throws -> any Scene)?

    private init(
        pattern: String, offersApplicationActions: Bool, needs: Set<RouteNeed>,
        prepare:
            @escaping @Sendable ([String: String]) -> (
                @Sendable (SceneContext) throws -> any Scene
            )?
    ) throws {
        self.pattern = try RoutePattern(pattern)
        self.offersApplicationActions = offersApplicationActions
        self.needs = needs
        self.prepare = prepare
    }

    /// Makes a definition for a pattern that is put together at run time, in tests.
    ///
    /// - Throws: `RoutingError` when the pattern is malformed.
    package init(
        pattern: String, offersApplicationActions: Bool = true, needs: Set<RouteNeed> = [],
        make: @escaping @Sendable (SceneContext) throws -> any Scene
    ) throws {
        try self.init(
            pattern: pattern, offersApplicationActions: offersApplicationActions, needs: needs,
            prepare: { _ in make })
    }

    /// Makes a definition for a typed route without arguments.
    ///
    /// - Throws: `RoutingError` when the pattern of the route is malformed.
    public init(
        _ route: Route<Void>, offersApplicationActions: Bool = true, needs: Set<RouteNeed> = [],
        make: @escaping @Sendable (SceneContext) throws -> any Scene
    ) throws {
        try self.init(
            pattern: route.pattern.text, offersApplicationActions: offersApplicationActions,
            needs: needs,
            make: make)
    }

    /// Makes a definition for a typed route, whose scene gets the values of the arguments.
    ///
    /// - Throws: `RoutingError` when the pattern of the route is malformed.
    public init<Arguments: Sendable>(
        _ route: Route<Arguments>, offersApplicationActions: Bool = true,
        needs: Set<RouteNeed> = [],
        make: @escaping @Sendable (SceneContext, Arguments) throws -> any Scene
    ) throws {
        try self.init(
            pattern: route.pattern.text, offersApplicationActions: offersApplicationActions,
            needs: needs
        ) { texts in
            guard let arguments = route.arguments(of: texts) else { return nil }
            return { try make($0, arguments) }
        }
    }

    /// Makes a definition of scenes that are made of an interactor and a presenter.
    ///
    /// - Parameters:
    ///   - route: Where the scene is.
    ///   - offersApplicationActions: Whether the actions of the application are offered as well.
    ///   - needs: What policies check before the scene is opened.
    ///   - presenter: Makes the presenter for the person's language; its `init`, when that is all it
    ///     takes.
    ///   - interactor: Makes the logic.
    ///   - action: What an event means to the interactor; `nil` when it means nothing.
    /// - Throws: `RoutingError` when the pattern of the route is malformed.
    public init<Logic: Interactor, P: Presenter<Logic.State>>(
        _ route: Route<Void>, offersApplicationActions: Bool = true, needs: Set<RouteNeed> = [],
        presenter: @escaping @Sendable (Localizer) -> P,
        interactor: @escaping @Sendable (SceneContext) throws -> Logic,
        action: @escaping @Sendable (SceneEvent<P>, Logic.State) -> Logic.Action?
    ) throws {
        try self.init(
            route, offersApplicationActions: offersApplicationActions, needs: needs
        ) { context in
            InteractiveScene(
                try interactor(context), presenter: presenter(context.localizer),
                context: context, action: action)
        }
    }

    /// Makes a definition of scenes that are made of an interactor and a presenter, which get the values
    /// of the arguments.
    ///
    /// - Parameters:
    ///   - route: Where the scenes are.
    ///   - offersApplicationActions: Whether the actions of the application are offered as well.
    ///   - needs: What policies check before the scene is opened.
    ///   - presenter: Makes the presenter for the person's language.
    ///   - interactor: Makes the logic.
    ///   - action: What an event means to the interactor; `nil` when it means nothing.
    /// - Throws: `RoutingError` when the pattern of the route is malformed.
    public init<Arguments: Sendable, Logic: Interactor, P: Presenter<Logic.State>>(
        _ route: Route<Arguments>, offersApplicationActions: Bool = true,
        needs: Set<RouteNeed> = [],
        presenter: @escaping @Sendable (Localizer, Arguments) -> P,
        interactor: @escaping @Sendable (SceneContext, Arguments) throws -> Logic,
        action: @escaping @Sendable (SceneEvent<P>, Logic.State) -> Logic.Action?
    ) throws {
        try self.init(
            route, offersApplicationActions: offersApplicationActions, needs: needs
        ) { context, arguments in
            InteractiveScene(
                try interactor(context, arguments),
                presenter: presenter(context.localizer, arguments), context: context,
                action: action)
        }
    }
}

/// What a session lends a scene.
public struct SceneContext: Sendable {
    /// Where the scene is.
    public let location: Location
    /// The arguments that the route found in the location.
    public let arguments: [String: String]
    /// The ports of the session.
    public let ports: SessionPorts
    /// The person's language.
    public let localizer: Localizer
    /// The way to other scenes.
    public let navigator: Navigator
    /// What the store of the scene tells the session.
    public let hooks: StoreHooks
}

/// The outcome of a scene; each feature declares its own, and coordinators decide what is next.
public protocol SceneOutcome: Sendable {}

/// Takes a scene's requests to the coordinators of its session; returns at once.
public struct Navigator: Sendable {
    private let location: Location
    private let request: @Sendable (NavigationEvent) -> Void

    /// Makes a navigator; a session makes one for each scene, and tests make their own.
    ///
    /// - Parameters:
    ///   - location: Where the scene is.
    ///   - request: Takes each request, on the thread that makes it.
    public init(at location: Location, request: @escaping @Sendable (NavigationEvent) -> Void) {
        self.location = location
        self.request = request
    }

    /// Ends the scene with an outcome.
    public func finish(_ outcome: any SceneOutcome) {
        request(.finished(outcome, from: location))
    }

    /// Goes to a location.
    public func open(_ location: Location) { request(.open(location)) }

    /// Goes back without asking the scene again.
    public func back() { request(.back(from: location)) }
}

/// Something that can be done everywhere in the application.
public struct ApplicationAction: Sendable {
    /// What it does.
    public enum Effect: Sendable {
        /// Goes to a location.
        case open(Location)
        /// Runs with the ports of the session.
        case run(@Sendable (SessionPorts) async throws -> Void)
        /// Runs, and leaves all screens, such as a lock: the session asks first when something that was typed
        /// would be lost.
        case leave(@Sendable (SessionPorts) async throws -> Void)
    }

    /// The action as the screens show it.
    public let action: @Sendable (Localizer) -> Action
    /// What it does.
    public let effect: Effect

    /// Makes an action of the application.
    public init(effect: Effect, action: @escaping @Sendable (Localizer) -> Action) {
        self.action = action
        self.effect = effect
    }

    /// Makes the action that goes to a scene; its id is the text of the location.
    ///
    /// A place that one goes to often is an ``ApplicationDestination`` instead.
    public init<Key: LocalizedKey>(
        to route: Route<Void>, _ title: Key, help: Key? = nil, shortcut: String? = nil
    ) {
        let location = route.location()
        self.init(effect: .open(location)) { localizer in
            Action(
                id: location.description, title: localizer(title),
                help: help.map { localizer($0) } ?? "", scope: .application, shortcut: shortcut)
        }
    }
}

extension AnyPort {
    /// The scenes of all features.
    public static let scenes = CollectionPort<SceneDefinition>("scenes")
    /// The coordinators of all features; those of higher priority decide first.
    public static let coordinators = CollectionPort<any Coordinator>("coordinators")
    /// What can be done everywhere in the application.
    public static let applicationActions = CollectionPort<ApplicationAction>("applicationActions")
    /// The way from locations to scenes.
    public static let sceneRouter = Port<Router<SceneDefinition>>(
        "sceneRouter", providers: ["TenonUI"])
    /// Texts and formats in the person's language.
    public static let localizer = Port<Localizer>("localizer", providers: ["TenonUI"])
}
