/// A value that is made when it is asked for, as frozen containers keep it.
struct LazyValue<Value: Sendable>: Sendable {
    /// Makes it, or waits until it is made, or hands it out.
    let get: @Sendable () async throws -> Value
}

extension Resolver {
    /// The value of a lazy port; its factory runs now, unless it already has.
    ///
    /// - Throws: A ``ContainerError`` for cycles, missing ports and failed factories.
    func callAsFunction<Value>(_ port: LazyPort<Value>) async throws -> Value {
        guard let box = try await builder.box(of: port, path: path) else {
            throw ContainerError.missing(port, path: builder.labels(of: path))
        }
        if let deferred = box as? Box<LazyValue<Value>> { return try await deferred.value.get() }
        return unsafeDowncast(box, to: Box<Value>.self).value
    }
}

extension Container {
    /// The value of a lazy port that a plugin requires; its factory runs now, unless it already
    /// has.
    ///
    /// - Throws: A ``ContainerError`` when the factory fails, or when the application has stopped.
    /// - Precondition: A plugin requires the port.
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
