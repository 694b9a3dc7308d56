/// The frozen result of all registrations; what code asks for ports.
///
/// A container never changes and may be shared freely. Reading a port is an array access.
public struct Container: Sendable {
    /// By slot of the port: the ``Box`` with its value; `nil` where nothing is provided.
    let boxes: [(any AnyBox)?]
    /// The registrations that are not of the application's lifetime.
    let scoped: [Registration]
    /// What booting found and did.
    public let report: BootReport

    init(boxes: [(any AnyBox)?], scoped: [Registration], report: BootReport) {
        self.boxes = boxes
        self.scoped = scoped
        self.report = report
    }

    /// The value of a port that a manifest requires, so that boot has proved it is there.
    ///
    /// - Precondition: The port is required by a plugin's manifest.
    public subscript<Value>(_ port: Port<Value>) -> Value {
        guard let box = box(of: port) else {
            preconditionFailure(
                "The port \"\(port.name)\" was asked for, and no manifest requires it. "
                    + "Add it to `requires` in the manifest of the plugin that asks.")
        }
        return unsafeDowncast(box, to: Box<Value>.self).value
    }

    /// The value of an optional port; `nil` when nothing provides it.
    public subscript<Value>(_ port: OptionalPort<Value>) -> Value? {
        guard let box = box(of: port) else { return nil }
        return unsafeDowncast(box, to: Box<Value?>.self).value
    }

    /// All contributions to a collection, by priority, then by the name of the plugin.
    public subscript<Value>(_ port: CollectionPort<Value>) -> [Value] {
        guard let box = box(of: port) else { return [] }
        return unsafeDowncast(box, to: Box<[Value]>.self).value
    }

    /// Makes a new value of a port that is provided with the transient lifetime.
    ///
    /// - Throws: What the factory throws, or a ``ContainerError``.
    public func make<Value>(_ port: Port<Value>) async throws -> Value {
        guard let registration = scoped.first(where: { $0.port == port }),
            registration.lifetime == .transient
        else { throw ContainerError.notTransient(port) }
        let builder = ContainerBuilder(registrations: scoped, boxes: boxes, allowing: .session)
        return try await Resolver(builder: builder, path: [])(port)
    }

    /// Makes the container of a new session: this one, with the values of the session's lifetime.
    ///
    /// - Throws: What a factory throws, or a ``ContainerError``.
    public func makeSession() async throws -> Container {
        let builder = ContainerBuilder(registrations: scoped, boxes: boxes, allowing: .session)
        try await builder.buildAll()
        return Container(boxes: await builder.boxes, scoped: scoped, report: report)
    }

    /// Makes a child that differs in some ports.
    public func overriding(_ change: (inout Overrides) -> Void) -> Container {
        var overrides = Overrides(boxes: boxes)
        change(&overrides)
        return Container(boxes: overrides.boxes, scoped: scoped, report: report)
    }

    private func box(of port: AnyPort) -> (any AnyBox)? {
        port.slot < boxes.count ? boxes[port.slot] : nil
    }
}

/// The ports in which a child container differs from its parent.
public struct Overrides {
    fileprivate(set) var boxes: [(any AnyBox)?]

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
        set(port, Box(values))
    }

    private mutating func set(_ port: AnyPort, _ box: any AnyBox) {
        boxes.grow(toHold: port.slot)
        boxes[port.slot] = box
    }
}

extension [(any AnyBox)?] {
    /// Appends empty places until an index exists.
    mutating func grow(toHold index: Int) {
        if index >= count { append(contentsOf: repeatElement(nil, count: index + 1 - count)) }
    }
}

/// The container of the running session, for code that no initialiser can reach.
public enum Environment {
    /// The innermost container of this task; `nil` outside an application.
    @TaskLocal public static var current: Container?
}
