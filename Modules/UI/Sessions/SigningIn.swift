import Synchronization
public import TenonCore

/// Signs a person in and out of the running session.
///
/// Signing in gives the session another container: with the person's own ports, and with new values
/// of the session's lifetime, which are stopped and dropped when that person signs out. All scenes
/// are removed, and the coordinators say where the session begins again. The first factory that
/// fails leaves everything as it was.
public protocol SigningIn: Sendable {
    /// Whether a person is signed in.
    var isSignedIn: Bool { get }

    /// Signs a person in, above those who are signed in already.
    ///
    /// - Parameters:
    ///   - location: Where to go on; where the coordinators say unless given.
    ///   - change: The ports in which the person's container differs.
    /// - Throws: What a factory or a start throws; ``SessionError`` when the session is over.
    func signIn(at location: Location?, _ change: (inout Overrides) -> Void) async throws

    /// Signs the latest person out; does nothing when no one is signed in.
    ///
    /// No scene, action or question sees anything of the person from now on; the function returns when
    /// all that ran for the person has been stopped.
    ///
    /// - Parameter location: Where to go on; where the coordinators say unless given.
    func signOut(to location: Location?) async
}

extension AnyPort {
    /// Signs in and out of the session of the container; only there within a session.
    public static let signing = OptionalPort<any SigningIn>("signing")
}

/// Leads from the container of a session to the session, which holds the container.
final class SessionSigning: SigningIn {
    private struct State {
        weak var session: Session?
        var layers: [EnvironmentStack.Layer] = []
    }

    private let state = Mutex(State())

    var isSignedIn: Bool { state.withLock { !$0.layers.isEmpty } }

    /// Says whose session it is.
    func serve(_ session: Session) { state.withLock { $0.session = session } }

    func signIn(at location: Location?, _ change: (inout Overrides) -> Void) async throws {
        guard let session = state.withLock(\.session), !session.isEnded else {
            throw SessionError.ended
        }
        let layer = try await session.signIn(location, change)
        state.withLock { $0.layers.append(layer) }
    }

    func signOut(to location: Location?) async {
        let (session, layer) = state.withLock { ($0.session, $0.layers.popLast()) }
        guard let session, let layer else { return }
        await session.signOut(layer, location)
    }
}
