/// Finds the values of ports for factories, in the container that is being built.
struct Resolver: Sendable {
    let builder: ContainerBuilder
    /// What is being made; `nil` outside a factory.
    let path: ResolutionPath?

    /// The value of a port.
    ///
    /// - Throws: A ``ContainerError`` for cycles, missing ports and failed factories.
    func callAsFunction<Value>(_ port: Port<Value>) async throws -> Value {
        guard let box = try await builder.box(of: port, path: path) else {
            throw ContainerError.missing(port, path: builder.labels(of: path))
        }
        return unsafeDowncast(box, to: Box<Value>.self).value
    }

    /// The value of an optional port; `nil` when nothing provides it.
    func callAsFunction<Value>(_ port: OptionalPort<Value>) async throws -> Value? {
        guard let box = try await builder.box(of: port, path: path) else { return nil }
        return unsafeDowncast(box, to: Box<Value?>.self).value
    }

    /// All contributions to a collection.
    func callAsFunction<Value>(_ port: CollectionPort<Value>) async throws -> [Value] {
        try await builder.contributions(to: port, path: path).flatMap { contribution in
            unsafeDowncast(contribution.box, to: Box<[Value]>.self).value
        }
    }
}

/// What is being made, and what for: a list that grows at its end and shares its beginning.
final class ResolutionPath: Sendable {
    /// The index of the registration.
    let index: Int
    /// What it is made for.
    let parent: ResolutionPath?

    init(_ index: Int, for parent: ResolutionPath?) {
        self.index = index
        self.parent = parent
    }

    /// The indexes, the innermost last.
    var indexes: [Int] {
        var result: [Int] = []
        var current: ResolutionPath? = self
        while let path = current {
            result.append(path.index)
            current = path.parent
        }
        return result.reversed()
    }
}
