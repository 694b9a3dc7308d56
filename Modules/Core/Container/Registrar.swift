/// A provided value of any type, as containers keep it.
@usableFromInline
protocol AnyBox: AnyObject, Sendable {
    /// The value, if it runs.
    var lifecycle: (any LifecycleHandling)? { get }
}

/// A provided value that can be lent; it is not copyable, so that lending never copies it.
@usableFromInline
@frozen
struct Cell<Value: Sendable>: ~Copyable, Sendable {
    @usableFromInline let value: Value

    init(_ value: Value) { self.value = value }

    @inlinable
    borrowing func lend<Result, Failure: Error>(
        to body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(value)
    }
}

/// Holds a provided value, so that containers keep values of all types in one array.
@usableFromInline
final class Box<Value: Sendable>: AnyBox {
    /// The place of the value: made by `init` and given back by `deinit`, and only read between them, so that
    /// sharing it between threads is safe.
    @usableFromInline nonisolated(unsafe) let cell: UnsafeMutablePointer<Cell<Value>>

    @inlinable var value: Value { cell.pointee.value }

    init(_ value: Value) {
        cell = .allocate(capacity: 1)
        cell.initialize(to: Cell(value))
    }

    deinit {
        cell.deinitialize(count: 1)
        cell.deallocate()
    }

    @usableFromInline
    var lifecycle: (any LifecycleHandling)? { value as? any LifecycleHandling }
}

/// A factory as it was registered, without the type of what it makes.
final class Registration: Sendable {
    let port: AnyPort
    let plugin: String
    let lifetime: Lifetime
    let priority: Int
    /// Whether it takes the place of what others provide.
    let isOverriding: Bool
    /// The ports that the factory uses.
    let needs: [AnyPort]
    /// Makes the value.
    let make: @Sendable (Resolver) async throws -> any AnyBox
    /// Joins the contributions to a collection into one box; unused for other ports.
    let gather: @Sendable ([any AnyBox]) -> any AnyBox
    /// What a frozen container holds in place of a value that is made later; `nil` for values that
    /// are made at once.
    let deferred: (@Sendable (ContainerBuilder) -> any AnyBox)?

    init(
        port: AnyPort, plugin: String, lifetime: Lifetime, priority: Int = 0,
        isOverriding: Bool = false, needs: [AnyPort] = [],
        make: @escaping @Sendable (Resolver) async throws -> any AnyBox,
        gather: @escaping @Sendable ([any AnyBox]) -> any AnyBox = { $0[0] },
        deferred: (@Sendable (ContainerBuilder) -> any AnyBox)? = nil
    ) {
        self.port = port
        self.plugin = plugin
        self.lifetime = lifetime
        self.priority = priority
        self.isOverriding = isOverriding
        self.needs = needs
        self.make = make
        self.gather = gather
        self.deferred = deferred
    }
}

/// Takes the factories of one plugin while the application boots.
///
/// The ports that a factory uses are named beside it. It gets their values, and the manifest of
/// boot, its graph and its messages are made from the same list:
///
/// ```swift
/// registrar.provide(.kettle, using: .clock, .log) { clock, log in Kettle(clock, log) }
/// ```
public struct Registrar {
    let plugin: String
    private(set) var registrations: [Registration] = []
    /// What is required beside what the factories use.
    private(set) var required: [AnyPort] = []

    init(plugin: String) { self.plugin = plugin }

    /// Takes the factories of a plugin.
    init(_ plugin: any Plugin.Type) {
        self.init(plugin: plugin.manifest.name)
        plugin.register(in: &self)
    }

    /// Registers the factory of a port's value.
    ///
    /// - Parameters:
    ///   - port: What is provided.
    ///   - lifetime: How long a value lives.
    ///   - overriding: Whether it takes the place of what other plugins provide. Only one may.
    ///   - needs: The ports whose values `make` gets, in this order.
    ///   - make: Makes the value.
    public mutating func provide<Value, each Need>(
        _ port: Port<Value>, _ lifetime: Lifetime = .application, overriding: Bool = false,
        using needs: repeat ResolvablePort<each Need>,
        make: @escaping @Sendable (repeat each Need) async throws -> Value
    ) {
        add(port, lifetime, overriding: overriding, using: repeat each needs) {
            (need: repeat each Need) in
            Box(try await make(repeat each need))
        }
    }

