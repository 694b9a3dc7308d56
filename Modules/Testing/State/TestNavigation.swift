import Synchronization
public import TenonCore
public import TenonUI

/// Records where an interactor under test wants to go.
///
/// ```swift
/// let navigation = TestNavigation(at: Location(["teas"]))
/// let menu = Menu(navigator: navigation.navigator)
/// try await TestStore.run(menu, navigation: navigation) { store in
///     try store.send(.choose("tea"), starts: ["navigate"])
///     try await store.receive(navigation: .open(Location(["tea"])))
/// }
/// ```
public final class TestNavigation: Sendable {
    /// What a scene asks its navigator for.
    public enum Request: Sendable, Equatable {
        /// To go to a location.
        case open(Location)
        /// To end the scene with an outcome.
        case finish(any SceneOutcome)
        /// To go back.
        case back

        /// Outcomes are equal when their type says so; without an opinion, when they read the same.
        public static func == (left: Request, right: Request) -> Bool {
            switch (left, right) {
            case (.open(let left), .open(let right)): left == right
            case (.finish(let left), .finish(let right)): left.isSame(as: right)
            case (.back, .back): true
            case (.open, _), (.finish, _), (.back, _): false
            }
        }
    }

    private struct State {
        var requests: [Request] = []
        var receive: (@Sendable (Request) -> Void)?
    }

    /// Where the scene would be.
    public let location: Location
    private let state = Mutex(State())

    /// Makes a record without requests.
    ///
    /// - Parameter location: Where the scene would be.
    public init(at location: Location) { self.location = location }

    /// What the interactor gets.
    public var navigator: Navigator {
        Navigator(at: location) { [self] event in
            switch event {
            case .open(let location): add(.open(location))
            case .finished(let outcome, from: _): add(.finish(outcome))
            case .back: add(.back)
            case .start: break
            }
        }
    }

    /// All requests so far, in order.
    public var requests: [Request] { state.withLock(\.requests) }

    /// Hands over all requests, those that were made already as well.
    func forward(to receive: @escaping @Sendable (Request) -> Void) {
        state.withLock { state in
            for request in state.requests { receive(request) }
            state.receive = receive
        }
    }

    private func add(_ request: Request) {
        state.withLock { state in
            state.requests.append(request)
            state.receive?(request)
        }
    }
}

extension SceneOutcome {
    fileprivate func isSame(as other: any SceneOutcome) -> Bool {
        guard let other = other as? Self else { return false }
        if let value = self as? any Equatable { return value.equals(other) }
        return ValueText.lines(of: self) == ValueText.lines(of: other)
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool { other as? Self == self }
}
