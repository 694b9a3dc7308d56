/// A value that is made when it is asked for, as frozen containers keep it.
struct LazyValue<Value: Sendable>: Sendable {
    /// Makes it, or waits until it is made, or hands it out.
    let get: @Sendable () async throws -> Value
}

extension Registrar {
    /// Registers the factory of a port's value that is made when it is first asked for.
    ///
    /// There is one for the application, however many ask at once. When a factory fails, all
    /// waiting callers get its error, and it runs again for the next one. Once it runs, it goes on
    /// also when whoever asked is cancelled, since others may wait for it. A value that runs
    /// (``LifecycleHandling``) is started before it is handed out, and stopped before everything
    /// that was started at boot.
    public mutating func provide<Value>(
        _ port: LazyPort<Value>, make: @escaping @Sendable (Resolver) async throws -> Value
    ) {
        add(
            Registration(
                port: port, plugin: plugin, lifetime: .application, priority: 0,
                make: { Box(try await make($0)) }, gather: { $0[0] },
                deferred: { builder in
                    Box(LazyValue { try await Resolver(builder: builder, path: nil)(port) })
                }))
    }
}

extension Resolver {
    /// The value of a lazy port; its factory runs now, unless it already has.
    ///
    /// - Throws: A ``ContainerError`` for cycles, missing ports and failed factories.
    public func callAsFunction<Value>(_ port: LazyPort<Value>) async throws -> Value {
        guard let box = try await builder.box(of: port, path: path) else {
            throw ContainerError.missing(port, path: builder.labels(of: path))
        }
        if let deferred = box as? Box<LazyValue<Value>> { return try await deferred.value.get() }
        return unsafeDowncast(box, to: Box<Value>.self).value
    }
}

extension Container {
    /// The value of a lazy port that a manifest requires; its factory runs now, unless it already
    /// has.
    ///
    /// - Throws: A ``ContainerError`` when the factory fails, or when the application has stopped.
    /// - Precondition: The port is required by a plugin's manifest.
    public subscript<Value>(_ port: LazyPort<Value>) -> Value {
        get async throws {
            guard let box = box(of: port) else { Self.failAbsent(port) }
            return try await unsafeDowncast(box, to: Box<LazyValue<Value>>.self).value.get()
        }
    }
}

extension Overrides {
    /// Sets the value of a lazy port.
    public mutating func provide<Value>(_ port: LazyPort<Value>, _ value: Value) {
        set(port, Box(LazyValue { value }))
    }
}