    /// Registers the factory of an optional port's value; the parameters are those of a port with one
    /// provider.
    public mutating func provide<Value, each Need>(
        _ port: OptionalPort<Value>, _ lifetime: Lifetime = .application, overriding: Bool = false,
        using needs: repeat ResolvablePort<each Need>,
        make: @escaping @Sendable (repeat each Need) async throws -> Value
    ) {
        add(port, lifetime, overriding: overriding, using: repeat each needs) {
            (need: repeat each Need) in
            Box<Value?>(try await make(repeat each need))
        }
    }

    /// Registers the factory of a port's value that is made when it is first asked for.
    ///
    /// The application has one such value, however many callers ask at once. When the factory
    /// fails, all waiting callers get its error, and it runs again for the next one. A factory that
    /// runs goes on even when the caller that asked is cancelled, since others may wait for the
    /// value. A value that runs (``LifecycleHandling``) is started before it is handed out, and
    /// stopped before everything that was started at boot.
    public mutating func provide<Value, each Need>(
        _ port: LazyPort<Value>, overriding: Bool = false,
        using needs: repeat ResolvablePort<each Need>,
        make: @escaping @Sendable (repeat each Need) async throws -> Value
    ) {
        add(
            port, .application, overriding: overriding, using: repeat each needs,
            deferred: { builder in
                Box(LazyValue { try await Resolver(builder: builder, path: nil)(port) })
            }
        ) { (need: repeat each Need) in Box(try await make(repeat each need)) }
    }

    /// Registers the factory of a port's value that is made of all contributions to a collection,
    /// each with the name of the plugin that it comes from.
    public mutating func provide<Value, Part>(
        _ port: Port<Value>, gathering parts: CollectionPort<Part>,
        make: @escaping @Sendable ([Contributed<Part>]) async throws -> Value
    ) {
        add(
            Registration(
                port: port, plugin: plugin, lifetime: .application, needs: [parts],
                make: { Box(try await make(try await $0.contributions(to: parts))) }))
    }

    /// Registers contributions to a collection.
    ///
    /// They live as long as the application or the session. A collection cannot be transient:
    /// contributions that are registered as transient are made for the session.
    ///
    /// - Parameters:
    ///   - port: What is contributed to.
    ///   - lifetime: How long the contributions live.
    ///   - priority: Higher priorities come first.
    ///   - needs: The ports whose values `make` gets, in this order.
    ///   - make: Makes the contributions.
    public mutating func contribute<Value, each Need>(
        _ port: CollectionPort<Value>, _ lifetime: Lifetime = .application, priority: Int = 0,
        using needs: repeat ResolvablePort<each Need>,
        make: @escaping @Sendable (repeat each Need) async throws -> [Value]
    ) {
        add(
            port, lifetime == .transient ? .session : lifetime, priority: priority,
            using: repeat each needs,
            gather: { boxes in
                Box(boxes.flatMap { unsafeDowncast($0, to: Box<[Value]>.self).value })
            }
        ) { (need: repeat each Need) in Box(try await make(repeat each need)) }
    }

    /// Says that what this plugin makes asks its session, or the container, for ports later.
    ///
    /// Boot checks that they are provided, as it does for the ports that factories use.
    public mutating func require(_ ports: AnyPort...) { required += ports }

    /// Adds a registration.
    mutating func add(_ registration: Registration) { registrations.append(registration) }

    /// Adds the registration of a factory that gets the values of the ports it uses.
    private mutating func add<each Need>(
        _ port: AnyPort, _ lifetime: Lifetime, overriding: Bool = false, priority: Int = 0,
        using needs: repeat ResolvablePort<each Need>,
        gather: @escaping @Sendable ([any AnyBox]) -> any AnyBox = { $0[0] },
        deferred: (@Sendable (ContainerBuilder) -> any AnyBox)? = nil,
        make: @escaping @Sendable (repeat each Need) async throws -> any AnyBox
    ) {
        var ports: [AnyPort] = []
        for need in repeat each needs { ports.append(need) }
        add(
            Registration(
                port: port, plugin: plugin, lifetime: lifetime, priority: priority,
                isOverriding: overriding, needs: ports,
                make: { try await make(repeat try await (each needs).resolve(by: $0)) },
                gather: gather, deferred: deferred))
    }
}

extension Registration {
    /// The port and its plugin, for messages.
    var label: String { "\(port.name) (\(plugin))" }
}
