public import TenonCore

/// The ports of a session, for scenes and for the actions of the application.
///
/// What a factory uses comes to it by `using:`, which boot checks. What a scene asks for while it is
/// made may be absent, so asking for a port with one provider throws; a plugin that says
/// `registrar.require(…)` has boot check these ports as well.
public struct SessionPorts: Sendable {
    private let container: Container

    init(_ container: Container) { self.container = container }

    /// The value of a port.
    ///
    /// - Throws: A `ContainerError` when nothing provides it.
    public subscript<Value>(_ port: Port<Value>) -> Value {
        get throws { try container.value(of: port) }
    }

    /// The value of an optional port; `nil` when nothing provides it.
    public subscript<Value>(_ port: OptionalPort<Value>) -> Value? { container[port] }

    /// All contributions to a collection, in their order.
    public subscript<Value>(_ port: CollectionPort<Value>) -> [Value] { container[port] }

    /// The value of a lazy port; its factory runs now, unless it already has.
    ///
    /// - Throws: A `ContainerError` when nothing provides it, or when its factory fails.
    public subscript<Value>(_ port: LazyPort<Value>) -> Value {
        get async throws { try await container.value(of: port) }
    }
}
