/// A provided value of any type, as containers keep it.
@usableFromInline
protocol AnyBox: AnyObject, Sendable {
    /// The value, if it runs.
    var lifecycle: (any LifecycleHandling)? { get }
}

/// Holds a provided value, so that containers keep values of all types in one array.
@usableFromInline
final class Box<Value: Sendable>: AnyBox {
    @usableFromInline let value: Value

    init(_ value: Value) { self.value = value }

    @usableFromInline
    var lifecycle: (any LifecycleHandling)? { value as? any LifecycleHandling }
}

/// A factory as it was registered, without the type of what it makes.
final class Registration: Sendable {
    let port: AnyPort
    let plugin: String
    let lifetime: Lifetime
    let priority: Int
    /// Makes the value.
    let make: @Sendable (Resolver) async throws -> any AnyBox
    /// Joins the contributions to a collection into one box; unused for other ports.
    let gather: @Sendable ([any AnyBox]) -> any AnyBox
    /// What a frozen container holds in place of a value that is made later; `nil` for values that
    /// are made at once.
    let deferred: (@Sendable (ContainerBuilder) -> any AnyBox)?

    init(
        port: AnyPort, plugin: String, lifetime: Lifetime, priority: Int,
        make: @escaping @Sendable (Resolver) async throws -> any AnyBox,
        gather: @escaping @Sendable ([any AnyBox]) -> any AnyBox,
        deferred: (@Sendable (ContainerBuilder) -> any AnyBox)? = nil
    ) {
        self.port = port
        self.plugin = plugin
        self.lifetime = lifetime
        self.priority = priority
        self.make = make
        self.gather = gather
        self.deferred = deferred
    }
}

/// Takes the factories of one plugin while the application boots.
public struct Registrar {
    let plugin: String
    private(set) var registrations: [Registration] = []

    init(plugin: String) { self.plugin = plugin }

    /// Registers the factory of a port's value.
    public mutating func provide<Value>(
        _ port: Port<Value>, _ lifetime: Lifetime = .application,
        make: @escaping @Sendable (Resolver) async throws -> Value
    ) {
        add(port, lifetime) { Box(try await make($0)) }
    }

    /// Registers the factory of an optional port's value.
    public mutating func provide<Value>(
        _ port: OptionalPort<Value>, _ lifetime: Lifetime = .application,
        make: @escaping @Sendable (Resolver) async throws -> Value
    ) {
        add(port, lifetime) { Box<Value?>(try await make($0)) }
    }

    /// Registers contributions to a collection; higher priorities come first.
    ///
    /// They live as long as the application or the session; a collection cannot be transient, and
    /// what is registered so is made for the session.
    public mutating func contribute<Value>(
        _ port: CollectionPort<Value>, _ lifetime: Lifetime = .application, priority: Int = 0,
        make: @escaping @Sendable (Resolver) async throws -> [Value]
    ) {
        add(
            port, lifetime == .transient ? .session : lifetime, priority: priority,
            make: { Box(try await make($0)) },
            gather: { boxes in
                Box(boxes.flatMap { unsafeDowncast($0, to: Box<[Value]>.self).value })
            })
    }

    private mutating func add(
        _ port: AnyPort, _ lifetime: Lifetime, priority: Int = 0,
        make: @escaping @Sendable (Resolver) async throws -> any AnyBox,
        gather: @escaping @Sendable ([any AnyBox]) -> any AnyBox = { $0[0] }
    ) {
        add(
            Registration(
                port: port, plugin: plugin, lifetime: lifetime, priority: priority, make: make,
                gather: gather))
    }

    /// Adds a registration.
    mutating func add(_ registration: Registration) { registrations.append(registration) }
}

extension Registration {
    /// The port and its plugin, for messages.
    var label: String { "\(port.name) (\(plugin))" }
}
