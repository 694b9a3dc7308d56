/// Lends a factory the other ports of the container that is being built.
public struct Resolver: Sendable {
    let builder: ContainerBuilder
    /// What is being made, and what for, the innermost last.
    let path: [Registration]

    /// The value of a port.
    ///
    /// - Throws: A ``ContainerError`` for cycles, missing ports and failed factories.
    public func callAsFunction<Value>(_ port: Port<Value>) async throws -> Value {
        guard let box = try await builder.box(of: port, path: path) else {
            throw ContainerError.missing(port, path: path.map(\.label))
        }
        return unsafeDowncast(box, to: Box<Value>.self).value
    }

    /// The value of an optional port; `nil` when nothing provides it.
    public func callAsFunction<Value>(_ port: OptionalPort<Value>) async throws -> Value? {
        guard let box = try await builder.box(of: port, path: path) else { return nil }
        return unsafeDowncast(box, to: Box<Value?>.self).value
    }

    /// All contributions to a collection.
    public func callAsFunction<Value>(_ port: CollectionPort<Value>) async throws -> [Value] {
        var values: [Value] = []
        for box in try await builder.contributions(to: port, path: path) {
            values += unsafeDowncast(box, to: Box<[Value]>.self).value
        }
        return values
    }
}

extension Registration {
    /// The port and its plugin, for messages.
    var label: String { "\(port.name) (\(plugin))" }
}

/// Runs factories, each once, in the order in which they need each other.
actor ContainerBuilder {
    private(set) var boxes: [(any AnyBox)?]
    /// What was made, in the order in which it was finished: dependencies first.
    private(set) var made: [any AnyBox] = []
    /// By plugin: how long its factories took, including what they waited for.
    private(set) var durations: [String: Duration] = [:]

    private let registrations: [Int: [Registration]]
    private let allowed: Lifetime
    private var creations: [CreationKey: Task<any AnyBox, any Error>] = [:]
    /// Who waits for whom: a new wait that closes a circle is a cycle, in whatever task it happens.
    private var waits: [CreationKey: Set<CreationKey>] = [:]

    /// One factory: a port has several when it is a collection.
    private struct CreationKey: Hashable {
        let slot: Int
        let plugin: String
    }

    /// Makes a builder on top of what a parent has already built.
    init(registrations: [Registration], boxes: [(any AnyBox)?], allowing allowed: Lifetime) {
        self.boxes = boxes
        self.allowed = allowed
        self.registrations = Dictionary(grouping: registrations, by: \.port.slot)
            .mapValues { $0.sorted { ($1.priority, $0.plugin) < ($0.priority, $1.plugin) } }
    }

    /// Makes everything of the lifetime that this builder is for.
    ///
    /// - Throws: The first ``ContainerError``.
    func buildAll() async throws {
        for slot in registrations.keys.sorted() {
            let group = (registrations[slot] ?? []).filter { $0.lifetime == allowed }
            guard let first = group.first else { continue }
            if first.port.kind == .collection {
                let all = try await contributions(to: first.port, path: [])
                boxes.grow(toHold: slot)
                boxes[slot] = first.gather(all)
            } else {
                _ = try await create(first, path: [])
            }
        }
    }

    func box(of port: AnyPort, path: [Registration]) async throws -> (any AnyBox)? {
        guard let registration = registrations[port.slot]?.first else {
            return port.slot < boxes.count ? boxes[port.slot] : nil
        }
        return try await create(registration, path: path)
    }

    /// What a parent container gathered, then the contributions of this builder's factories.
    func contributions(to port: AnyPort, path: [Registration]) async throws -> [any AnyBox] {
        let group = registrations[port.slot] ?? []
        var result: [any AnyBox] = []
        if allowed != .application, port.slot < boxes.count, let inherited = boxes[port.slot] {
            result.append(inherited)
        }
        for registration in group {
            result.append(try await create(registration, path: path))
        }
        return result
    }

    private func create(
        _ registration: Registration, path: [Registration]
    ) async throws -> any AnyBox {
        guard registration.lifetime == allowed || registration.lifetime == .transient else {
            throw ContainerError.wrongLifetime(registration.port, path: path.map(\.label))
        }
        let key = Self.key(of: registration)
        if let waiting = path.last {
            let waitingKey = Self.key(of: waiting)
            var visited: Set<CreationKey> = []
            if let circle = route(from: key, to: waitingKey, visited: &visited) {
                throw ContainerError.cycle(circle + [registration.label])
            }
            waits[waitingKey, default: []].insert(key)
        }
        let inner = path + [registration]
        guard registration.lifetime != .transient else { return try await run(registration, inner) }
        if let creation = creations[key] { return try await creation.value }
        let creation = Task { try await self.run(registration, inner) }
        creations[key] = creation
        return try await creation.value
    }

    private func run(
        _ registration: Registration, _ path: [Registration]
    ) async throws -> any AnyBox {
        let start = ContinuousClock.now
        do {
            let box = try await registration.make(Resolver(builder: self, path: path))
            durations[registration.plugin, default: .zero] += ContinuousClock.now - start
            made.append(box)
            if registration.port.kind != .collection, registration.lifetime != .transient {
                boxes.grow(toHold: registration.port.slot)
                boxes[registration.port.slot] = box
            }
            return box
        } catch let error as ContainerError {
            throw error
        } catch {
            throw ContainerError.factory(
                registration, path: path.dropLast().map(\.label), cause: error)
        }
    }

    private static func key(of registration: Registration) -> CreationKey {
        CreationKey(slot: registration.port.slot, plugin: registration.plugin)
    }

    /// The way along the waits from one factory to another; `nil` when there is none.
    private func route(
        from start: CreationKey, to goal: CreationKey, visited: inout Set<CreationKey>
    ) -> [String]? {
        let name = registrations[start.slot]?.first { $0.plugin == start.plugin }?.label ?? ""
        if start == goal { return [name] }
        guard visited.insert(start).inserted else { return nil }
        for next in waits[start] ?? [] {
            if let rest = route(from: next, to: goal, visited: &visited) { return [name] + rest }
        }
        return nil
    }
}
