/// The frozen result of all registrations; what code asks for ports.
///
/// A container never changes and may be shared freely. Reading a port is an array access, which is
/// done where it is asked for: that is why what it needs is inlinable.
public struct Container: Sendable {
    /// The values.
    @usableFromInline let ports: BuiltPorts
    /// The registrations that are not of the application's lifetime.
    private let scoped: RegistrationTable
    /// In the container of a session: the values that are not the session's own.
    private let origin: Origin?
    private let makeReport: @Sendable () -> BootReport

    init(
        ports: BuiltPorts, scoped: RegistrationTable,
        report: @escaping @Sendable () -> BootReport
    ) {
        self.init(ports: ports, scoped: scoped, origin: nil, report: report)
    }

    private init(
        ports: BuiltPorts, scoped: RegistrationTable, origin: Origin?,
        report: @escaping @Sendable () -> BootReport
    ) {
        self.ports = ports
        self.scoped = scoped
        self.origin = origin
        makeReport = report
    }

    /// What booting found and did; made when it is asked for.
    public var report: BootReport { makeReport() }

    /// The value of a port that a plugin requires, so that boot has proved it is there.
    ///
    /// - Precondition: A plugin requires the port.
    @inlinable
    public subscript<Value>(_ port: Port<Value>) -> Value {
        guard let box = ports.box(of: port) else { Self.failAbsent(port) }
        return unsafeDowncast(box, to: Box<Value>.self).value
    }

    /// Lends the value of a port that a plugin requires, without counting a reference to it.
    ///
    /// Takes as long as reading a global constant, on any number of threads: for code that asks very
    /// often. A value that is kept is asked for by the subscript.
    ///
    /// - Precondition: A plugin requires the port.
    @inlinable
    public func withValue<Value, Result, Failure: Error>(
        of port: Port<Value>, _ body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try cell(of: port).pointee.lend(to: body)
    }

    /// Where the value of a port is, which lives as long as this container.
    ///
    /// It is a function of its own so that ``withValue(of:_:)`` holds no reference to the box and
    /// counts none.
    @inlinable
    func cell<Value>(of port: Port<Value>) -> UnsafeMutablePointer<Cell<Value>> {
        guard let box = ports.box(of: port) else { Self.failAbsent(port) }
        return unsafeDowncast(box, to: Box<Value>.self).cell
    }

    /// The box of a port; `nil` when nothing provides it.
    func box(of port: AnyPort) -> (any AnyBox)? { ports.box(of: port) }

    /// Ends the process because of a port whose provider boot had no reason to check.
    @usableFromInline
    static func failAbsent(_ port: AnyPort) -> Never {
        preconditionFailure(
            "The port \"\(port.name)\" was asked for, and either no plugin requires it, or its "
                + "provider lives in a session. Add `registrar.require(…)` to the plugin that "
                + "asks, or ask the container of the session.")
    }

    /// The value of a port that may be absent.
    ///
    /// - Throws: A ``ContainerError`` when nothing provides it.
    public func value<Value>(of port: Port<Value>) throws -> Value {
        guard let box = ports.box(of: port) else { throw ContainerError.absent(port) }
        return unsafeDowncast(box, to: Box<Value>.self).value
    }

    /// The value of a lazy port that may be absent; its factory runs now, unless it already has.
    ///
    /// - Throws: A ``ContainerError`` when nothing provides it, when its factory fails, or when the
    ///   application has stopped.
    public func value<Value>(of port: LazyPort<Value>) async throws -> Value {
        guard let box = ports.box(of: port) else { throw ContainerError.absent(port) }
        return try await unsafeDowncast(box, to: Box<LazyValue<Value>>.self).value.get()
    }

    /// The value of an optional port; `nil` when nothing provides it.
    @inlinable
    public subscript<Value>(_ port: OptionalPort<Value>) -> Value? {
        guard let box = ports.box(of: port) else { return nil }
        return unsafeDowncast(box, to: Box<Value?>.self).value
    }

