/// How long the value that a factory made is kept.
public enum Lifetime: String, Sendable, Codable {
    /// One for the application, made at boot.
    case application
    /// One for each session, made when the session begins and dropped when it ends.
    case session
    /// A new one each time that ``Container/make(_:)`` is called.
    case transient
}

/// A provided value that runs: started after boot, stopped at the end in reverse order.
///
/// Values of the application's lifetime run with the application, those of a session's lifetime with
/// the layer of the ``EnvironmentStack`` that they were made for; transient ones are simply dropped.
public protocol LifecycleHandling: Sendable {
    /// Starts it; everything that its factory resolved has been started before.
    func start() async throws
    /// Stops it; everything that its factory resolved is still running.
    func stop() async
}