    /// All contributions to a collection, by priority, then by the name of the plugin.
    @inlinable
    public subscript<Value>(_ port: CollectionPort<Value>) -> [Value] {
        guard let box = ports.box(of: port) else { return [] }
        return unsafeDowncast(box, to: Box<[Value]>.self).value
    }

    /// Makes a new value of a port that is provided with the transient lifetime.
    ///
    /// - Throws: What the factory throws, or a ``ContainerError``.
    public func make<Value>(_ port: Port<Value>) async throws -> Value {
        guard let index = scoped.index(of: port),
            scoped.registrations[index].lifetime == .transient
        else { throw ContainerError.notTransient(port) }
        let builder = ContainerBuilder(scoped, parent: ports, allowing: .session)
        return try await Resolver(builder: builder, path: nil)(port)
    }

    /// Makes the container of a new session: this one, with new values of the session's lifetime.
    ///
    /// They are dropped with the container; an ``EnvironmentStack`` starts and stops them as well.
    ///
    /// - Throws: What a factory throws, or a ``ContainerError``.
    package func makeSession() async throws -> Container { try await makeScope().container }

    /// Makes the container of a new session, and names what runs in it, dependencies first.
    func makeScope() async throws -> (container: Container, lifecycles: [any LifecycleHandling]) {
        guard scoped.has(.session) else { return (self, []) }
        // A session within another one has values of its own, and shares those of the application.
        let base = origin ?? Origin(ports)
        let builder = ContainerBuilder(scoped, parent: base.ports, allowing: .session)
        if let error = try await builder.buildAll().first { throw error }
        let container = Container(
            ports: builder.freeze(), scoped: scoped, origin: base, report: makeReport)
        return (container, builder.lifecycles())
    }

    /// Makes a child that differs in some ports; its sessions keep the difference.
    public func overriding(_ change: (inout Overrides) -> Void) -> Container {
        var overrides = Overrides(ports: ports, origin: origin?.ports)
        change(&overrides)
        return Container(
            ports: overrides.ports, scoped: scoped.overriding(overrides.registrations),
            origin: overrides.origin.map(Origin.init), report: makeReport)
    }
}

/// The values that sessions begin with; an object, since containers are copied often.
private final class Origin: Sendable {
    let ports: BuiltPorts

    init(_ ports: BuiltPorts) { self.ports = ports }
}

/// The ports in which a child container differs from its parent.
public struct Overrides {
    private static let name = "override"

    fileprivate private(set) var ports: BuiltPorts
    fileprivate private(set) var origin: BuiltPorts?
    /// What takes the place of factories that have not run yet.
    fileprivate private(set) var registrations: [Registration] = []

    fileprivate init(ports: BuiltPorts, origin: BuiltPorts?) {
        self.ports = ports
        self.origin = origin
    }

    /// Sets the value of a port.
    public mutating func provide<Value>(_ port: Port<Value>, _ value: Value) {
        set(port, Box(value))
    }

    /// Sets the value of an optional port.
    public mutating func provide<Value>(_ port: OptionalPort<Value>, _ value: Value?) {
        set(port, Box<Value?>(value))
    }

    /// Replaces all contributions to a collection.
    public mutating func replace<Value>(_ port: CollectionPort<Value>, _ values: [Value]) {
        let box = Box(values)
        ports.replace(port, box, plugin: Self.name)
        origin?.replace(port, box, plugin: Self.name)
        registrations.append(Self.registration(port, .session, box))
    }

    mutating func set(_ port: AnyPort, _ box: any AnyBox) {
        ports.set(port, box)
        origin?.set(port, box)
        registrations.append(Self.registration(port, .transient, box))
    }

    private static func registration(
        _ port: AnyPort, _ lifetime: Lifetime, _ box: any AnyBox
    ) -> Registration {
        Registration(
            port: port, plugin: name, lifetime: lifetime, priority: 0, make: { _ in box },
            gather: { _ in box })
    }
}
